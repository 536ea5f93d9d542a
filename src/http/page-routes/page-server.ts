/** A server for the page alone, on a loopback port, for the commands with `--browser`. */
import { Router } from '@koa/router';
import { pino } from 'pino';
import { didYouMean } from '../../did-you-mean.js';
import { usageFault } from '../../errors.js';
import type { PageInfo } from '../../page/api/page-info.js';
import { version } from '../../version.js';
import { createLoopbackHost } from '../access/loopback-host.js';
import type { App, AppRouter, AppState } from '../context.js';
import { createKoa, createNotFound } from '../error-handler.js';
import { listen } from '../server.js';
import { readPageFiles, createPageRoutes } from './page-document.js';

export interface PageServerOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** The flag behind the page, for errors. */
  readonly source: string;
  readonly page: PageInfo['page'];
  /** The path of its only content, to which its start leads; `undefined` before there is any. */
  readonly home: () => string | undefined;
  readonly extend: (router: AppRouter) => void;
  readonly onBug: (bug: unknown) => void;
}

export interface PageServer {
  /** `http://127.0.0.1:49152`, without a final slash. */
  readonly url: string;
  /** Cuts open connections. End the streams first. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** How long a closing server waits for responses in progress, in ms. */
const CLOSE_GRACE_MS = 300;

/**
 * Serves the page to this machine only, as the admin port does without a token: `Host` must name this machine. Throws a
 * `UsageError` if the port cannot be used, or if the page was not built.
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { port, source } = options;
  const log = pino({ level: 'silent' });
  const app = await createPageApp(options, log);
  const listening = await listen(app, {
    host: LOOPBACK,
    port,
    source,
    log,
    remedy: `${source} PORT`,
    hasSockets: true,
  });
  return {
    url: `http://${LOOPBACK}:${listening.address.port}`,
    close: () => listening.close(CLOSE_GRACE_MS),
  };
}

async function createPageApp({ source, page, home, extend, onBug }: PageServerOptions, log: pino.Logger): Promise<App> {
  const files = await readPageFiles();
  if (files === undefined)
    throw usageFault(source, 'cannot show anything: the page is not built. Run "npm run build".');
  const router: AppRouter = new Router<AppState, object>();
  extend(router);
  const app = createKoa({ log, onBug });
  app.use(createLoopbackHost());
  app.use(createPageRoutes(files, { version, base: '', page, hasJournal: false, hasToken: false }, home));
  app.use(router.routes());
  const paths = router.stack.map((route) => String(route.path));
  app.use(createNotFound((path) => `nothing is served at "${path}".${didYouMean(path, paths)}`));
  return app;
}
