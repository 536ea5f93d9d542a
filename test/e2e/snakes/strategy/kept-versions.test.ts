/** Versions by their hash. They need Git, which knows whether a hash is a commit, so these are no unit tests. */
import { expect } from 'chai';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { SourceBounds } from '../../../../src/config/types.js';
import { bundleStrategy, type Bundle } from '../../../../src/snakes/strategy/bundle.js';
import { keepVersion, pruneVersions, readVersion } from '../../../../src/snakes/strategy/kept-versions.js';
import { makeRepository, type Repository } from '../../../support/repositories.js';

describe('kept versions', () => {
  let made: Repository;
  let kept = '';
  beforeEach(() => {
    made = makeRepository();
    kept = path.join(made.path, 'data/versions');
  });
  afterEach(() => rmSync(made.path, { recursive: true, force: true }));

  const keep = async (code: string, name = 'a'): Promise<Bundle> => {
    made.write({ [`strategies/${name}.js`]: code });
    const bundle = await bundleStrategy(path.join(made.path, `strategies/${name}.js`));
    await keepVersion(kept, bundle);
    return bundle;
  };
  const read = (version: string, name = 'a', bounds?: SourceBounds) => {
    const file = path.join(made.path, `strategies/${name}.ts`);
    return readVersion(
      { kind: 'strategy', name: `${name}@${version}`, file, version, kept, ...(bounds && { bounds }) },
      version,
    );
  };
  const faultOf = (...given: Parameters<typeof read>) =>
    read(...given).then(
      () => 'read',
      ({ message }: Error) => message,
    );
  const fileOf = ({ hash }: Bundle) => path.join(kept, `${hash}.json.br`);

  it('are read by the first digits of their hash, when their file is no more', async () => {
    const { hash, code } = await keep('export const answer = 1;');
    rmSync(path.join(made.path, 'strategies'), { recursive: true });
    for (const digits of [4, 7, 16])
      expect(await read(hash.slice(0, digits))).to.deep.include({ hash, code, inputs: [] });
    expect(readdirSync(kept)).to.deep.equal([`${hash}.json.br`]);
  });

  it('are kept once, by hosts at the same time, too', async () => {
    const bundle = await keep('export const answer = 1;');
    await Promise.all(Array.from({ length: 8 }, () => keepVersion(kept, bundle)));
    expect(readdirSync(kept)).to.deep.equal([`${bundle.hash}.json.br`]);
    rmSync(kept, { recursive: true });
    await Promise.all(Array.from({ length: 8 }, () => keepVersion(kept, bundle)));
    expect(await read(bundle.hash)).to.include({ hash: bundle.hash });
  });

  it('give way to branches, and are refused if a commit has the same digits', async () => {
    const { hash } = await keep('export const answer = 1;');
    made.commit({ 'strategies/a.js': 'export const answer = 2;' });
    made.git('branch', hash.slice(0, 7));
    expect((await read(hash.slice(0, 7))).code).to.include('=2;');
    expect((await read(hash.slice(0, 8))).code).to.include('=1;');
    const commit = made.git('rev-parse', 'HEAD');
    writeFileSync(path.join(kept, `${commit.slice(0, 16)}.json.br`), '');
    expect(await faultOf(commit.slice(0, 6))).to.equal(
      `"${commit.slice(0, 6)}" could be commit ${commit} or kept version ${commit.slice(0, 16)}. Write more digits`,
    );
  });

  it('warn if they have another name, and are refused if none has the hash', async () => {
    const { hash } = await keep('export const answer = 1;', 'other');
    expect((await read(hash)).warnings).to.deep.equal(['it was kept as a version of "other"']);
    made.commit({ 'strategies/a.js': 'export const answer = 2;' });
    expect(await faultOf('0123456789')).to.equal(
      '"0123456789": the repository has no such commit, branch or tag. No version with this hash is kept on this host',
    );
  });

  it('are refused if their content is damaged', async () => {
    const bundle = await keep('export const answer = 1;');
    const text = brotliDecompressSync(readFileSync(fileOf(bundle))).toString();
    for (const damaged of [
      Buffer.from(''),
      Buffer.from('{}'),
      brotliCompressSync('{}'),
      brotliCompressSync(text.replace('=1', '=2')),
    ]) {
      writeFileSync(fileOf(bundle), damaged);
      expect(await faultOf(bundle.hash)).to.match(
        new RegExp(`^kept version ${bundle.hash} is damaged, delete ".*versions/`),
      );
    }
    rmSync(fileOf(bundle));
    symlinkSync('/dev/zero', fileOf(bundle));
    expect(await faultOf(bundle.hash)).to.match(/is damaged, delete ".*": is a pipe or a device, not a file$/);
  });

  it('warn of packages that have another version now', async () => {
    made.write({
      'node_modules/lib/n.js': 'export const n = 1;',
      'node_modules/lib/package.json': '{"version":"1.0.0"}',
    });
    const { hash } = await keep("export { n } from 'lib/n.js';");
    expect((await read(hash)).warnings).to.deep.equal([]);
    made.write({ 'node_modules/lib/package.json': '{"version":"1.1.0"}' });
    expect((await read(hash)).warnings).to.deep.equal(['it had "lib" 1.0.0, but 1.1.0 is installed']);
    rmSync(path.join(made.path, 'node_modules'), { recursive: true });
    expect((await read(hash)).warnings).to.deep.equal(['it had "lib" 1.0.0, but none is installed']);
  });

  it('show a sandbox nothing that the sandbox may not read', async () => {
    made.write({ 'secret/n.js': 'export const n = 1;' });
    const { hash } = await keep("export { n } from '../secret/n.js';");
    const bounds = { folders: [path.join(made.path, 'strategies')], secrets: [] };
    expect(await faultOf(hash, 'a', bounds)).to.include('is outside of the strategies folder');
    const more = { ...bounds, folders: [...bounds.folders, path.join(made.path, 'secret')] };
    expect(await read(hash, 'a', more)).to.include({ hash });
  });

  it('are deleted beyond a limit, the longest unused first, but none in use', async () => {
    const bundles = [
      await keep('export const n = 1;'),
      await keep('export const n = 2;'),
      await keep('export const n = 3;'),
    ];
    for (const [days, bundle] of bundles.entries()) utimesSync(fileOf(bundle), days, days * 86_400);
    const left = () => bundles.map((bundle) => existsSync(fileOf(bundle)));
    await pruneVersions(kept, new Set(), 10_000);
    expect(left()).to.deep.equal([true, true, true]);
    // What plays again, or is loaded, is used.
    await keepVersion(kept, bundles[0]!);
    await pruneVersions(kept, new Set([bundles[1]!.hash]), 1);
    expect(left()).to.deep.equal([false, true, false]);
    await keep('export const n = 4;');
    await pruneVersions(kept, new Set(), 1);
    expect(readdirSync(kept)).to.deep.equal([]);
  });

  it('are not kept if they are so large that writing them would delay moves', async () => {
    const large = keep(`export const text = ${JSON.stringify('x'.repeat(4_000_001))};`);
    const failure = await large.catch((thrown: Error) => thrown.message);
    expect(failure).to.equal('its code is too large: more than 4 MB');
    expect(existsSync(kept)).to.equal(false);
  });

  it('report a folder that cannot be written', async () => {
    mkdirSync(path.dirname(kept), { recursive: true });
    writeFileSync(kept, 'a file');
    const failure = await keep('export const n = 1;').catch((thrown: Error) => thrown.message);
    expect(failure).to.match(/ENOTDIR|EEXIST/);
    expect(await faultOf('0123456789')).to.include('No version with this hash is kept');
  });
});
