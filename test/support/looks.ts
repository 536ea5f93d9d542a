/** Looks at pages of a host in a browser, and checks what holds for each of them. */
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { chromium, type Browser, type Page } from 'playwright-core';
import { fixture } from './fixtures.js';

const CANDIDATES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of this machine: Debian's chromium unless named. */
const CHROMIUM = CANDIDATES.find((file) => file !== undefined && existsSync(file));

export interface WatchedPage {
  readonly page: Page;
  /** Opens a path of the host. */
  open(path: string): Promise<void>;
}

export interface Looks {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** Problems that belong to the test: a refused request is an error to the browser. */
  readonly allowed?: RegExp;
}

/** On a busy machine anything may take this long, in ms. */
const PATIENCE_MS = 30_000;

/** They run in each page: axe-core, and the checks of this file. */
const SCRIPTS = [
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  readFileSync(fixture('browser-checks.js'), 'utf8'),
];

/** A suite that is skipped by name where there is no browser. Its tests may take long: they are real ones. */
export function describeInBrowser(title: string, register: () => void): void {
  if (CHROMIUM === undefined) {
    describe.skip(`${title} in a browser (there is none: install chromium)`, register);
    return;
  }
  describe(`${title} in a browser`, function () {
    this.timeout(120_000);
    register();
  });
}

/** Starts the browser. It is closed by its `close`. */
export function launchBrowser(): Promise<Browser> {
  // Containers run tests as root, and chromium has no sandbox then.
  return chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
}

/**
 * Looks at a host through a new window. Expects that nothing goes wrong meanwhile: no error or warning on the console,
 * no violation of the policy, no dialog, no request to another host.
 */
export async function lookAt(
  browser: Browser,
  base: string,
  test: (window: WatchedPage) => Promise<void>,
  { width = 1280, height = 900, scheme = 'light', allowed }: Looks = {},
): Promise<void> {
  // Nothing moves on its own, so that no test has to wait for it.
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    baseURL: base,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  for (const content of SCRIPTS) await context.addInitScript({ content });
  const page = await context.newPage();
  const problems = watch(page, base);
  try {
    await test({ page, open: async (where) => void (await page.goto(base + where)) });
    expect(problems.filter((problem) => allowed?.test(problem) !== true)).to.deep.equal([]);
  } finally {
    await context.close();
  }
}

/**
 * Expects that axe-core finds nothing wrong with the page as it is, that all of it is in the window, and that no label
 * of a plot lies over another.
 */
export async function expectSound(page: Page, name: string): Promise<void> {
  const checks = `[checks.barriers(), checks.misfits(), checks.overlaps('.tick')]`;
  const found = (await page.evaluate(`Promise.all(${checks})`)) as string[][];
  expect(found.flat().slice(0, 5), name).to.deep.equal([]);
}

/** What goes wrong on a page from now on: errors of the console and of scripts, dialogs, requests to other hosts. */
function watch(page: Page, base: string): readonly string[] {
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
  return problems;
}
