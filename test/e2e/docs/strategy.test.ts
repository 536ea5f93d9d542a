/** The examples of docs/guides/strategy.md run, and its list is complete. `docs.test.ts` plays its strategies. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { expect } from 'chai';
import * as testing from 'serpentarium/testing';
import * as toolkit from 'serpentarium';
import { inRepository } from '../../support/fixtures.js';
import { codeBlocks } from '../../support/markdown.js';

const text = await readFile(inRepository('docs/guides/strategy.md'), 'utf8');
const scripts = codeBlocks(text)
  .filter(({ language }) => language === 'js')
  .map(({ code }) => code);
const exported: Readonly<Record<string, unknown>> = { ...toolkit, ...testing };

/** The entries of the reference: the name in the heading, and the line below it. */
const entries = [...text.matchAll(/^#### `(\w+)`\n\n`(.+)`$/gm)].map(([, name, signature]) => ({ name, signature }));

describe('docs/guides/strategy.md', () => {
  it('shows examples that have the results beside them', async () => {
    const examples = scripts.filter((block) => block.includes('// → '));
    const setUp = scripts.find((block) => block.startsWith('const position = '));
    for (const example of examples) await runExample(setUp!, example);
    const shown = examples.join('\n');
    for (const { name } of entries) expect(shown).to.match(new RegExp(`\\b${name}\\b`));
  });

  it('describes every export, and nothing else', () => {
    expect(entries.map(({ name }) => name)).to.have.members(Object.keys(exported));
  });

  it('shows the signatures of the code', async () => {
    const declared = await readDeclarations();
    const wrong = entries.filter(({ signature }) => !declared.has(signature!)).map(({ signature }) => signature);
    expect(wrong).to.deep.equal([]);
  });

  it('names every exported type', async () => {
    const source = await readFile(inRepository('src/strategy.ts'), 'utf8');
    const typeLines = [...source.matchAll(/export type \{([^}]+)\}/g)].flatMap(([, names]) => names!.split(','));
    const types = [...typeLines, ...[...source.matchAll(/\btype (\w+)[,\s}]/g)].map(([, name]) => name!)];
    const missing = types.map((name) => name.trim()).filter((name) => !text.includes(`\`${name}\``));
    expect(missing).to.deep.equal([]);
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

/** All functions and constants that the compiled declarations of `src/` export, each on one line. */
async function readDeclarations(): Promise<Set<string>> {
  const source = inRepository('dist/src');
  const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.d.ts'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(source, name), 'utf8')));
  const pattern = /^export declare (?:function|const) ([\s\S]*?);$/gm;
  return new Set(
    texts.flatMap((code) => [...code.matchAll(pattern)].map(([, found]) => found!.replaceAll(/\s+/g, ' '))),
  );
}
