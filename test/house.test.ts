/** The rules of the source layout, checked: storeys, folders, names and comments. CONTRIBUTING.md explains them. */
import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from './support/fixtures.js';
import { HOST_PACKAGES } from './support/host-packages.js';
import { LOOSE_FILES, PUBLIC_ENTRY_POINTS, SHARED_WITH_BROWSERS, STOREYS } from './support/layers.js';
import { tableBelow } from './support/markdown.js';
import {
  commentLinesOf,
  declaredIn,
  exportsOf,
  filesOnCycles,
  importsOf,
  localImportsOf,
  packagesLoadedBy,
  readSourceFiles,
  wordsOf,
} from './support/source-files.js';

/** The lines that `src/` may have. */
const BUDGET = 66_734;
const MAX_COLUMNS = 120;
/** Names with words of Node, esbuild or another program that our table has another word for. */
const BORROWED_NAMES = new Set(['agentFor']);
const LOOSE_HOOK = /^(before|after)(Each)?\(/m;

const sources = readSourceFiles('src');
const shipped = (JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { files: string[] }).files;
/** Without the strategies that players have added, and their tests: those are written in the player's own style. */
const allFiles = ['src', 'strategies', 'test']
  .flatMap((folder) => readSourceFiles(folder).map(({ path: file, text }) => ({ path: `${folder}/${file}`, text })))
  .filter(({ path: file }) => {
    const [, strategy] = /^(?:test\/)?strategies\/(.+?)(?:\.test)?\.ts$/.exec(file) ?? [];
    return strategy === undefined || shipped.some((name) => name.startsWith(`strategies/${strategy}.`));
  });
/** The main files of threads and child processes. */
const threads = sources.filter(({ path: file }) => /-(?:main|thread)\.ts$/.test(file)).map((file) => file.path);
const rankOf = new Map(STOREYS.flat().map((folder, rank) => [folder, rank]));

describe('source layout', () => {
  it('gives every folder of src/ a storey, and keeps the files outside of one few', () => {
    const parts = new Set(sources.map((file) => partOf(file.path)));
    expect([...parts]).to.have.members([...rankOf.keys(), ...LOOSE_FILES, ...PUBLIC_ENTRY_POINTS]);
    expect(LOOSE_FILES.length + PUBLIC_ENTRY_POINTS.length).to.be.at.most(7);
  });

  it('imports downwards only', () => {
    const upward = sources.flatMap((file) =>
      localImportsOf(file)
        .filter((imported) => !mayImport(partOf(file.path), partOf(imported)))
        .map((imported) => `${file.path} imports ${imported}`),
    );
    expect(upward).to.deep.equal([]);
  });

  it('keeps rules/ free of every import but its own', () => {
    const foreign = sources
      .filter((file) => partOf(file.path) === 'rules')
      .flatMap((file) => importsOf(file).map((name) => `${file.path} imports ${name}`))
      .filter((line) => !/ imports \.{1,2}\//.test(line));
    expect(foreign).to.deep.equal([]);
  });

  it('shares with browsers only folders that need nothing of Node', () => {
    const crossing = sources.flatMap((file) =>
      localImportsOf(file)
        .filter((name) => isInClient(name) !== isInClient(file.path))
        .filter((name) => !(isInClient(file.path) && SHARED_WITH_BROWSERS.includes(partOf(name))))
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(crossing).to.deep.equal([]);
    const shared = sources.filter((file) => isInClient(file.path)).map((file) => file.path);
    const loaded = [...packagesLoadedBy(shared, sources).keys()].filter((name) => !/^preact\b/.test(name));
    expect(loaded).to.deep.equal(['escape-html']);
  });

  it('loads databases and queues of other machines only where a URL asks for them', () => {
    const commands = localImportsOf(sources.find((file) => file.path === 'commands/all-commands.ts')!);
    const loaded = packagesLoadedBy([...commands, 'cli.ts', 'strategy.ts', 'testing.ts', ...threads], sources);
    expect([...loaded.keys()]).to.include.members(['koa', 'kysely']);
    expect([...loaded].filter(([name]) => /^(?:pg|bullmq|ioredis)$/.test(name))).to.deep.equal([]);
  });

  it('loads no more for a host than it needs', () => {
    const loaded = packagesLoadedBy(['cli.ts', 'commands/serve/serve.ts'], sources);
    expect([...loaded.keys()].filter((name) => !name.startsWith('node:'))).to.have.members(HOST_PACKAGES);
  });

  it('loads no server to play a game', () => {
    const loaded = packagesLoadedBy(['cli.ts', 'commands/play/play.ts', 'host/mount-all.ts'], sources);
    expect([...loaded.keys()])
      .to.include('esbuild')
      .and.not.include('koa');
  });

  it('has no import cycle', () => {
    const graph = new Map(sources.map((file) => [file.path, localImportsOf(file)]));
    expect(filesOnCycles(graph)).to.deep.equal([]);
  });

  it('is where programs that nothing compiles import it from', () => {
    const missing = ['site/games.js', 'site/reference.js', 'site/.vitepress/config.js', 'bin/serpentarium.js']
      .flatMap((file) => [...readFileSync(inRepository(file), 'utf8').matchAll(/'(?:\.\.\/)+dist\/(src\/.+)\.js'/g)])
      .map(([, source]) => `${source}.ts`)
      .filter((source) => !existsSync(inRepository(source)));
    expect(missing).to.deep.equal([]);
  });

  it('exports every name from one file only', () => {
    const exported = sources.flatMap((file) => exportsOf(file).map((name) => ({ name, file: file.path })));
    const shared = [...groupBy(exported, ({ name }) => name)]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`);
    expect(shared).to.deep.equal([]);
  });

  it('prints in one place, which makes foreign text harmless', () => {
    const printing = sources.filter(({ path: file, text }) => {
      return file !== 'terminal/print.ts' && /\bconsole\.\w+\(|process\.std(?:out|err)\.write\(/.test(text);
    });
    expect(printing.map((file) => file.path)).to.deep.equal([]);
  });

  it('has no name with a word from the last column of the table of names', () => {
    const table = tableBelow(readFileSync(inRepository('CONTRIBUTING.md'), 'utf8'), 'Names');
    const banned = new Set(table.flatMap(([, not]) => not!.split(', ').filter(Boolean)));
    const isBanned = (word: string) => banned.has(word) || (word.endsWith('s') && banned.has(word.slice(0, -1)));
    const found = sources.flatMap((file) =>
      [file.path.replace(/\.tsx?$/, ''), ...declaredIn(file)]
        .filter((name) => !BORROWED_NAMES.has(name) && wordsOf(name).some(isBanned))
        .map((name) => `${file.path}: ${name}`),
    );
    expect(found).to.deep.equal([]);
  });

  it('names every folder of src/ on the map', () => {
    const map = readFileSync(inRepository('docs/internals/architecture.md'), 'utf8');
    const folders = new Set(sources.flatMap(({ path: file }) => foldersOf(file)));
    const missing = [...folders].filter((folder) => {
      // The map says that there is one for each command and each part of the page.
      if (['commands', 'page/client'].includes(path.posix.dirname(folder))) return false;
      return !map.includes(`src/${folder}/`) && !map.includes(`\`${path.posix.basename(folder)}/\``);
    });
    expect(missing).to.deep.equal([]);
  });

  const left = BUDGET - sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  it(`stays within its budget of ${BUDGET} lines: ${left} left`, () => {
    const advice =
      `src/ is ${-left} lines over its budget. Remove as many elsewhere, best by a mechanism that another one can carry. ` +
      'If the change is worth more than that, raise BUDGET in this file, and give the reason in the commit message.';
    if (left < 0) expect.fail(advice);
  });

  it('keeps the hooks of a test file in a suite: outside, they run around the tests of all files', () => {
    const loose = allFiles.filter(({ path: file, text }) => file.endsWith('.test.ts') && LOOSE_HOOK.test(text));
    expect(loose.map((file) => file.path)).to.deep.equal([]);
  });
});

describe('comments', () => {
  it(`are at most ${MAX_COLUMNS} columns wide`, () => {
    const wide = allFiles.flatMap((file) =>
      commentLinesOf(file)
        .filter((line) => line.length > MAX_COLUMNS)
        .map((line) => `${file.path}: ${line.trim()}`),
    );
    expect(wide).to.deep.equal([]);
  });
});

/** The part of `src/` that has a storey: the innermost folder with one, else what lies directly below `src/`. */
function partOf(file: string): string {
  const parts = file.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return paths.findLast((part) => rankOf.has(part)) ?? parts[0]!;
}

/** All folders that a file of `src/` is in. */
function foldersOf(file: string): string[] {
  const folders = path.posix.dirname(file).split('/');
  return folders[0] === '.' ? [] : folders.map((_, index) => folders.slice(0, index + 1).join('/'));
}

function isInClient(file: string): boolean {
  return file.startsWith('page/client/');
}

function mayImport(importing: string, imported: string): boolean {
  if (importing === imported || imported === 'version.ts') return true;
  // Programs and entry points are above all folders.
  return !importing.includes('.') ? rankOf.get(imported)! < rankOf.get(importing)! : rankOf.has(imported);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
