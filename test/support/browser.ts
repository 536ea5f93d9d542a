/** A real browser, Debian's chromium, and what it complains about while a page is open. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const CANDIDATES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of this machine; `undefined` if there is none. Tests of the page are skipped by name then. */
export const CHROMIUM = CANDIDATES.find((file) => file !== undefined && existsSync(file));

/** Where `screenshot` puts its pictures; nothing is written unless the variable is set. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

export interface WatchedPage {
  readonly page: Page;
  /** Errors of the console and of scripts, requests to other hosts, boxes that are wider than the window. */
  readonly problems: readonly string[];
  /** Opens a path of the host. */
  open(path: string): Promise<void>;
  /** The text of the first element that a selector finds, with spaces as they are shown. */
  text(selector: string): Promise<string>;
  /** Writes a picture, and notes down if something is wider than the window. */
  screenshot(name: string): Promise<void>;
}

/** Starts the browser. It is closed by its `close`. */
export function launchBrowser(): Promise<Browser> {
  // Containers run tests as root, and chromium has no sandbox then.
  return chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Opens a window on a host, such as `http://127.0.0.1:9090`. */
export async function watchPage(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type());
    if (isProblem) problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    const isOwn = protocol === 'data:' || protocol === 'blob:' || host === new URL(base).host;
    if (!isOwn) problems.push(`request: ${request.url()}`);
  });
  return {
    page,
    problems,
    open: async (where) => void (await page.goto(base + where)),
    text: async (selector) => (await page.locator(selector).first().innerText()).replaceAll(/\s+/g, ' ').trim(),
    screenshot: async (name) => {
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (wide > 0) problems.push(`${name}: ${wide} pixels wider than the window`);
      if (SCREENSHOTS === undefined) return;
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
    },
  };
}
