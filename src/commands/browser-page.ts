/** `--browser`: a server for the page alone, on a loopback port, while a command runs. */
import { Router } from '@koa/router';
import { pino } from 'pino';
import { didYouMean } from '../errors/did-you-mean.js';
import { messageOf, usageFault } from '../errors/errors.js';
import { createLoopbackHost } from '../http/access/admin-access.js';
import type { AppRouter, AppState } from '../http/context.js';
import { compressAnswers } from '../http/compress.js';
import { createKoa, createNotFound } from '../http/error-handler.js';
import { readPageFiles, createPageRoutes } from '../http/page-routes/page-document.js';
import { listen } from '../http/server.js';
import { printError } from '../terminal/print.js';
import { version } from '../version.js';
import { keepPage } from './interrupt.js';

/** The value of the flag: a port, or `true` for any free one. */
export type BrowserFlag = number | true;

interface PageContent {
  /** The path of its only content; its start leads there. */
  readonly home: string;
  readonly extend: (router: AppRouter) => void;
}

export interface PageServer {
  /** `http://127.0.0.1:49152`, without a final slash. */
  readonly url: string;
  /** Cuts open connections. End the streams first. */
  close(): Promise<void>;
}

/** The source in errors and warnings. */
const FLAG = '--browser';
const LOOPBACK = '127.0.0.1';
/** How long a closing server waits for responses in progress, in ms. */
const CLOSE_GRACE_MS = 300;

/**
 * Serves the page to this machine only, as the admin port does without a token: `Host` must name this machine. Throws a
 * `UsageError` if the port cannot be used, or if the page was not built.
 */
export async function startPageServer(
  port: BrowserFlag,
  { home, extend }: PageContent,
  onBug = warnOnce(),
): Promise<PageServer> {
  const files = await readPageFiles();
  if (files === undefined) throw usageFault(FLAG, 'cannot show anything: the page is not built. Run "npm run build".');
  const router: AppRouter = new Router<AppState, object>();
  extend(router);
  const log = pino({ level: 'silent' });
  const app = createKoa({ log, onBug });
  app.use(createLoopbackHost());
  const info = { version, base: '', page: 'contest', hasJournal: false, hasToken: false } as const;
  app.use(compressAnswers());
  app.use(createPageRoutes(files, info, home));
  app.use(router.routes());
  const paths = router.stack.map((route) => String(route.path));
  app.use(createNotFound((path) => `nothing is served at "${path}".${didYouMean(path, paths)}`));
  const listening = await listen(app, {
    host: LOOPBACK,
    port: port === true ? 0 : port,
    source: FLAG,
    log,
    remedy: `${FLAG} PORT`,
    hasSockets: true,
  });
  return {
    url: `http://${LOOPBACK}:${listening.address.port}`,
    close: () => listening.close(CLOSE_GRACE_MS),
  };
}

/** A failure of the page never disturbs its command: it is printed once. */
function warnOnce(): (bug: unknown) => void {
  let hasWarned = false;
  return (bug) => {
    if (!hasWarned) printError(`warning: ${FLAG}: the page has failed: ${messageOf(bug)}`);
    hasWarned = true;
  };
}

/** Calls `run`, and closes the page afterwards: on a terminal, at Ctrl-C. */
export async function withPage(page: Pick<PageServer, 'close'>, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    await keepPage();
  } finally {
    await page.close();
  }
}
