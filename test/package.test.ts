/** What `npm pack` takes along, and how packages are asked for. */
import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from './support/fixtures.js';

interface Manifest {
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as Manifest;

describe('the package', () => {
  it('names strategies and configuration one by one, so that private ones stay at home', () => {
    for (const folder of ['strategies', 'config']) expect(manifest.files).not.to.include(folder);
  });

  it('packs and exports files that exist', () => {
    const named = [...manifest.files, ...Object.values(manifest.exports).flatMap((entry) => Object.values(entry))];
    expect(named.filter((file) => !existsSync(inRepository(file)))).to.deep.equal([]);
  });

  it('asks for its dependencies in one style', () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(ranges.filter(([, range]) => !/^\^\d+\.\d+\.\d+$/.test(range))).to.deep.equal([]);
  });
});
