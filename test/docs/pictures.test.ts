import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readDocuments } from '../support/documents.js';
import { inRepository } from '../support/fixtures.js';
import { PICTURES_FILE, type PictureNotes } from '../support/picture-notes.js';
import { version } from '../../src/version.js';

describe('the pictures of the documents', () => {
  const notes = JSON.parse(readFileSync(PICTURES_FILE, 'utf8')) as Record<string, PictureNotes>;
  const files = readdirSync(inRepository('docs/images')).filter((name) => name.endsWith('.png'));

  it('were made from this version: if not, run "npm run generate"', () => {
    expect(Object.keys(notes).toSorted()).to.deep.equal(files.map((name) => name.slice(0, -'.png'.length)).toSorted());
    for (const name of files) {
      const sha256 = createHash('sha256')
        .update(readFileSync(inRepository(`docs/images/${name}`)))
        .digest('hex');
      expect(notes[name.slice(0, -'.png'.length)], name).to.deep.include({ version, sha256 });
    }
  });

  it('are shown on a page, each of them', () => {
    const texts = readDocuments().map(({ text }) => text);
    expect(files.filter((name) => !texts.some((text) => text.includes(`images/${name}`)))).to.deep.equal([]);
  });
});
