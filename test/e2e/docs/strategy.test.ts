/** What docs/strategy.md shows works: its files are type-checked and played, its examples run, its list is complete. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import { expect } from 'chai';
import * as testing from 'serpentarium/testing';
import * as toolkit from 'serpentarium';
import { play } from '../../../src/arena/game/play.js';
import { bundleStrategy } from '../../../src/snakes/strategy/bundle.js';
import { importBundle } from '../../../src/snakes/strategy/import-bundle.js';
import { inRepository } from '../../support/fixtures.js';
import { createParticipant } from '../../support/local-snakes.js';
import { codeBlocks } from '../../support/markdown.js';

const text = await readFile(inRepository('docs/strategy.md'), 'utf8');
const scripts = codeBlocks(text)
  .filter(({ language }) => language === 'js')
  .map(({ code }) => code);
const files = findFiles();
const exported: Readonly<Record<string, unknown>> = { ...toolkit, ...testing };

/** The entries of the reference: the name in the heading, and the line below it. */
const entries = [...text.matchAll(/^#### `(\w+)`\n\n`(.+)`$/gm)].map(([, name, signature]) => ({ name, signature }));

describe('docs/strategy.md', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'serpentarium-docs-'));
    await mkdir(path.join(folder, 'strategies'));
    for (const { file, code } of files) await writeFile(path.join(folder, file), code);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('starts with a snake in plain JavaScript', () => {
    expect(files[0]?.file).to.equal('strategies/first.js');
    expect(text.indexOf(files[0]!.code)).to.be.below(text.indexOf('\n## '));
  });

  for (const { file } of files) {
    it(`shows a strategy that plays: ${file}`, async () => {
      const { code } = await bundleStrategy(path.join(folder, file));
      const { answers, warnings } = await playAlone(await importBundle(code, folder));
      expect(answers).to.deep.equal(['moved', 'moved', 'moved', 'moved', 'moved']);
      expect(warnings).to.deep.equal([]);
    });
  }

  it('shows strategies without type errors', async () => {
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      allowJs: true,
      noEmit: true,
      target: 'es2023',
      module: 'nodenext',
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [inRepository('node_modules/@types')],
      paths: { serpentarium: [inRepository('dist/src/strategy.d.ts')] },
    };
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['strategies'] }));
    const compiler = inRepository('node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).to.equal('');
  });

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

/** The blocks that begin with the name of their file, as in `// strategies/mine.ts`. */
function findFiles(): { file: string; code: string }[] {
  return codeBlocks(text).flatMap(({ code: block }) => {
    const [, file, code] = /^\/\/ (\S+\.[jt]s)\n([\s\S]*)$/.exec(block) ?? [];
    return file === undefined ? [] : [{ file, code: code! }];
  });
}

/** Plays five turns of a snake alone, with its default options. */
async function playAlone(module: object): Promise<{ answers: string[]; warnings: string[] }> {
  const answers: string[] = [];
  const warnings: string[] = [];
  const participant = createParticipant('shown', module, (_, report) => {
    if (report.type === 'answered') answers.push(report.answer.kind);
    if (report.type === 'warned') warnings.push(report.reason);
  });
  await play({ participants: [participant], ruleset: 'solo', seed: 1, maxTurns: 5 });
  await new Promise(setImmediate);
  return { answers, warnings };
}

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
