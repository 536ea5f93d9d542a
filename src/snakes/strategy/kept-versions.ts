/**
 * The bundles of the versions that played, in a folder next to the journal: by content, compressed, so that each can
 * play again by its hash. Hosts that share the folder share their versions.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { loadBytes } from '../../config/read-text.js';
import { SOURCE } from '../../config/strategy-files.js';
import type { StrategySource } from '../../config/types.js';
import { codeOf, messageOf } from '../../errors/errors.js';
import { packageFolders } from '../../processes/sandbox/bubblewrap.js';
import { bundleStrategy, comparePackages, hashOf, OWN_FOLDER, type Bundle } from './bundle.js';
import { findRevision } from './committed-files.js';
import { ImportBounds } from './import-bounds.js';

const ENDING = '.json.br';
/** Size of all files, and of one when it is read, in bytes; characters of code, which the host writes between turns. */
const LIMITS = { folder: 64 * 1024 ** 2, version: 16 * 1024 ** 2, code: 4_000_000 };
/** Level of compression: a higher one takes a second of CPU time for a large strategy, and saves little. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Keeps a bundle, or notes that it has played again. Rejects with the error of the disk. */
export async function keepVersion(folder: string, bundle: Bundle): Promise<void> {
  if (bundle.code.length > LIMITS.code) throw new Error('its code is too large: more than 4 MB');
  const file = path.join(folder, bundle.hash + ENDING);
  try {
    return await utimes(file, new Date(), new Date());
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
  await mkdir(folder, { recursive: true });
  const part = `${file}.${randomUUID()}`;
  try {
    await writeFile(part, await promisify(brotliCompress)(JSON.stringify(bundle), QUALITY), { mode: 0o600 });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** Deletes the versions that have not played for longest, until the others fit. The ones in `used` stay. */
export async function pruneVersions(folder: string, used: ReadonlySet<string>, most = LIMITS.folder): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.includes(ENDING));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      // Another host may have deleted it.
      const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { file, size, mtimeMs, isUsed: used.has(name.slice(0, name.indexOf('.'))) };
    }),
  );
  let total = 0;
  for (const { file, size, isUsed } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    total += size;
    if (total > most && !isUsed) await rm(file, { force: true });
  }
}

/** The bundle of a version by its name: a commit, or the first digits of a kept hash. Rejects with a sentence. */
export async function readVersion(source: StrategySource, version: string): Promise<Bundle> {
  const { file, bounds, kept } = source;
  if (kept === undefined || !/^[0-9a-f]{4,16}$/.test(version)) return bundleStrategy(file, bounds, version);
  const hashes = await findHashes(kept, version);
  const revision = await findRevision(file, version).catch((thrown: unknown) => {
    if (hashes.length === 0)
      throw new Error(`${messageOf(thrown)}. No version with this hash is kept on this host`, { cause: thrown });
  });
  if (revision?.isRef || hashes.length === 0) return bundleStrategy(file, bounds, version);
  const fitting = [...(revision ? [`commit ${revision.commit}`] : []), ...hashes.map((hash) => `kept version ${hash}`)];
  if (fitting.length > 1) throw new Error(`"${version}" could be ${fitting.join(' or ')}. Write more digits`);
  const bundle = await loadVersion(kept, hashes[0]!);
  if (bounds !== undefined) {
    const allowed = new ImportBounds(bounds, [OWN_FOLDER, ...packageFolders(file)]);
    const refusals = bundle.packages.map((one) => allowed.add(one));
    refusals.push(...bundle.sources.map((one) => allowed.refusal(one)));
    const refusal = refusals.find((one) => one !== undefined);
    if (refusal !== undefined) throw new Error(refusal);
  }
  const warnings = await comparePackages(bundle.installed, ({ version: then }) => then);
  // A copy has the same code and hash; a file may have been renamed.
  const [theirs, ours] = [bundle.file, file].map((one) => path.basename(one).replace(SOURCE, ''));
  if (theirs !== ours) warnings.push(`it was kept as a version of "${theirs}"`);
  return { ...bundle, hash: hashes[0]!, inputs: [], warnings };
}

async function findHashes(folder: string, digits: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => name.startsWith(digits) && name.endsWith(ENDING)).map((name) => name.split('.')[0]!);
}

async function loadVersion(folder: string, hash: string): Promise<Bundle> {
  const file = path.join(folder, hash + ENDING);
  try {
    const text = await promisify(brotliDecompress)(await loadBytes(file, LIMITS.version), {
      maxOutputLength: LIMITS.version,
    });
    const bundle = JSON.parse(text.toString()) as Bundle;
    // Mark it as used, so that others are deleted first. This fails if another user owns the folder.
    await utimes(file, new Date(), new Date()).catch(() => undefined);
    if (hashOf(bundle.code) !== hash) throw new Error('its code does not have its hash');
    return bundle;
  } catch (thrown) {
    const remedy = `delete "${path.relative('.', file)}"`;
    throw new Error(`kept version ${hash} is damaged, ${remedy}: ${messageOf(thrown)}`, { cause: thrown });
  }
}
