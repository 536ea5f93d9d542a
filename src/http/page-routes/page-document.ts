/** Serves the page: its document at every address, and its files. Used on both ports. */
import escape from 'escape-html';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { HttpError, type AppContext, type AppMiddleware } from '../context.js';
import type { PageInfo } from '../../views/page-info.js';
import { ICON } from '../plain-pages.js';

/** A file of the page. Its name contains a hash of its content, so it never changes. */
interface PageFile {
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

/** The build's folder of the page: `manifest.json` names its script, its style sheet and all files. */
const FOLDER = new URL('../../../page/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
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

type Manifest = Pick<PageFiles, 'script' | 'style'> & { readonly files: readonly string[] };

async function readManifest(folder: URL): Promise<Manifest | undefined> {
  const text = await readFile(new URL('manifest.json', folder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

async function readPageFile(folder: URL, name: string): Promise<PageFile> {
  const body = await readFile(new URL(name, folder));
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  const gzipped = await promisify(gzip)(body, { level: 9 });
  return gzipped.length < body.length ? { type, body, gzipped } : { type, body };
}

/** The `Content-Security-Policy` of the page: its own files and server only. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The addresses that the page renders. */
const ADDRESSES = /^\/(?:games(?:\/[^/]+)?|snakes(?:\/.*)?|experiments(?:\/.*)?|puzzles|host|contest)?\/?$/;
const ASSETS = '/assets/';

/**
 * Answers a browser that wants HTML with the document of the page, at every address of the page, and serves the page's
 * files below `/assets/`. Passes everything else on: the same addresses have JSON for programs.
 *
 * @param home where its start leads, if the start has no page.
 */
export function createPageRoutes(files: PageFiles, info: PageInfo, home?: string): AppMiddleware {
  const document = renderDocument(files, info, 'Serpentarium');
  return (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const { path } = ctx;
    if (path.startsWith(ASSETS)) return serveFile(ctx, files, path.slice(ASSETS.length));
    if (!ADDRESSES.test(path)) return next();
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') !== 'html') return next();
    secure(ctx);
    ctx.set('Cache-Control', 'no-cache');
    if (path === '/' && home !== undefined) return ctx.redirect(home);
    ctx.type = 'html';
    ctx.body = document;
    return undefined;
  };
}

export function serveFile(ctx: AppContext, files: PageFiles, name: string): void {
  const file = files.find(name);
  if (file === undefined) throw new HttpError(404, 'not_found', 'the page has no such file. Was it rebuilt?');
  secure(ctx);
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  ctx.set('Content-Type', file.type);
  ctx.vary('Accept-Encoding');
  const isGzipped = file.gzipped !== undefined && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isGzipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isGzipped ? file.gzipped : file.body;
}

/** For a document of the page, and its files. */
export function secure(ctx: AppContext): void {
  ctx.set('Content-Security-Policy', PAGE_POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'same-origin');
}

/** The script renders the content from `data-info`. `head` is HTML. */
export function renderDocument({ script, style }: PageFiles, info: PageInfo, title: string, head = ''): string {
  return `<!doctype html>
<html lang="en" data-info="${escape(JSON.stringify(info))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
${head}
<link rel="icon" href="${escape(ICON)}">
<link rel="stylesheet" href="${escape(info.base + ASSETS + style)}">
<script type="module" src="${escape(info.base + ASSETS + script)}"></script>
</head>
<body>
<noscript>This page needs JavaScript.${info.page === 'admin' ? ' The same data is served as JSON: see /api/games.' : ''}</noscript>
<div id="page"></div>
</body>
</html>
`;
}
