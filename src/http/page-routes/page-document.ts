/** Serves the page itself: its document at every address that it has, and its files. Used on both ports. */
import escape from 'escape-html';
import { HttpError } from '../http-error.js';
import type { AppContext, AppMiddleware } from '../context.js';
import { ICON } from '../plain-page.js';
import type { PageFiles } from './page-files.js';

/** The `Content-Security-Policy` of the page: its own files, its own server, and nothing else. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export interface PageOptions {
  /** The path before all of its addresses: empty unless it is served below a path. */
  readonly base: string;
  readonly files: PageFiles;
  /** Where its start leads, if it has no page of its own. */
  readonly home?: (() => string | undefined) | undefined;
}

/** The addresses that the page draws itself, behind its base. */
const ADDRESSES = /^\/(?:games(?:\/[^/]+)?|snakes(?:\/.*)?|experiments(?:\/.*)?|contest)?\/?$/;

/**
 * Answers a browser that wants HTML with the document of the page, whatever address of the page it has opened, and
 * serves the page's files below `/assets/`. Passes everything else on: the same addresses have JSON for others.
 */
export function createPageRoutes({ base, files, home }: PageOptions): AppMiddleware {
  const document = renderDocument(base, files);
  const assets = `${base}/assets/`;
  return (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const { path } = ctx;
    if (path.startsWith(assets)) return serveFile(ctx, files, path.slice(assets.length));
    if (!path.startsWith(base) || !ADDRESSES.test(path.slice(base.length) || '/')) return next();
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') !== 'html') return next();
    secure(ctx);
    ctx.set('Cache-Control', 'no-cache');
    const target = path === `${base}/` ? home?.() : undefined;
    if (target !== undefined) return ctx.redirect(target);
    ctx.type = 'html';
    ctx.body = document;
    return undefined;
  };
}

function serveFile(ctx: AppContext, files: PageFiles, name: string): void {
  const file = files.find(name);
  if (file === undefined) throw new HttpError(404, 'not_found', 'the page has no such file. Was it built again?');
  secure(ctx);
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  ctx.set('Content-Type', file.type);
  ctx.vary('Accept-Encoding');
  const isGzipped = file.gzipped !== undefined && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isGzipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isGzipped ? file.gzipped : file.body;
}

function secure(ctx: AppContext): void {
  ctx.set('Content-Security-Policy', PAGE_POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'same-origin');
}

/** The document: the script draws everything in it. It reads the base from the document's `data-base`. */
function renderDocument(base: string, { script, style }: PageFiles): string {
  const asset = (name: string) => escape(`${base}/assets/${name}`);
  return `<!doctype html>
<html lang="en" data-base="${escape(base)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Serpentarium</title>
<link rel="icon" href="${escape(ICON)}">
<link rel="stylesheet" href="${asset(style)}">
<script type="module" src="${asset(script)}"></script>
</head>
<body>
<noscript>This page needs JavaScript. The same data is served as JSON: see /api/games.</noscript>
<div id="page"></div>
</body>
</html>
`;
}
