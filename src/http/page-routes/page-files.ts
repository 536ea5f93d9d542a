/** The files of the page as `npm run build` has bundled them, in memory. Served by `page-routes.ts`. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the page. Its name has a hash of its content, so that it never changes. */
export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  /** Absent if compression gains nothing. */
  readonly gzipped?: Buffer;
}

export interface PageFiles {
  /** Names of the script and the style sheet that the document loads. */
  readonly script: string;
  readonly style: string;
  find(name: string): PageFile | undefined;
}

/** Where the build puts the page: `manifest.json` names its script, its style sheet and all files. */
const FOLDER = new URL('../../../page/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.map': 'application/json; charset=utf-8',
};

/** Reads all files of the page; `undefined` if it was not built. Rejects if a file of the manifest is missing. */
export async function readPageFiles(folder: URL = FOLDER): Promise<PageFiles | undefined> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) return undefined;
  const { script, style, files } = manifest;
  const read = await Promise.all(files.map(async (name) => [name, await readPageFile(folder, name)] as const));
  const byName = new Map(read);
  return { script, style, find: (name) => byName.get(name) };
}

/** What the build says of itself. */
interface Manifest {
  readonly script: string;
  readonly style: string;
  readonly files: readonly string[];
}

async function readManifest(folder: URL): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(new URL('manifest.json', folder), 'utf8');
  } catch {
    return undefined;
  }
  return JSON.parse(text) as Manifest;
}

async function readPageFile(folder: URL, name: string): Promise<PageFile> {
  const body = await readFile(new URL(name, folder));
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  const gzipped = await promisify(gzip)(body, { level: 9 });
  return gzipped.length < body.length ? { type, body, gzipped } : { type, body };
}
