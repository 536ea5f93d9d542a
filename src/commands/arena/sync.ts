/** `serpentarium arena sync`: registers and updates snakes on the platform as configured. */
import type { Platform, SnakeFields, Leaderboard, Ranking, PlatformSnake } from '../../platform/platform.js';
import { documentUrl } from '../../version.js';
import { formatCount } from '../../views/numbers.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { baseUrl } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { flag, former, type ValuesOf } from '../flags.js';
import { openPlatform, orExplain, PLATFORM_FLAGS } from './open-platform.js';
import { readArenaConfig, toKeylessUrl, pairSnakes, type ArenaConfig } from './own-snakes.js';
import type { ArenaEntry } from '../../config/types.js';
import { didYouMean } from '../../errors/did-you-mean.js';
import { usageFault, UsageError, type Fault } from '../../errors/errors.js';
import { isPrivateUrl } from '../../exchange/loopback.js';

const FLAGS = [
  ...PLATFORM_FLAGS,
  flag('-y, --yes', 'make the changes (default: only show them)'),
  flag('--any-url', 'also register a URL that the platform cannot reach'),
  ...former('--force', '--any-url'),
  flag('--url <URL>', 'where engines reach this host (default: "server.url")', baseUrl),
];

type SyncFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  summary: 'register and update your snakes',
  description: 'show what to register or update; --yes does it',
  flags: FLAGS,
  exits: { 0: 'changed or shown', 1: 'the platform refuses', 2: 'wrong usage' },
  examples: ['arena sync', 'arena sync --yes'],
  run: ({ flags }) => orExplain(() => sync(flags)),
});

async function sync(flags: SyncFlags): Promise<void> {
  const platform = openPlatform(flags);
  const read = readArenaConfig(flags.config);
  const config = { ...read, publicUrl: flags.url ?? read.publicUrl };
  checkPublicUrl(flags, config.publicUrl);
  const snakes = await platform.listSnakes();
  const hasLeaderboards = [...config.arena.values()].some(({ leaderboards }) => leaderboards !== undefined);
  const leaderboards = hasLeaderboards ? await platform.listLeaderboards() : [];
  const rankings = await platform.listAllRankings(leaderboards);
  const steps = planSync(flags.config, config, { snakes, leaderboards, rankings });
  if (flags.yes) await carryOut(platform, steps, flags.json === true);
  if (flags.json) return printJson({ isDone: flags.yes === true, steps: steps.map(toShown) }, 2);
  if (steps.length === 0) return print('The platform matches the configuration.');
  if (flags.yes) return print(`Done: ${formatCount(steps.length, 'change')}.`);
  print([...steps.map(describeStep), '', 'Nothing changed yet. Use --yes to make these changes.'].join('\n'));
}

/** Throws a `UsageError` if the platform cannot reach that URL, except with `--any-url`. */
function checkPublicUrl({ url, config, anyUrl }: SyncFlags, publicUrl: string | undefined): void {
  if (publicUrl === undefined || anyUrl) return;
  const { host, protocol } = new URL(publicUrl);
  if (isPrivateUrl(new URL(publicUrl))) {
    const source = url === undefined ? config : '--url';
    const advice = 'Set "server.url" to the address that engines use, or give --any-url.';
    throw usageFault(source, `has ${publicUrl}: the platform cannot reach "${host}" from the internet. ${advice}`);
  }
  if (protocol === 'http:')
    printError(`warning: ${publicUrl} has no TLS: others can read its keys and change its moves.`);
}

/** One after the other, printing each completed step: if one is refused, the earlier ones stay. */
async function carryOut(platform: Platform, steps: readonly SyncStep[], isQuiet: boolean): Promise<void> {
  const created = new Map<string, string>();
  for (const step of steps) {
    switch (step.kind) {
      case 'create':
        created.set(step.prefix, (await platform.createSnake(step.fields)).id);
        break;
      case 'update':
        await platform.updateSnake(step.id, step.fields);
        break;
      case 'join':
      case 'leave':
        await platform[step.kind](step.leaderboard.id, step.id ?? created.get(step.prefix)!);
    }
    if (!isQuiet) print(describeStep(step));
  }
}

/** A step without the keys of URLs. */
function toShown(step: SyncStep): object {
  if (!('fields' in step)) return step;
  return { ...step, fields: { ...step.fields, url: toKeylessUrl(step.fields.url) } };
}

/** One change. Changes of a new snake come after its registration. */
type SyncStep = { readonly prefix: string } & (
  | { readonly kind: 'create'; readonly fields: SnakeFields }
  | { readonly kind: 'update'; readonly id: string; readonly fields: SnakeFields; readonly changes: readonly string[] }
  | { readonly kind: 'join' | 'leave'; readonly id: string | undefined; readonly leaderboard: Leaderboard }
);

export interface PlatformState {
  readonly snakes: readonly PlatformSnake[];
  readonly leaderboards: readonly Leaderboard[];
  /** By id of the leaderboard. */
  readonly rankings: ReadonlyMap<string, readonly Ranking[]>;
}

/** The steps, snake by snake. Throws a `UsageError` without a public URL, or for an unknown leaderboard. */
export function planSync(file: string, config: ArenaConfig, state: PlatformState): SyncStep[] {
  const { arena, publicUrl, keys } = config;
  if (arena.size === 0) throw usageFault(file, `has no snake with "arena:": see ${documentUrl('guides/arena')}`);
  if (publicUrl === undefined) {
    throw usageFault(file, 'does not name the URL of this host. Set "server.url", or use --url.');
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
  const id = now?.id;
  const isIn = (board: Leaderboard) =>
    rankings.get(board.id)?.some(({ battlesnake_id: snake }) => snake === id) === true;
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
