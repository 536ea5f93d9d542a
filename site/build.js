/**
 * Builds the site: `npm run site`. Its pages come from `docs/` and `site/pages/`, the reference is made from the
 * docstrings by TypeDoc, the games are played here. VitePress makes HTML of all that, and fails on a dead link.
 *
 *     node site/build.js [--out FOLDER] [--base PATH]
 *
 * PATH is where the site will be (default: `/`), such as `/serpentarium/` below the name of a user.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { playGames } from './games.js';
import { copyPages, PAGES, ROOT, writeLlms } from './pages.js';
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
