/**
 * Builds the site: `npm run site`. Its pages come from `docs/` and `site/pages/`, the reference is made from the
 * docstrings by TypeDoc, the games are played here. VitePress makes HTML of all that, and fails on a dead link.
 *
 *     node site/build.js [--out FOLDER] [--base PATH]
 *
 * PATH is where the site will be (default: `/`), such as `/serpentarium/` below the name of a user.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { playGames } from './games.js';
import { copyPages, PAGES, readDecisions, ROOT, writeLlms } from './pages.js';
import { writeReference } from './reference.js';

const { values } = parseArgs({ options: { out: { type: 'string' }, base: { type: 'string', default: '/' } } });
const out = path.resolve(values.out ?? path.join(ROOT, 'site/built'));

rmSync(PAGES, { recursive: true, force: true });
copyPages();
await writeReference();
writeLlms();
playGames();
process.env.SITE_BASE = values.base;
await build(import.meta.dirname, { outDir: out });
writeRedirects();

/** A small page at each address that a page once had. */
function writeRedirects() {
  const moved = JSON.parse(readFileSync(path.join(ROOT, 'site/redirects.json'), 'utf8'));
  for (const { name } of readDecisions()) moved[`decisions/${name}`] = `internals/decisions/${name}`;
  for (const [from, to] of Object.entries(moved)) {
    const target = `${values.base}${to}`.replace(/index$/, '');
    const file = path.join(out, `${from}.html`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      file,
      `<!doctype html><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${target}">` +
        `<script>location.replace('${target}' + location.hash)</script>` +
        `<meta http-equiv="refresh" content="1; url=${target}"><p>This page is now at <a href="${target}">${target}</a>.</p>\n`,
    );
  }
}
