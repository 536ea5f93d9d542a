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
      page('Start', '/own-repository'),
      page('Strategies', '/strategy'),
      page('Gallery', '/gallery'),
      page(version, '/changes'),
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          page('Your own repository', '/own-repository'),
          page('From the official starters', '/from-the-starters'),
          page('The arena', '/arena'),
          page('Gallery', '/gallery'),
        ],
      },
      {
        text: 'Write a snake',
        items: [
          page('Strategies', '/strategy'),
          page('Searching', '/searching'),
          page('In any language', '/command'),
          page('Servers of your own', '/upstream'),
          page('The house snakes', '/house-snakes'),
          page('Reference', '/reference/strategy'),
          page('Reference of tests', '/reference/testing'),
          page('The rules', '/rules'),
        ],
      },
      {
        text: 'Find the better one',
        items: [
          page('Comparing', '/comparing'),
          page('Tournaments', '/tournaments'),
          page('Tuning', '/tuning'),
          page('Journal', '/journal'),
          page('Importing', '/importing'),
          page('Games as tables', '/exporting'),
        ],
      },
      {
        text: 'Run a host',
        items: [
          page('Configuration', '/configuration'),
          page('Isolation', '/isolation'),
          page('Operating', '/operating'),
          page('Upgrading', '/upgrading'),
          page('Containers', '/containers'),
          page('More than one machine', '/machines'),
          page('Security', '/security'),
          page('Doctor', '/doctor'),
          page('HTTP', '/http'),
          page('Commands', '/cli'),
        ],
      },
      {
        text: 'More',
        items: [
          page('Glossary', '/glossary'),
          page('Benchmarks', '/benchmarks'),
          page('Architecture', '/architecture'),
          page('Decisions', '/decisions/'),
          page('Contributing', '/contributing'),
          page('Changes', '/changes'),
        ],
      },
    ],
  },
};
