/** What each snake can reach on this machine, tried from within. Called by `check`. */
import { resolve } from 'node:path';
import type { HostConfig, SnakeConfig } from '../config/types.js';
import { findEnclosure } from '../snakes/process/enclosure.js';
import { tryReach, type Reached } from '../snakes/process/try-reach.js';
import type { SourceCache } from '../snakes/source-content.js';

export interface SnakeReach {
  readonly prefix: string;
  /** How it really runs; `upstream` if a server answers for it, which the host cannot look into. */
  readonly isolation: string;
  /** What it could reach; absent where nothing was tried, as in the host's own process, which can reach everything. */
  readonly reached: Reached | undefined;
  /** What it could reach although it is in a sandbox that should not let it. */
  readonly leaks: readonly string[];
}

const NAMES: Readonly<Record<keyof Reached, string>> = {
  files: 'files of this machine',
  configuration: 'the configuration',
  journal: 'the journal',
  network: 'other machines',
  ports: 'ports of this machine, the admin port too',
  processes: 'other processes, the host too',
};

/** Tries it for each snake that runs on this machine. Rejects with an `Error` if it cannot be tried. */
export async function findReach(config: HostConfig, cache: SourceCache): Promise<SnakeReach[]> {
  const found: SnakeReach[] = [];
  for (const snake of config.snakes) found.push(await findReachOf(snake, config, cache));
  return found;
}

async function findReachOf(snake: SnakeConfig, { file, journal }: HostConfig, cache: SourceCache): Promise<SnakeReach> {
  const { prefix, allow } = snake;
  const content = await cache.read(snake.source);
  if (content.kind === 'upstream') return { prefix, isolation: 'upstream', reached: undefined, leaks: [] };
  const enclosure = await findEnclosure(snake.isolation);
  const { isolation } = enclosure;
  if (isolation === 'inline') return { prefix, isolation, reached: undefined, leaks: [] };
  const made = { config: snake, content, memoryMb: snake.memory / 1024 ** 2 };
  const targets = { configuration: resolve(file), journal: journal === 'off' ? undefined : journal.path };
  const reached = await tryReach(made, enclosure, targets);
  const mayReach = (name: string) => isolation !== 'sandbox' || (allow.network && ['network', 'ports'].includes(name));
  return { prefix, isolation, reached, leaks: namesOf(reached, (name) => !mayReach(name)) };
}

/** As a row of the table: prefix, isolation, what it reached. */
export function toReachRow({ prefix, isolation, reached }: SnakeReach): string[] {
  if (isolation === 'upstream') return [prefix, 'none', 'a server answers for it, which the host cannot look into'];
  if (reached === undefined) return [prefix, isolation, 'all that the host can: it runs in its process'];
  return [prefix, isolation, namesOf(reached).join('; ') || 'nothing but its own code'];
}

function namesOf(reached: Reached, isMeant: (name: string) => boolean = () => true): string[] {
  return Object.entries(NAMES).flatMap(([key, name]) => (reached[key as keyof Reached] && isMeant(key) ? [name] : []));
}
