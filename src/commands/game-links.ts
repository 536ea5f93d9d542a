/** Links to a game in a browser: on the page of a host, and in the official viewer. Called by `replay` and `report`. */
import type { HostConfig } from '../config/types.js';
import { viewerLink } from '../views/viewer-link.js';
import { spawn } from 'node:child_process';

export interface HostLinks {
  readonly base: string;
  /** Responds as soon as the host runs. */
  readonly health: string;
  /** The page of a stored game, by its id in the journal, at an optional turn. */
  page(id: string, turn?: number): string;
  /** `undefined` if the admin port needs a token, which the viewer cannot send. */
  viewer(id: string): string | undefined;
}

/**
 * `undefined` if the host of this configuration has no admin port.
 *
 * @param running the admin port of the running host, which its environment may have changed.
 */
export function linksOf({ server: { admin } }: Pick<HostConfig, 'server'>, running?: number): HostLinks | undefined {
  if (admin === 'off') return undefined;
  const { host, port: configured, token } = admin;
  const port = running ?? configured;
  const base = `http://${nameOfHost(host)}:${port}`;
  return {
    base,
    health: `${base}/healthz`,
    page: (id, turn) => `${base}/games/${encodeURIComponent(id)}${turn === undefined ? '' : `?turn=${turn}`}`,
    viewer: (id) => (token === undefined ? viewerLink(base, id) : undefined),
  };
}

/** The name under which this machine reaches a listening address. */
export function nameOfHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The program that opens links, with its first arguments. */
type Opener = readonly [program: string, ...args: string[]];

/** The programs by platform (default: Linux desktops). No shell sees the link. */
const OPENERS: Readonly<Record<string, Opener>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const DEFAULT_OPENER: Opener = ['xdg-open'];

/** How long to wait for the program, in ms: some stay as long as the browser. */
const ALLOWANCE_MS = 2000;

/** Opens a link. Resolves with whether that seems to have worked; never rejects. */
export function openLink(link: string, opener: Opener = OPENERS[process.platform] ?? DEFAULT_OPENER): Promise<boolean> {
  return new Promise((resolve) => {
    const [program, ...args] = opener;
    const child = spawn(program, [...args, link], { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), ALLOWANCE_MS);
    const end = (hasWorked: boolean) => {
      clearTimeout(timer);
      resolve(hasWorked);
    };
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
    child.unref();
  });
}
