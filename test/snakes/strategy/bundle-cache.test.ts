import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { BundleCache } from '../../../src/snakes/strategy/bundle-cache.js';

describe('BundleCache', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'serpentarium-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('gives the same code for a file each time, even if the file changes', async () => {
    const file = path.join(folder, 'strategy.js');
    await writeFile(file, 'export const a = 1;');
    const cache = new BundleCache();
    const first = await cache.bundle(file);
    await writeFile(file, 'export const a = 2;');
    expect(await cache.bundle(file)).to.equal(first);
    expect((await new BundleCache().bundle(file)).hash).not.to.equal(first.hash);
  });

  it('fails with the same error each time', async () => {
    const cache = new BundleCache();
    const fail = () => cache.bundle(path.join(folder, 'missing.js')).catch((thrown: unknown) => thrown);
    expect(await fail())
      .to.be.an('error')
      .and.equal(await fail());
  });
});
