import { expect } from 'chai';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dependencyOn, findPackageSource } from '../../../src/commands/init/package-source.js';
import { version } from '../../../src/version.js';
import { inRepository } from '../../support/fixtures.js';

describe('where the package came from', () => {
  let folder: string;
  let installed: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'serpentarium-')));
    installed = `${path.join(folder, 'node_modules/serpentarium')}/`;
    mkdirSync(installed, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const lock = (resolved: string) => {
    const packages = { 'node_modules/serpentarium': { version, resolved } };
    writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  };

  it('is a registry: the project asks for a range', () => {
    lock('https://registry.example/serpentarium/-/serpentarium-1.0.0.tgz');
    const source = findPackageSource(installed);
    expect(source).to.deep.equal({ kind: 'registry', range: `^${version}` });
    expect(dependencyOn(source)).to.equal(`^${version}`);
  });

  it('is the tarball that npm was given', () => {
    writeFileSync(path.join(folder, 'some.tgz'), '');
    lock('file:some.tgz');
    const source = findPackageSource(installed);
    expect(source).to.deep.equal({ kind: 'tarball', file: path.join(folder, 'some.tgz') });
    expect(dependencyOn(source)).to.equal(`file:vendor/serpentarium-${version}.tgz`);
  });

  it('is a folder if the tarball has gone, and in a checkout', () => {
    lock('file:some.tgz');
    expect(findPackageSource(installed)).to.deep.equal({ kind: 'folder', folder: installed });
    expect(findPackageSource()).to.deep.equal({ kind: 'folder', folder: inRepository('') });
  });
});
