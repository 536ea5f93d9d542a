/** Looks at pages of a host in a browser, and checks what holds for each of them. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM, watchPage, type WatchedPage } from './browser.js';
import { fixture } from './fixtures.js';

export interface Looks {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** Problems that belong to the test: a refused login is an error to the browser. */
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
  const viewport = { width, height };
  // Nothing moves on its own, so that no test has to wait for it.
  const window = await watchPage(browser, base, {
    viewport,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    baseURL: base,
  });
  const { page, problems } = window;
  const context = page.context();
  context.setDefaultTimeout(PATIENCE_MS);
  for (const content of SCRIPTS) await context.addInitScript({ content });
  try {
    await test(window);
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
  const checks = `[checks.barriers(), checks.misfits(), checks.overlaps('.axes text')]`;
  const found = (await page.evaluate(`Promise.all(${checks})`)) as string[][];
  expect(found.flat().slice(0, 5), name).to.deep.equal([]);
}
