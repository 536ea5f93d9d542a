/** How VitePress shows the pages. Order and titles come from docs/README.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ICON } from '../../dist/src/http/plain-pages.js';
import { labelCells, readDecisions, readSections, ROOT } from '../pages.js';

const { version, description } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const { owner } = JSON.parse(readFileSync(path.join(ROOT, 'site/site.json'), 'utf8'));
const REPOSITORY = `https://github.com/${owner}/serpentarium`;
const page = (text, link) => ({ text, link });

/** Pages that docs/README.md cannot name, because they are made for the site alone. */
const MADE = {
  'Guides for players': [page('Gallery', '/gallery')],
  Reference: [page('Strategy API', '/reference/strategy'), page('Testing API', '/reference/testing')],
};
const decisions = readDecisions().map(({ name, title }) => page(title, `/internals/decisions/${name}`));
const sections = readSections().map(({ title, pages }) => ({
  text: title,
  collapsed: /operators|Reference|Internals/.test(title),
  items: [
    ...pages.map(({ title: text, link }) => ({
      ...page(text, link),
      ...(text === 'Decisions' && { collapsed: true, items: decisions }),
    })),
    ...(MADE[title] ?? []),
  ],
}));
const linkOf = (title) => sections.find(({ text }) => text === title).items[0].link;

export default {
  title: 'Serpentarium',
  description,
  base: process.env.SITE_BASE ?? '/',
  srcDir: '.pages',
  outDir: 'built',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: ICON }]],
  cleanUrls: true,
  lastUpdated: false,
  // A link that leads nowhere ends the build.
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.)/],
  // A strategy of the worker imports the toolkit by the product's name.
  vite: {
    resolve: { alias: { serpentarium: path.join(ROOT, 'src/strategy.ts') } },
    worker: { format: 'es' },
  },
  markdown: { theme: { light: 'github-light', dark: 'github-dark' }, config: labelCells },
  themeConfig: {
    logo: ICON,
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          options: {
            // As the library does, but "A/B" is one word.
            tokenize: (text) => text.replaceAll(/\ba\/b\b/gi, 'abtest').split(/[\n\r\p{Z}\p{P}]+/u),
          },
          searchOptions: {
            // Guides before what is generated, and before what only contributors read.
            boostDocument(id) {
              if (/\/reference\/(strategy|testing|cli)|\/(internals|files)\/|\/changes/.test(id)) return 0.2;
              return /\/start\//.test(id) ? 1.5 : 1;
            },
          },
        },
      },
    },
    nav: [
      page('Get started', linkOf('Get started')),
      {
        text: 'Guides',
        items: [
          page('For players', linkOf('Guides for players')),
          page('For operators', linkOf('Guides for operators')),
        ],
      },
      page('Reference', linkOf('Reference')),
      page('Gallery', '/gallery'),
      page(version, '/changes'),
    ],
    sidebar: sections,
    notFound: {
      title: 'There is no such page',
      quote: 'It may have moved with a release. The search finds it by its words.',
      linkText: 'Home',
    },
    footer: { message: 'MIT licence. Not affiliated with Battlesnake.' },
  },
};
