/**
 * Builds the site: `npm run site`. Its pages are those of `docs/` and of `site/pages/`, the reference is made from the
 * docstrings by TypeDoc, the pictures of the gallery from games that are played here. VitePress makes HTML of all that,
 * and fails on a link that leads nowhere.
 *
 *     node site/build.js [--out FOLDER] [--base PATH]
 *
 * PATH is where the site will be, `/` unless given: `/serpentarium/` below the name of a user.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { drawGallery } from './gallery.js';
import { copyPages, PAGES, ROOT } from './pages.js';
import { writeReference } from './reference.js';

const { values } = parseArgs({ options: { out: { type: 'string' }, base: { type: 'string', default: '/' } } });

rmSync(PAGES, { recursive: true, force: true });
copyPages();
await writeReference();
drawGallery();
process.env.SITE_BASE = values.base;
await build(import.meta.dirname, { outDir: path.resolve(values.out ?? path.join(ROOT, 'site/built')) });
