/** Pages that files outside of the documentation name: comments, messages, units, templates. */
import { expect } from 'chai';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../support/fixtures.js';

const FOLDERS = ['bin', 'clients', 'config', 'create', 'deploy', 'src', 'strategies', 'templates', 'test'];

describe('pages named in other files', () => {
  const texts = FOLDERS.flatMap((folder) =>
    readdirSync(inRepository(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:png|gif|db|gz|lock)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/[/\\](?:fixtures|node_modules|__pycache__)[/\\]/.test(file)),
  ).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

  it('exist', () => {
    const named = texts.flatMap(({ file, text }) => [
      ...[...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => [file, page] as const),
      ...[...text.matchAll(/documentUrl\('([^']+)'\)/g)].map(([, page]) => [file, `docs/${page!}.md`] as const),
    ]);
    expect(named.length).to.be.above(20);
    expect(named.filter(([, page]) => !existsSync(inRepository(page)))).to.deep.equal([]);
  });

  it('are named by their address in messages, because a project has no folder "docs"', () => {
    const code = texts.filter(({ file }) => file.startsWith(inRepository('src')));
    const quoted = code.flatMap(({ file, text }) =>
      [
        ...text.replaceAll(/\/\*\*[^]*?\*\/|\/\/.*/g, '').matchAll(/(?<!node_modules\/serpentarium\/)docs\/\S+\.md/g),
      ].map(([page]) => `${file}: ${page}`),
    );
    expect(quoted).to.deep.equal([]);
  });
});
