/** The tables of the documentation say what the code does: storeys, variables, log messages. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { inRepository } from '../support/fixtures.js';
import { STOREYS } from '../support/layers.js';
import { codeSpans, tableBelow } from '../support/markdown.js';
import { readSourceFiles } from '../support/source-files.js';

const source = readSourceFiles('src')
  .map(({ text }) => text)
  .join('');

describe('docs/internals/architecture.md', () => {
  const page = readPage('internals/architecture');

  it('shows the storeys that the source is held to', () => {
    const storeys = tableBelow(page, 'Storeys').map(([, names]) => codeSpans(names!));
    const shown = storeys.map((names) => names.map((name) => name.replaceAll(/^src\/|\/$/g, '')));
    expect(shown).to.deep.equal(STOREYS.toReversed());
  });
});

describe('docs/guides/security.md', () => {
  it('names faults that exist', () => {
    const faults = readSourceFiles('test/faults').map(({ text }) => text);
    const cells = tableBelow(readPage('guides/security'), 'What proves it').map(([, cell]) => cell!);
    const named = cells.flatMap(codeSpans).filter((name) => !name.includes('/'));
    expect(named.filter((name) => !faults.some((text) => text.includes(`'${name}'`)))).to.deep.equal([]);
  });
});

describe('docs/reference/log.md', () => {
  const page = readPage('reference/log');
  const messages = ['Games and turns', 'The host', 'The journal'].flatMap((heading) =>
    tableBelow(page, heading).flatMap(([names]) => codeSpans(names!)),
  );

  it('lists log messages that are written', () => {
    expect(messages.filter((message) => !isWritten(message))).to.deep.equal([]);
  });

  it('lists every warning and error', () => {
    const calls = source.matchAll(/\b(?:log|sparse)\.(?:warn|error)\(\s*(?:[^;]*?,\s*)?'([a-z][^']*)',?\s*\)/g);
    const written = [...new Set([...calls].map(([, message]) => message))];
    expect(written).to.have.length.above(20);
    expect(messages).to.include.members(written);
  });
});

describe('docs/reference/configuration.md', () => {
  it('explains every environment variable that is read', () => {
    const read = [...source.matchAll(/\benv\['([A-Z_]+)'\]/g)].map(([, name]) => name);
    expect(firstColumn(readPage('reference/configuration'), 'Environment')).to.include.members(read);
  });
});

function readPage(name: string): string {
  return readFileSync(inRepository(`docs/${name}.md`), 'utf8');
}

/** The first code span of each row. */
function firstColumn(page: string, heading: string): (string | undefined)[] {
  return tableBelow(page, heading).map(([cell]) => codeSpans(cell!)[0]);
}

/** Whether the source has a log message. Some end in a kind: of an answer, or of how a child ended. */
function isWritten(message: string): boolean {
  return source.includes(`'${message}'`) || source.includes(`\`${message.replace(/ \w+$/, '')} \${kind}\``);
}
