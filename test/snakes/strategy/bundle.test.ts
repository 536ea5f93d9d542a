import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { bundleStrategy } from '../../../src/snakes/strategy/bundle.js';
import { importBundle } from '../../../src/snakes/strategy/import-bundle.js';
import { fixture } from '../../support/fixtures.js';
import { until } from '../../support/soon.js';

const failureOf = (file: string) =>
  bundleStrategy(file).then(
    () => 'bundled',
    (thrown: Error) => thrown.message,
  );

describe('bundleStrategy', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'serpentarium-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };
  const load = async (file: string) => importBundle((await bundleStrategy(file)).code, folder);
  const library = async (folderName: string) => {
    await write(`${folderName}/package.json`, '{"name":"lib","type":"module","exports":"./main.ts"}');
    await write(`${folderName}/main.ts`, "export { answer } from './answer.js';");
    await write(`${folderName}/answer.ts`, 'export const answer: number = 42;');
  };
  const strategy = (from: string) => write('strategies/strategy.ts', `export { answer } from '${from}';`);
  const bundle = async (code: string, ...allowed: string[]) => {
    const file = await write('strategies/strategy.ts', code.replace('FOLDER', folder));
    const secrets = [{ name: 'the configuration', path: path.join(folder, 'strategies/snakes.json') }];
    const folders = ['strategies', ...allowed].map((name) => path.join(folder, name));
    return bundleStrategy(file, { folders, secrets }).then(
      ({ code: bundled }) => bundled,
      (thrown: Error) => thrown.message,
    );
  };
  it('bundles TypeScript with its neighbouring files', async () => {
    await write('neighbour.ts', 'export const answer: number = 42;');
    const file = await write(
      'strategy.ts',
      'import { answer } from "./neighbour.js"; export const doubled: number = answer * 2;',
    );
    expect(await load(file)).to.include({ doubled: 84 });
  });

  it('resolves "serpentarium" from any folder', async () => {
    const file = await write('strategy.ts', 'export { DIRECTIONS, safeMove } from "serpentarium";');
    const module = await load(file);
    expect(module['DIRECTIONS']).to.deep.equal(['up', 'down', 'left', 'right']);
  });

  it('keeps only what a strategy uses of "serpentarium", and all that its own files do', async () => {
    await write('effect.ts', 'Object.assign(globalThis, { hasRun: true });');
    const [small, large] = await Promise.all(
      ['DIRECTIONS', 'search'].map(async (name) => {
        const text = `import "./effect.js"; export { ${name} } from "serpentarium";`;
        return bundleStrategy(await write(`${name}.ts`, text));
      }),
    );
    expect(small!.code).to.include('hasRun').and.not.include('class ');
    expect(small!.code.length).to.be.lessThan(large!.code.length / 10);
  });

  it('leaves packages outside, and resolves them from the folder of the importing file', async () => {
    await write('node_modules/tiny/package.json', '{"name":"tiny","type":"module","exports":"./main.js"}');
    await write('node_modules/tiny/main.js', 'export const where = import.meta.url;');
    const module = await load(await write('strategy.js', 'export { where } from "tiny";'));
    expect(module['where']).to.match(/node_modules\/tiny\/main\.js$/);
  });

  it('allows the modules of Node and top-level await', async () => {
    const module = await load(
      await write('strategy.js', 'import os from "os"; export const cores = await os.cpus().length;'),
    );
    expect(module['cores']).to.be.a('number');
  });

  it('names the line of a strategy that passes a wrong picture to "serpentarium"', async () => {
    const text = 'import { parsePicture } from "serpentarium";\nexport const board = parsePicture("ab\\na");';
    const file = await write('strategy.ts', text);
    const failure = await load(file).catch((thrown: Error) => thrown.message);
    expect(failure).to.match(/strategy\.ts:2:\d+ The row "a" is not as long as "ab"/);
  });

  it('leaves no file behind', async () => {
    await load(await write('strategy.js', 'export const a = 1;'));
    expect(await readdir(folder)).to.deep.equal(['strategy.js']);
  });

  it('gives the same code the same hash, wherever the file is', async () => {
    const one = await bundleStrategy(await write('one/strategy.js', 'export const a = 1;'));
    const other = await bundleStrategy(await write('other/strategy.js', 'export const a = 1;'));
    const changed = await bundleStrategy(await write('other/strategy.js', 'export const a = 2;'));
    expect(one.hash).to.equal(other.hash);
    expect(one.hash).not.to.equal(changed.hash);
  });

  const odd: [what: string, make: (file: string) => unknown, sentence: RegExp][] = [
    ['a pipe', (file) => execFileSync('mkfifo', [file]), /"[^"]*NAME" is a pipe or a device, not a file$/],
    ['a device', (file) => symlink('/dev/zero', file), /"[^"]*zero" is a pipe or a device, not a file$/],
    [
      'a large file',
      async (file) => {
        await writeFile(file, '');
        await truncate(file, 64 * 1024 ** 2 + 1);
      },
      /"[^"]*NAME" is larger than 64 MB$/,
    ],
  ];
  for (const [what, make, sentence] of odd) {
    for (const name of ['strategy.js', 'neighbour.js', 'data.json']) {
      it(`does not read ${what}: ${name}`, async function () {
        if (process.platform === 'win32') this.skip();
        await make(path.join(folder, name));
        const file = path.join(folder, 'strategy.js');
        if (name !== 'strategy.js') await write('strategy.js', `import * as it from './${name}'; export { it };`);
        expect(await failureOf(file)).to.match(new RegExp(sentence.source.replace('NAME', name)));
      });
    }
  }

  it('names line and column of a syntax error', async () => {
    expect(await failureOf(fixture('strategies/syntax.ts'))).to.match(
      /syntax\.ts:4:1 Expected identifier but found end of file/,
    );
  });

  describe('says what the likely cause is', () => {
    const slips: [what: string, code: string, sentence: RegExp][] = [
      [
        'a package that is not installed',
        'import _ from "lodash/fp";',
        /:1:15 "lodash\/fp" is not installed: npm install lodash$/,
      ],
      ['a scoped one', 'import a from "@a/b/c.js";', /:1:15 "@a\/b\/c\.js" is not installed: npm install @a\/b$/],
      [
        'a misspelt package',
        'import "serpentarum";',
        /"serpentarum" is not installed\. Did you mean "serpentarium"\?$/,
      ],
      ['a misspelt module of Node', 'import "node:fss";', /Node has no "node:fss"\. Did you mean "node:fs"\?$/],
      [
        'a misspelt neighbour',
        'import "./helpr.js";',
        /:1:8 "\.\/helpr\.js" does not exist\. Did you mean "\.\/helper\.js"\?$/,
      ],
      [
        'a misspelt function',
        'import { safeMovs } from "serpentarium"; safeMovs();',
        /:1:10 "serpentarium" has no "safeMovs"\. Did you mean "safeMoves"\?$/,
      ],
      [
        'a type imported as a value',
        'import { Context } from "serpentarium"; Context();',
        /"Context" of "serpentarium" is a type, so code cannot import it\. Write: import type \{ Context \}$/,
      ],
      [
        'require',
        'const fs = require("fs");\nexport const move = fs;',
        /:1:20 "require" does not work in a strategy\. Write: import fs from 'node:fs'$/,
      ],
      [
        'require of a package',
        'export const x = require("@a/left-pad");',
        /"require" does not work in a strategy\. Write: import left_pad from '@a\/left-pad'$/,
      ],
      [
        'module.exports',
        '// mine\nmodule.exports = { move: () => "up" };',
        /:2 use "export" instead of "module.exports"$/,
      ],
      ['exports.move', 'exports.move = () => "up";', /:1 use "export" instead of "module.exports"$/],
      [
        'module.exports next to an export',
        'export const customization = {};\n\nmodule.exports.move = () => "up";',
        /:3 use "export" instead of "module.exports"$/,
      ],
    ];
    for (const [what, code, sentence] of slips) {
      it(`of ${what}`, async () => {
        await write('helper.js', '');
        expect(await failureOf(await write('strategy.js', code))).to.match(sentence);
      });
    }

    it('of nothing in a file that works both ways', async () => {
      const code = 'export const move = () => "up"; if (typeof module !== "undefined") module.exports = { move };';
      expect(await failureOf(await write('strategy.js', code))).to.equal('bundled');
    });
  });

  it('names an import that cannot be resolved', async () => {
    expect(await failureOf(fixture('strategies/missing-import.js'))).to.match(
      /missing-import\.js:2:19 "\.\/missing\.js" does not exist/,
    );
    expect(await failureOf(await write('strategy.js', 'import "no-such-package";'))).to.match(
      /"no-such-package" is not installed: npm install no-such-package/,
    );
  });

  describe('bundles sources that are not next to the strategy', () => {
    it('by the paths of tsconfig.json', async () => {
      await library('shared');
      await write('tsconfig.json', '{"compilerOptions":{"paths":{"@lib/*":["./shared/*"]}}}');
      expect(await load(await strategy('@lib/main'))).to.include({ answer: 42 });
    });

    it('by a link in node_modules', async function () {
      if (process.platform === 'win32') this.skip();
      await library('shared');
      await mkdir(path.join(folder, 'node_modules'));
      await symlink('../shared', path.join(folder, 'node_modules/lib'));
      const file = await strategy('lib');
      expect(await load(file)).to.include({ answer: 42 });
      const bounds = { folders: [path.dirname(file)], secrets: [] };
      expect((await bundleStrategy(file, bounds)).inputs).to.include(path.join(folder, 'shared/answer.ts'));
    });

    it('and leaves JavaScript of a linked package outside, with its whole folder', async function () {
      if (process.platform === 'win32') this.skip();
      await write('shared/package.json', '{"name":"lib","type":"module","exports":"./dist/main.js"}');
      await write('shared/dist/main.js', 'export const answer = 42;');
      await mkdir(path.join(folder, 'node_modules'));
      await symlink('../shared', path.join(folder, 'node_modules/lib'));
      const file = await strategy('lib');
      expect(await load(file)).to.include({ answer: 42 });
      const bounds = { folders: [path.dirname(file)], secrets: [] };
      expect((await bundleStrategy(file, bounds)).packages).to.include(path.join(folder, 'shared'));
      const secrets = [{ name: 'the journal', path: path.join(folder, 'shared/data/games.db') }];
      const failure = await bundleStrategy(file, { ...bounds, secrets }).catch((thrown: Error) => thrown.message);
      expect(failure).to.match(/the package in "[^"]*shared" holds the journal$/);
    });
  });

  describe('within bounds', () => {
    const SECRET = 'HOSTSECRET';
    const outside = /is outside of the strategies folder\. In a sandbox, add it to "allow\.read"/;
    const noPackage = /is not the name of a package/;
    const imports: [what: string, code: string, refusal: RegExp][] = [
      ['JSON', "import '../secret/keys.json';", outside],
      ['text', "import '../secret/notes.txt';", outside],
      ['code', "import '../secret/code.js';", outside],
      ['code without its extension', "import '../secret/code';", outside],
      ['a path that begins inside', "import './../secret/keys.json';", outside],
      ['an absolute path', "import 'FOLDER/secret/keys.json';", outside],
      ['a pattern', 'import(`../secret/${Math.random()}.json`);', outside],
      ['require', "require('../secret/keys.json');", outside],
      ['a missing file', "import '../secret/missing.js';", outside],
      ['a symbolic link', "import './link.json';", outside],
      ['a folder that is a symbolic link', "import './folder/keys.json';", outside],
      ['a package that leads out', "import('x/../../secret/keys.json');", noPackage],
      ['a scoped one', "import('@x/../secret/keys.json');", noPackage],
      ['the configuration', "import './snakes.json';", /is the configuration, which no sandbox may show/],
    ];
    beforeEach(async () => {
      await write('secret/keys.json', JSON.stringify({ SECRET }));
      await write('secret/notes.txt', SECRET);
      await write('secret/code.js', `export const code = '${SECRET}';`);
      await write('strategies/snakes.json', JSON.stringify({ SECRET }));
      await write('node_modules/.keep', '');
      await symlink('../secret/keys.json', path.join(folder, 'strategies/link.json'));
      await symlink('../secret', path.join(folder, 'strategies/folder'));
    });

    for (const [what, code, refusal] of imports) {
      it(`refuses ${what}`, async function () {
        if (process.platform === 'win32') this.skip();
        expect(await bundle(code))
          .to.match(refusal)
          .and.not.include(SECRET);
      });
    }

    it('imports neighbours, packages and what is allowed', async () => {
      await write('strategies/neighbour.ts', 'export const answer = 42;');
      await write('node_modules/tiny/package.json', '{"name":"tiny","type":"module","exports":"./main.js"}');
      await write('node_modules/tiny/main.js', 'export const tiny = 1;');
      const code = ["'./neighbour.js'", "'tiny'", "'serpentarium'", "'node:fs'"].map((name) => `import ${name};`);
      expect(await bundle(code.join('\n'))).to.include('node_modules/tiny/main.js');
      expect(await bundle("export { code } from '../secret/code.js';", 'secret')).to.include(SECRET);
    });
  });

  it('leaves no process of the bundler behind, and starts one again', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = await write('strategy.js', 'export const a = 1;');
    for (let round = 0; round < 2; round++) {
      const { hash } = await bundleStrategy(file);
      expect((await Promise.all([bundleStrategy(file), bundleStrategy(file)])).map((one) => one.hash)).to.deep.equal([
        hash,
        hash,
      ]);
      await until(() => !childNames().some((name) => name.includes('esbuild')));
    }
  });
});

/** The command lines of this process's children. */
function childNames(): string[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  });
}
