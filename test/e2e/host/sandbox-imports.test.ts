/** What the host reads of this machine while it mounts strategies that import whatever they like. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { createChance } from '../../../src/rules/chance.js';
import { inRepository } from '../../support/fixtures.js';
import { writeFolder } from '../../support/host-process.js';
import { needsSandbox } from '../../support/runners.js';

const SECRET = 'HOSTSECRET';
/** Forms of an import, each with a path in place of `PATH`. */
const FORMS = [
  "import * as it from 'PATH';",
  "import it from 'PATH' with { type: 'json' };",
  "export * from 'PATH';",
  "export const it = () => import('PATH');",
  'export const it = (name: string) => import(`PATHS/${name}.json`);',
  "export const it = () => require('PATH');",
  "export const it = require.resolve('PATH');",
  "export const it = new URL('PATH', import.meta.url);",
  '//# sourceMappingURL=PATH',
  '/*# sourceMappingURL=PATH */',
];
const FILES = ['keys.json', 'notes.txt', 'code.js', 'code', 'map.js.map', 'style.css'];

describe('a host that mounts strategies in sandboxes', () => {
  needsSandbox();
  before(function () {
    try {
      execFileSync('strace', ['-V']);
    } catch {
      this.skip();
    }
  });

  it('reads nothing for them that they may not read', async function () {
    this.timeout(120_000);
    const folder = realpathSync(writeFolder({}));
    const at = (...names: string[]) => path.join(folder, ...names);
    for (const name of ['secret', 'strategies', 'node_modules/tiny', 'data']) mkdirSync(at(name), { recursive: true });
    for (const name of FILES) writeFileSync(at('secret', name), secretText(name));
    writeFileSync(at('data/games.db'), SECRET);
    writeFileSync(at('.env'), `SECRET=${SECRET}`);
    writeFileSync(at('node_modules/tiny/package.json'), '{"name":"tiny","type":"module","exports":"./main.js"}');
    writeFileSync(at('node_modules/tiny/main.js'), 'export const tiny = 1;');
    symlinkSync('../secret', at('strategies/linked'));
    chmodSync(folder, 0o755);

    const chance = createChance(44);
    const one = <T>(list: readonly T[]): T => list[chance.below(list.length)]!;
    const names = Array.from({ length: 60 }, (_, index) => `s${index}`);
    for (const name of names) {
      const imports = Array.from({ length: 2 }, () => {
        const base = one([
          '../secret',
          './../secret',
          folder + '/secret',
          './linked',
          'tiny/../../secret',
          '@x/../../secret',
        ]);
        const file = `${base}/${one(FILES)}`;
        return one(FORMS)
          .replace('PATHS', base)
          .replace('PATH', one([file, file, '../data/games.db', '../.env', '../c.yaml']));
      });
      writeFileSync(at('strategies', `${name}.ts`), strategy(...imports));
    }
    writeFileSync(at('strategies/good.ts'), strategy("import { tiny } from 'tiny'; console.log(tiny);"));
    const snakes = ['good', ...names].map((name) => ({ prefix: `/${name}`, strategy: name, isolation: 'sandbox' }));
    writeFileSync(
      at('c.yaml'),
      JSON.stringify({ strategies: 'strategies', journal: { path: 'data/games.db' }, snakes }),
    );

    const said = await traced(folder, ['check', '--config', 'c.yaml']);
    expect(said).to.match(/snake "\/s0": .*(outside of the strategies folder|is not the name of a package)/);
    expect(said)
      .not.to.match(/snake "\/good"/)
      .and.not.include(SECRET);
    const read = opened(folder);
    expect(read).to.include(at('strategies/good.ts'));
    const isHarmless = (file: string) =>
      /^(strategies|node_modules)(\/|$)|^(c\.yaml|\.env)$/.test(path.relative(folder, realpathSync(file)));
    expect(read.filter((file) => file.startsWith(folder) && !isHarmless(file))).to.deep.equal([]);
  });
});

function strategy(...lines: string[]): string {
  const customization = "export const customization = { color: '#123456' };";
  return [...lines, "export function move() { return 'up'; }", customization].join('\n');
}

function secretText(name: string): string {
  if (name.endsWith('.map')) return JSON.stringify({ version: 3, sources: [SECRET], names: [], mappings: 'AAAA' });
  if (name.endsWith('.json')) return JSON.stringify({ key: SECRET });
  return name.startsWith('code') ? `export const key = '${SECRET}';` : SECRET;
}

/** Runs the program in a folder, and traces the files that it opens. Resolves with all that it printed. */
function traced(folder: string, args: readonly string[]): Promise<string> {
  const cli = inRepository('dist/src/cli.js');
  const flags = ['-f', '-qq', '-z', '-s', '4096', '-e', 'trace=open,openat', '-o', path.join(folder, 'trace')];
  return new Promise((resolve) => {
    execFile('strace', [...flags, process.execPath, cli, ...args], { cwd: folder }, (_, out, err) =>
      resolve(out + err),
    );
  });
}

/** Absolute paths of the files that were opened. Folders do not count. */
function opened(folder: string): string[] {
  const lines = readFileSync(path.join(folder, 'trace'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, name = '.'] = /open(?:at)?\((?:AT_FDCWD, )?"([^"]+)"/.exec(line) ?? [];
    const file = path.resolve(folder, name);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? [file] : [];
  });
}
