/** docs/guides/strategy.md: its examples run, its list is complete. `docs.test.ts` plays its strategies. */
import { readFile } from 'node:fs/promises';
import { compileFunction } from 'node:vm';
import { expect } from 'chai';
import * as testing from 'serpentarium/testing';
import * as toolkit from 'serpentarium';
import { inRepository } from '../../support/fixtures.js';
import * as resources from '../../../src/wire/resources.js';
import { codeBlocks, codeSpans } from '../../support/markdown.js';
import { exportsOf, readSourceFiles, type SourceFile } from '../../support/source-files.js';

const text = await readFile(inRepository('docs/guides/strategy.md'), 'utf8');
const scripts = codeBlocks(text)
  .filter(({ language }) => language === 'js')
  .map(({ code }) => code);
const sources = readSourceFiles('src');
const exported: Readonly<Record<string, unknown>> = { ...toolkit, ...testing };

/** The names in the list of the toolkit. */
const listed = codeSpans(/^## The toolkit\n[^]*?^(- [^]*?)\n\n/m.exec(text)![1]!);

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
  it('has a docstring for every export', () => {
    const declared = readDeclared();
    const entries = sources.filter(({ path }) => ['strategy.ts', 'testing.ts'].includes(path));
    const names = entries.flatMap(namesIn);
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

/** The names that a module exports, values and types, also from other modules. */
function namesIn(file: SourceFile): string[] {
  const lists = [...file.text.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, names]) => names!.split(','));
  const others = lists.map((name) => name.trim().replace(/^type /, '')).filter((name) => name !== '');
  return [...exportsOf(file), ...others];
}

/** All that `src/` exports below a docstring. */
function readDeclared(): Set<string> {
  const pattern = /\*\/\nexport (?:async )?(?:function|const|interface|type) (\w+)/g;
  return new Set(sources.flatMap(({ text: code }) => Array.from(code.matchAll(pattern), ([, name]) => name!)));
}
