import { expect } from 'chai';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../src/processes/make-folder.js';

describe('makeFolder', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'serpentarium-make-'))));
  after(() => rmSync(folder, { recursive: true }));

  it('makes a folder with those above it, and leaves one that is there', () => {
    const deep = join(folder, 'one', 'two');
    makeFolder(deep);
    makeFolder(deep);
    expect(statSync(deep).isDirectory()).to.equal(true);
  });

  it('refuses one below a file', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const place of [file, join(file, 'one', 'two')]) expect(() => makeFolder(place)).to.throw(/EEXIST|ENOTDIR/);
  });

  it('gives up in a place that takes no folders', function () {
    if (!existsSync('/proc/self')) this.skip();
    expect(() => makeFolder('/proc/nothing/here')).to.throw(/ENOENT/);
  });
});
