/** What `npm pack` takes along, and how packages are asked for. */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../support/fixtures.js';
import { Installations } from '../support/installed.js';
import { localTargets } from '../support/markdown.js';

interface Manifest {
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

describe('the package', function () {
  this.timeout(300_000);
  const all = new Installations();
  const unpacked = path.join(all.folder, 'package');
  const textOf = (file: string) => readFileSync(path.join(unpacked, file), 'utf8');
  let manifest: Manifest;
  let packed: string[];
  before(async () => {
    execFileSync('tar', ['-xzf', await all.pack(), '-C', all.folder]);
    manifest = JSON.parse(textOf('package.json')) as Manifest;
    packed = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(unpacked, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  });
  after(() => all.close());

  it('packs and exports files that exist', () => {
    const included = manifest.files.filter((file) => !/[!*{]/.test(file));
    const named = [...included, ...Object.values(manifest.exports).flatMap((entry) => Object.values(entry))];
    expect(named.filter((file) => !existsSync(path.join(unpacked, file)))).to.deep.equal([]);
  });

  it('packs what runs and what players read, and nothing else', () => {
    const notPacked = /\.map$|^test|^src|^dist\/test|^dist\/strategies|^dist\/src\/page\/client|^dist\/src\/build\./;
    expect(packed.filter((file) => notPacked.test(file))).to.deep.equal([]);
    expect(packed.filter((file) => file.startsWith('bin/'))).to.deep.equal(['bin/serpentarium.js']);
    expect(packed.filter((file) => file.startsWith('strategies/'))).to.have.members(
      manifest.files.filter((file) => file.startsWith('strategies/')),
    );
    expect(packed).to.include.members(declarationsFrom(textOf, 'dist/src/strategy.d.ts', 'dist/src/testing.d.ts'));
    expect(packed).to.include.members(['dist/src/cli.js', 'config/reference.yaml', 'deploy/haproxy.cfg', 'README.md']);
    const isPacked = (target: string) => packed.some((file) => file === target || file.startsWith(`${target}/`));
    for (const file of packed.filter((each) => each.endsWith('.md') && !each.startsWith('templates/'))) {
      // Pictures would take a fifth of the package.
      const dead = localTargets(textOf(file))
        .filter((target) => !target.startsWith('#') && !target.endsWith('.png'))
        .map((target) => path.posix.join(path.posix.dirname(file), target.split('#')[0]!).replace(/\/$/, ''))
        .filter((target) => !isPacked(target));
      expect(dead, file).to.deep.equal([]);
    }
    expect(packed.filter((file) => file.startsWith('clients/'))).to.have.members(
      ['c/first.c', 'python/serpentarium.py', 'python/snake.py'].map((name) => `clients/${name}`),
    );
  });

  it('has a package for "npm create" of the same version', () => {
    const own = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as Record<string, unknown>;
    const create = JSON.parse(readFileSync(inRepository('create/package.json'), 'utf8')) as Record<string, unknown>;
    const { version, engines, license } = own;
    expect(create).to.deep.include({
      version,
      engines,
      license,
      dependencies: { serpentarium: `^${String(version)}` },
    });
  });
});

/** These declarations, and all that they import from files of ours. */
function declarationsFrom(textOf: (file: string) => string, ...entries: string[]): string[] {
  const reached = new Set(entries);
  for (const file of reached) {
    for (const [, name] of textOf(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      reached.add(path.posix.join(path.posix.dirname(file), name!.replace(/\.js$/, '.d.ts')));
    }
  }
  return [...reached];
}
