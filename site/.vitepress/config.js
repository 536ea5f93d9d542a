/** How VitePress shows the pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const { version } = JSON.parse(readFileSync(path.join(here, '../../package.json'), 'utf8'));
const page = (text, link) => ({ text, link });

/** A snake's head. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="5" fill="#2e8b57"/><circle cx="5" cy="6" r="2" fill="#fff"/><circle cx="11" cy="6" r="2" fill="#fff"/></svg>')}`;

export default {
  title: 'Serpentarium',
  description: 'Many Battlesnakes in one program, no turn ever lost, and a verdict on which is better',
  base: process.env.SITE_BASE ?? '/',
  srcDir: '.pages',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: ICON }]],
  cleanUrls: true,
  lastUpdated: false,
  // A link that leads nowhere ends the build.
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.)/],
  markdown: { theme: { light: 'github-light', dark: 'github-dark' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      page('Start', '/start/install'),
      page('Strategies', '/guides/strategy'),
      page('Gallery', '/gallery'),
      page(version, '/changes'),
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          page('Your own repository', '/start/install'),
          page('From the official starters', '/guides/from-the-starters'),
          page('The arena', '/guides/arena'),
          page('Gallery', '/gallery'),
        ],
      },
      {
        text: 'Write a snake',
        items: [
          page('Strategies', '/guides/strategy'),
          page('Searching', '/guides/searching'),
          page('Pondering', '/guides/pondering'),
          page('In any language', '/guides/other-languages'),
          page('Servers of your own', '/guides/upstream'),
          page('The house snakes', '/guides/house-snakes'),
          page('Reference', '/reference/strategy'),
          page('Reference of tests', '/reference/testing'),
          page('The rules', '/reference/rules'),
        ],
      },
      {
        text: 'Find the better one',
        items: [
          page('Comparing', '/guides/comparing'),
          page('Experiments', '/guides/experiments'),
          page('Many machines', '/guides/workers'),
          page('Tournaments', '/guides/tournaments'),
          page('Tuning', '/guides/tuning'),
          page('Reviewing games', '/guides/reviewing-games'),
          page('Journal', '/guides/journal'),
          page('Importing', '/guides/importing'),
          page('Games as tables', '/guides/exporting'),
        ],
      },
      {
        text: 'Run a host',
        items: [
          page('Configuration', '/reference/configuration'),
          page('Isolation', '/guides/isolation'),
          page('Operating', '/guides/operating'),
          page('Upgrading', '/guides/upgrading'),
          page('Tunnel', '/guides/tunnel'),
          page('Linux server', '/guides/deploy-server'),
          page('Platform', '/guides/deploy-platform'),
          page('Containers', '/guides/containers'),
          page('More than one machine', '/guides/machines'),
          page('Security', '/guides/security'),
          page('Doctor', '/guides/doctor'),
          page('HTTP', '/reference/http'),
          page('Commands', '/reference/cli'),
        ],
      },
      {
        text: 'More',
        items: [
          page('Benchmarks', '/internals/benchmarks'),
          page('Architecture', '/internals/architecture'),
          page('Decisions', '/internals/decisions/'),
          page('Contributing', '/contributing'),
          page('Changes', '/changes'),
        ],
      },
    ],
  },
};
