/** Apps on real ports. */
import { EventEmitter, once } from 'node:events';
import { Router } from '@koa/router';
import { pino } from 'pino';
import type { AlertSink } from '../../src/alerts/alerts.js';
import { createAdmin, type AdminDeps } from '../../src/http/admin.js';
import { createApp, type AppDeps } from '../../src/http/app.js';
import { ClientAddresses } from '../../src/http/limits/client-address.js';
import { RequestLimits, silentLimitListener } from '../../src/http/limits/request-limits.js';
import { listen, type Listening, type ListenOptions } from '../../src/http/server.js';
import type { App, AppRouter, AppState } from '../../src/http/context.js';
import type { About } from '../../src/http/plain-pages.js';
import type { Mount } from '../../src/snakes/mount.js';
import type { MountedNow } from '../../src/snakes/mount-table.js';
import { createMount } from './mounts.js';
import { soon } from './soon.js';

/** Alerts that go nowhere. */
export const silentAlerts: AlertSink = {
  turnLost() {},
  childCrashed() {},
  journalBroken() {},
  journalWorks() {},
  gameEnded() {},
};

/** An app that is being served, with its log and its bugs. */
export interface Served extends Listening {
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly lines: readonly Record<string, unknown>[];
  readonly bugs: readonly unknown[];
  /** Resolves with the first line of this message, now or when it is logged. */
  logged(message: string): Promise<Record<string, unknown>>;
}

const open: Listening[] = [];

/** Closes everything that a test left open. For `afterEach`. */
export async function closeServed(): Promise<void> {
  await Promise.all(open.splice(0).map((listening) => listening.close(0)));
}

/** What a test serves: mounts that stay, or a function that changes them; their keys by prefix. */
interface ServedMounts {
  readonly mounts?: readonly Mount[] | (() => MountedNow);
  readonly keys?: ReadonlyMap<string, string>;
}

type AppParts = Partial<Omit<AppDeps, 'mounts' | 'about'>> & ServedMounts & { readonly about?: About };

/** Mounts that never change. */
export function mountedNow(mounts: readonly Mount[], keys: ReadonlyMap<string, string> = new Map()): MountedNow {
  return { present: mounts.map((mount) => ({ mount, key: keys.get(mount.prefix), version: 1 })), retired: [] };
}

/** Serves the public app, by default with one snake at `/greedy`. */
export function serveApp(
  { mounts = [createMount('/greedy')], keys, about = new Map(), ...parts }: AppParts = {},
  options: Partial<ListenOptions> = {},
): Promise<Served> {
  const given = typeof mounts === 'function' ? mounts() : mountedNow(mounts, keys);
  const now = typeof mounts === 'function' ? mounts : () => given;
  const perAddress = { connections: 1000, requests: 1000, unfinished: 1000, newGames: 1000 };
  const limits = new RequestLimits(perAddress, new ClientAddresses([]), silentLimitListener);
  return serve(
    (shared) =>
      createApp({
        mounts: now,
        about: () => about,
        limits,
        maxBody: 100_000,
        version: '1.2.3',
        ...shared,
        ...parts,
      }),
    options,
  );
}

/** Parts of an admin app; `extend` adds routes to it. */
type AdminParts = Partial<Omit<AdminDeps, 'router'>> & { readonly extend?: (router: AppRouter) => void };

/** Serves the admin app, by default with the same snake. */
export function serveAdmin(
  { extend, ...parts }: AdminParts = {},
  options: Partial<ListenOptions> = {},
): Promise<Served> {
  const router: AppRouter = new Router<AppState, object>();
  extend?.(router);
  const given = mountedNow([createMount('/greedy')]);
  const mounts = () => given;
  const metrics = { text: () => Promise.resolve({ contentType: 'text/plain; version=0.0.4', body: 'up 1\n' }) };
  return serve((shared) => createAdmin({ mounts, metrics, router, base: '', ...shared, ...parts }), options);
}

type Shared = Pick<AppDeps, 'log' | 'onBug' | 'readiness'>;

async function serve(toApp: (shared: Shared) => App, options: Partial<ListenOptions>): Promise<Served> {
  const { log, lines, logged } = createLog();
  const bugs: unknown[] = [];
  const app = toApp({ log, onBug: (bug) => void bugs.push(bug), readiness: () => 'ready' });
  const listening = await listen(app, { host: '127.0.0.1', port: 0, source: 'snakes.yaml', log, ...options });
  open.push(listening);
  const { port } = listening.address;
  return { ...listening, port, url: `http://127.0.0.1:${port}`, lines, bugs, logged };
}

export function createLog(level = 'debug') {
  const lines: Record<string, unknown>[] = [];
  const arrivals = new EventEmitter();
  const write = (text: string) => {
    const line: Record<string, unknown> = JSON.parse(text);
    lines.push(line);
    arrivals.emit(String(line['msg']), line);
  };
  const logged = async (message: string) => {
    const line = lines.find(({ msg }) => msg === message);
    return line ?? (await soon(once(arrivals, message), () => `the log line "${message}"`))[0];
  };
  return { log: pino({ level, base: null }, { write }), lines, logged };
}
