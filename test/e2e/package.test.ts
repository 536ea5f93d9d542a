/** What `npm pack` takes along, and how packages are asked for. */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../support/fixtures.js';
import { localTargets } from '../support/markdown.js';

interface Manifest {
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

const run = promisify(execFile);
const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as Manifest;

describe('the package', () => {
  it('packs and exports files that exist', () => {
    const included = manifest.files.filter((file) => !/[!*{]/.test(file));
    const named = [...included, ...Object.values(manifest.exports).flatMap((entry) => Object.values(entry))];
    expect(named.filter((file) => !existsSync(inRepository(file)))).to.deep.equal([]);
  });

  it('packs what runs and what players read, and nothing else', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: inRepository('') });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const packed = files.map((file) => file.path);
    expect(packed.filter((file) => /\.map$|^test|^dist\/test|^dist\/src\/page\/client/.test(file))).to.deep.equal([]);
    expect(packed.filter((file) => file.startsWith('strategies/'))).to.deep.equal(
      manifest.files.filter((file) => file.startsWith('strategies/')),
    );
    expect(packed).to.include.members(declarationsFrom('dist/src/strategy.d.ts', 'dist/src/testing.d.ts'));
    expect(packed).to.include.members(['dist/src/cli.js', 'config/reference.yaml', 'deploy/haproxy.cfg', 'README.md']);
    const isPacked = (target: string) => packed.some((file) => file === target || file.startsWith(`${target}/`));
    for (const file of packed.filter((each) => each.endsWith('.md') && !each.startsWith('templates/'))) {
      const dead = localTargets(readFileSync(inRepository(file), 'utf8'))
        .filter((target) => !target.startsWith('#'))
        .map((target) => path.posix.join(path.posix.dirname(file), target.split('#')[0]!).replace(/\/$/, ''))
        .filter((target) => !isPacked(target));
      expect(dead, file).to.deep.equal([]);
    }
    expect(packed.filter((file) => file.startsWith('clients/'))).to.have.members(
      ['c/first.c', 'python/serpentarium.py', 'python/snake.py'].map((name) => `clients/${name}`),
    );
    expect(manifest.scripts).to.include({ prepack: 'npm run build && node create/compact.js' });
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
function declarationsFrom(...entries: string[]): string[] {
  const reached = new Set(entries);
  for (const file of reached) {
    const text = readFileSync(inRepository(file), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      reached.add(path.posix.join(path.posix.dirname(file), name!.replace(/\.js$/, '.d.ts')));
    }
  }
  return [...reached];
}
