/** What has to change on the platform so that it has what the configuration says. Called by `arena sync`. */
import type { ArenaEntry } from '../../config/types.js';
import { didYouMean } from '../../did-you-mean.js';
import { usageFault, UsageError, type Fault } from '../../errors.js';
import type { Leaderboard, PlatformSnake, Rankings } from '../../platform/answers.js';
import type { SnakeFields } from '../../platform/platform.js';
import { pairSnakes, toKeylessUrl, type ArenaConfig } from './own-snakes.js';

/** One change. Those of a snake that is not there yet come after its registration. */
export type SyncStep = { readonly prefix: string } & (
  | { readonly kind: 'create'; readonly fields: SnakeFields }
  | { readonly kind: 'update'; readonly id: string; readonly fields: SnakeFields; readonly changes: readonly string[] }
  | { readonly kind: 'join' | 'leave'; readonly id: string | undefined; readonly leaderboard: Leaderboard }
);

export interface PlatformState {
  readonly snakes: readonly PlatformSnake[];
  readonly leaderboards: readonly Leaderboard[];
  /** Of the leaderboards, by id. */
  readonly rankings: ReadonlyMap<string, Rankings>;
}

/** The steps, snake by snake. Throws a `UsageError` if there is no public URL, or no such leaderboard. */
export function planSync(file: string, config: ArenaConfig, state: PlatformState): SyncStep[] {
  const { arena, publicUrl, keys } = config;
  if (arena.size === 0) throw usageFault(file, 'has no snake with "arena:": see docs/arena.md.');
  if (publicUrl === undefined) {
    throw usageFault(file, 'does not say where engines reach this host. Set "server.url", or give --url.');
  }
  const pairs = new Map(pairSnakes(config, state.snakes).map(({ prefix, registered }) => [prefix, registered]));
  const faults: Fault[] = [];
  const steps = [...arena].flatMap(([prefix, entry]) => {
    const key = keys.get(prefix);
    const url = `${publicUrl}${prefix === '/' ? '/' : prefix}${key === undefined ? '' : `?key=${key}`}`;
    const now = pairs.get(prefix);
    const fields = { name: entry.name, url, is_public: entry.public };
    return [...planSnake(prefix, fields, now), ...planLeaderboards({ prefix, entry, now, state, file, faults })];
  });
  if (faults.length > 0) throw new UsageError(faults);
  return steps;
}

function planSnake(prefix: string, fields: SnakeFields, now: PlatformSnake | undefined): SyncStep[] {
  if (now === undefined) return [{ kind: 'create', prefix, fields }];
  const changes = [
    ...(now.name === fields.name ? [] : [`name "${now.name}" becomes "${fields.name}"`]),
    ...describeUrl(now.url, fields.url),
    ...(now.is_public === fields.is_public ? [] : [fields.is_public ? 'becomes public' : 'becomes private']),
  ];
  return changes.length === 0 ? [] : [{ kind: 'update', prefix, id: now.id, fields, changes }];
}

/** A key is never shown. */
function describeUrl(now: string, wanted: string): string[] {
  if (now === wanted) return [];
  const [from, to] = [toKeylessUrl(now), toKeylessUrl(wanted)];
  return [from === to ? 'the key in its URL changes' : `URL ${from} becomes ${to}`];
}

interface LeaderboardPlan {
  readonly prefix: string;
  readonly entry: ArenaEntry;
  readonly now: PlatformSnake | undefined;
  readonly state: PlatformState;
  readonly file: string;
  readonly faults: Fault[];
}

function planLeaderboards({ prefix, entry, now, state, file, faults }: LeaderboardPlan): SyncStep[] {
  if (entry.leaderboards === undefined) return [];
  const { leaderboards, rankings } = state;
  const wanted = entry.leaderboards.flatMap((word) => {
    const found = leaderboards.find(({ id, name }) => word === id || word === name);
    if (found !== undefined) return [found];
    const names = leaderboards.map(({ name }) => name);
    const hint = didYouMean(word, names) || ` There are ${names.map((name) => `"${name}"`).join(', ')}.`;
    faults.push({ source: file, message: `snake "${prefix}": the platform has no leaderboard "${word}".${hint}` });
    return [];
  });
  const isIn = ({ id }: Leaderboard) => {
    const { ranked = [], placement = [] } = rankings.get(id) ?? {};
    return [...ranked, ...placement].some(({ battlesnake_id: snake }) => snake === now?.id);
  };
  const id = now?.id;
  const joins = wanted.filter((each) => !isIn(each)).map((leaderboard) => ({ kind: 'join' as const, leaderboard }));
  const leaves = leaderboards
    .filter((each) => isIn(each) && !wanted.includes(each))
    .map((leaderboard) => ({ kind: 'leave' as const, leaderboard }));
  return [...joins, ...leaves].map((step) => ({ ...step, prefix, id }));
}

export function describeStep(step: SyncStep): string {
  if (step.kind === 'update') return `${step.prefix}: ${step.changes.join('; ')}`;
  if (step.kind !== 'create') return `${step.prefix}: ${step.kind} the leaderboard "${step.leaderboard.name}"`;
  const { name, url, is_public: isPublic } = step.fields;
  return `${step.prefix}: register "${name}", ${isPublic ? 'public' : 'private'}, at ${toKeylessUrl(url)}`;
}
