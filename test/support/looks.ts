/** Looks at pages of a host in a browser, and checks what holds for each of them. */
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { chromium, type Browser, type Page } from 'playwright-core';
import { fixture } from './fixtures.js';
import { until } from './soon.js';

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

/** Two desks, a tablet, a phone. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
const DESK = SIZES[1];

/**
 * Expects that a page is sound at all sizes, light and dark, and can be used by keyboard alone. On a desk, all of
 * `first` is in the window.
 */
export async function expectUsable(page: Page, name: string, first: readonly string[] = []): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Plots follow the size a frame later.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await expectSound(page, `${name}, ${size.width} wide, ${colorScheme}`);
    }
    for (const selector of size.width > 1000 ? first : []) {
      const { y, height } = (await page.locator(selector).first().boundingBox())!;
      expect(y + height, `${name}, ${size.width} wide: the end of ${selector}`).to.be.at.most(size.height);
    }
  }
  await page.setViewportSize(DESK);
  await walkByTab(page, name);
  await skipNavigation(page, name);
  await page.evaluate('checks.focused().blur(), scrollTo(0, 0)');
  if (await page.evaluate('document.documentElement.scrollHeight > innerHeight + 40')) {
    await page.keyboard.press('ArrowDown');
    await until(async () => Number(await page.evaluate('scrollY')) > 0);
  }
}

/** Expects that the focus reaches every control in order, can be seen on it, and leads back. */
async function walkByTab(page: Page, name: string): Promise<void> {
  await page.evaluate('checks.followFocus()');
  const countMissed = () => page.evaluate<number>('checks.unreached().length');
  // A list may grow while it is walked.
  for (let [missed, before] = [await countMissed(), Infinity]; missed > 0 && missed < before;) {
    for (let pressed = 0; pressed < missed; pressed++) await page.keyboard.press('Tab');
    [missed, before] = [await countMissed(), missed];
  }
  expect(await page.evaluate('checks.unreached()'), `${name}: by Tab`).to.deep.equal([]);
  await page.keyboard.press('Shift+Tab');
  const isBack = 'checks.controls().length < 2 || checks.focused() === checks.controls().at(-2)';
  expect(await page.evaluate(isBack), `${name}: by Shift and Tab`).to.equal(true);
}

/** Expects that the link to the contents, if there is one, can be seen while it has the focus, and leads there. */
async function skipNavigation(page: Page, name: string): Promise<void> {
  const skip = page.locator('.skip');
  if ((await skip.count()) === 0) return;
  await skip.focus();
  expect((await skip.boundingBox())!.y, `${name}: the skip link`).to.be.at.least(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const isThere = `[undefined, checks.focused()].includes(checks.controls().find((each) => each.closest('main')))`;
  expect(await page.evaluate(isThere), `${name}: behind the skip link`).to.equal(true);
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
