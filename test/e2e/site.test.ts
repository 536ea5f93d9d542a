/** The site: it can be built, and each of its links, pictures and search entries leads somewhere. */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { inRepository } from '../support/fixtures.js';
import { describeInBrowser, launchBrowser, lookAt, type WatchedPage } from '../support/looks.js';

const run = promisify(execFile);
const BASE = '/below/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

describe('the site', function () {
  this.timeout(600_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-site-'));
  const pages = new Map<string, string>();
  before(async function () {
    if (!existsSync(inRepository('site/node_modules'))) this.skip();
    await run(process.execPath, [inRepository('site/build.js'), '--out', folder, '--base', BASE], { timeout: 580_000 });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.html')))
      pages.set(file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has a page for each document', () => {
    for (const file of readdirSync(inRepository('docs'), { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.md') && file !== 'README.md')
        expect([...pages.keys()]).to.include(file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'));
  });

  it('shows a match on its home page that a page shows in full, where its command is typed by a test', () => {
    const [, match] = /^```\n(\$ npx serpentarium compare [^]*?)^```$/m.exec(
      readFileSync(inRepository('docs/start/compare.md'), 'utf8'),
    )!;
    const [, shown] = /<code>(?=<span class="line"><span>\$ npx serpentarium compare )([^]*?)<\/code>/.exec(
      pages.get('index.html')!,
    )!;
    const lines = shown!
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&gt;', '>')
      .split('\n');
    expect(match!.split('\n')).to.include.members(lines);
    expect(lines).to.have.length(6);
  });

  it('has its pages as text for language models', () => {
    expect(readFileSync(path.join(folder, 'llms-full.txt'), 'utf8')).to.include('\n# Your snake\n');
    const list = readFileSync(path.join(folder, 'llms.txt'), 'utf8');
    const addresses = [...list.matchAll(/\]\(https:\/\/[^/]+\/serpentarium\/([^)]*)\)/g)].map(
      ([, address]) => address!,
    );
    expect(addresses).to.have.length.greaterThan(30);
    for (const address of addresses) expect([...pages.keys()]).to.include(address.replace(/\/$/, '/index') + '.html');
  });

  it('has no link and no picture that leads nowhere', () => {
    const broken: string[] = [];
    for (const [page, html] of pages)
      for (const target of targetsOf(html)) if (!leadsSomewhere(target, page)) broken.push(`${page}: ${target}`);
    expect(broken).to.eql([]);
  });

  it('names every page in its list, except files', () => {
    const home = pages.get('guides/strategy.html')!;
    const listed = new Set(targetsOf(home).map((target) => target.split('#')[0]));
    const own = [...pages.keys()].filter((page) => !/^(404|index|files\/.*)\.html$/.test(page));
    const missing = own.filter((page) => !listed.has(BASE + page.replace(/(index)?\.html$/, '')));
    expect(missing).to.eql([]);
  });

  it('has the reference of every export', async () => {
    for (const name of ['strategy', 'testing']) {
      const html = pages.get(`reference/${name}.html`)!;
      for (const exported of Object.keys((await import(`../../src/${name}.js`)) as object))
        expect(html, `${name}: ${exported}`).to.match(new RegExp(`id="${exported.toLowerCase().replace('_', '-')}"`));
    }
  });

  it('has the reference by task', () => {
    const html = pages.get('reference/strategy.html')!;
    const at = ['see-the-board', 'headof', 'choose-a-move-count-space', 'reachablespace', 'find-paths', 'findfood'].map(
      (id) => html.indexOf(`id="${id}"`),
    );
    expect(at)
      .to.deep.equal(at.toSorted((one, other) => one - other))
      .and.not.include(-1);
  });

  describeInBrowser('its home page', () => {
    let browser: Browser;
    let server: Server;
    before(async () => {
      server = createServer(({ url }, response) => {
        const name = decodeURIComponent(new URL(url!, 'http://site').pathname).slice(BASE.length);
        const file = path.join(folder, name === '' ? 'index.html' : name);
        const isThere = existsSync(file);
        response.writeHead(isThere ? 200 : 404, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain' });
        response.end(isThere ? readFileSync(file) : '');
      }).listen(0);
      browser = await launchBrowser();
    });
    after(async () => {
      await browser.close();
      server.close();
    });
    const look = (test: (window: WatchedPage) => Promise<void>) =>
      lookAt(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, test);

    it('loads rules and strategies with the first click, not before', async () => {
      await look(async ({ page, open }) => {
        const asked: string[] = [];
        page.on('request', (request) => asked.push(path.basename(request.url())));
        await open(BASE);
        await page.locator('.play-game button[type=submit]').waitFor();
        await page.waitForLoadState('networkidle');
        expect(asked.filter((name) => /^(opponent|hunter)/.test(name))).to.deep.equal([]);
        await page.locator('.play-game button[type=submit]').click();
        await page.locator('.play-game.on').waitFor();
        expect(asked.some((name) => name.startsWith('opponent'))).to.equal(true);
      });
    });

    for (const opponent of ['champion', 'hunter', 'greedy'])
      it(`plays a game against ${opponent}, by keys, and shows its notes`, async () => {
        await look(async ({ page, open }) => {
          await open(BASE);
          const status = page.locator('.play-game .status');
          await page.locator('.play-game select').selectOption(opponent);
          await page.locator('.play-game button[type=submit]').click();
          await page.locator('.play-game.on').waitFor();
          expect(await status.textContent()).to.include('arrow key');
          const review = page.getByRole('button', { name: 'See its notes' });
          // A key a turn, because a visitor who wants no motion plays so; up leads to the wall.
          for (let turn = 1; !(await review.isVisible()); turn++) {
            await page.keyboard.press('ArrowUp');
            await page.waitForFunction(
              `/Turn ${turn}$|won|draw/.test(document.querySelector('.play-game .status').textContent)`,
            );
          }
          expect(await status.textContent()).to.match(/won: |^A draw: /);
          await review.click();
          expect(await status.textContent()).to.match(/^Turn \d+: (up|down|left|right)/);
          if (opponent === 'champion')
            expect(await status.textContent()).to.match(/turns deep, [\d\u2009\u202f ]+ positions/);
          await page.setViewportSize({ width: 390, height: 844 });
          expect(await page.evaluate('checks.misfits()')).to.deep.equal([]);
        });
      });
  });

  /** Whether a target is on the site, and its heading on the page; other sites are not asked. */
  function leadsSomewhere(target: string, page: string): boolean {
    if (/^(https?:|data:|mailto:)/.test(target)) return true;
    const url = new URL(target, `http://site${BASE}${page}`);
    if (!url.pathname.startsWith(BASE)) return false;
    const name = decodeURIComponent(url.pathname.slice(BASE.length));
    const candidates = [name, `${name}.html`, path.posix.join(name, 'index.html')];
    const found = candidates.find((one) => pages.has(one));
    if (found === undefined) return name !== '' && existsSync(path.join(folder, name));
    const anchor = decodeURIComponent(url.hash.slice(1));
    return anchor === '' || pages.get(found)!.includes(`id="${anchor}"`);
  }
});

function targetsOf(html: string): string[] {
  return [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"]*)"/g)].map(([, target]) =>
    target!.replaceAll('&amp;', '&'),
  );
}
