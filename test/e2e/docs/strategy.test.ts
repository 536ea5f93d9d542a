/** docs/guides/strategy.md: its examples run, its list is complete. `docs.test.ts` plays its strategies. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { expect } from 'chai';
import * as testing from 'serpentarium/testing';
import * as toolkit from 'serpentarium';
import { inRepository } from '../../support/fixtures.js';
import * as resources from '../../../src/wire/resources.js';
import { codeBlocks, codeSpans, tableBelow } from '../../support/markdown.js';

const text = await readFile(inRepository('docs/guides/strategy.md'), 'utf8');
const scripts = codeBlocks(text)
  .filter(({ language }) => language === 'js')
  .map(({ code }) => code);
const exported: Readonly<Record<string, unknown>> = { ...toolkit, ...testing };

/** The names in the table of the toolkit. */
const listed = tableBelow(text, 'The toolkit').flatMap(([, names]) => codeSpans(names!));

describe('docs/guides/strategy.md', () => {
  it('shows examples that have the results next to them', async () => {
    const examples = scripts.filter((block) => block.includes('// → '));
    const setUp = scripts.find((block) => block.startsWith('const position = '));
    for (const example of examples) await runExample(setUp!, example);
    expect(examples).to.have.lengthOf.at.least(2);
  });

  it('lists every export once, and nothing else', () => {
    expect(listed.toSorted()).to.deep.equal(Object.keys(exported).toSorted());
  });
});

describe('the reference of strategies', () => {
  it('has a docstring for every export', async () => {
    const declared = await readDeclared();
    const sources = ['src/strategy.ts', 'src/testing.ts'].map((file) => readFileSync(inRepository(file), 'utf8'));
    const names = sources.flatMap((source) => exportsOf(source));
    expect(names).to.include.members(Object.keys(exported));
    // site/reference.js makes tables of the fields of resources.
    expect(names.filter((name) => !(name in resources || declared.has(name)))).to.deep.equal([]);
  });
});

/** Runs one example after the set-up; each line `expression; // → value` has to hold. */
async function runExample(setUp: string, example: string): Promise<void> {
  const code = example.replaceAll(/^(.*); \/\/ → (.*)$/gm, 'expectEqual($1, $2);');
  const body = `return (async () => {\n${setUp}\n${code}\n})();`;
  const run = compileFunction(body, ['expectEqual', ...Object.keys(exported)]) as (...args: unknown[]) => Promise<void>;
  await run(
    (actual: unknown, wanted: unknown) => expect(actual, example).to.deep.equal(wanted),
    ...Object.values(exported),
  );
}

/** The names that a module exports again, values and types. */
function exportsOf(source: string): string[] {
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, names]) => names!.split(','));
  return lists.map((name) => name.trim().replace(/^type /, '')).filter((name) => name !== '');
}

/** All that the compiled declarations of `src/` export below a docstring. */
async function readDeclared(): Promise<Set<string>> {
  const source = inRepository('dist/src');
  const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.d.ts'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(source, name), 'utf8')));
  const pattern = /\*\/\nexport (?:declare )?(?:function|const|interface|type) (\w+)/g;
  return new Set(texts.flatMap((code) => [...code.matchAll(pattern)].map(([, name]) => name!)));
}
