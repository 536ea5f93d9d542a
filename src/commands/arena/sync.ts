/** `serpentarium arena sync`: registers and updates on the platform what the configuration says. */
import type { Command } from 'commander';
import type { Leaderboard, Rankings } from '../../platform/answers.js';
import type { Platform } from '../../platform/platform.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { print, printJson } from '../../terminal/print.js';
import { baseUrl } from '../base-url.js';
import { addPlatformFlags, openPlatform, orExplain, type PlatformFlags } from './open-platform.js';
import { readArenaConfig, toKeylessUrl } from './own-snakes.js';
import { describeStep, planSync, type SyncStep } from './plan-sync.js';

interface SyncFlags extends PlatformFlags {
  readonly url?: string;
  readonly yes?: true;
}

export function addSyncCommand(arena: Command): void {
  addPlatformFlags(arena.command('sync'))
    .description('register and change snakes there as "arena:" in the configuration says; shows it only, without --yes')
    .option('--yes', 'do it')
    .option('--url <URL>', 'where engines reach this host (default: "server.url")', baseUrl)
    .addHelpText(
      'after',
      '\nExit codes: 0 all is as it should be, or was shown; 1 the platform refuses; 2 wrong usage.',
    )
    .action((flags: SyncFlags) => orExplain(() => sync(flags)));
}

async function sync(flags: SyncFlags): Promise<void> {
  const platform = openPlatform(flags);
  const read = readArenaConfig(flags.config);
  const config = { ...read, publicUrl: flags.url ?? read.publicUrl };
  const snakes = await platform.listSnakes();
  const hasLeaderboards = [...config.arena.values()].some(({ leaderboards }) => leaderboards !== undefined);
  const leaderboards = hasLeaderboards ? await platform.listLeaderboards() : [];
  const rankings = await readRankings(platform, leaderboards);
  const steps = planSync(flags.config, config, { snakes, leaderboards, rankings });
  if (flags.yes) await carryOut(platform, steps, flags.json === true);
  if (flags.json) return printJson({ isDone: flags.yes === true, steps: steps.map(toShown) }, 2);
  if (steps.length === 0) return print('The platform has all as the configuration says.');
  if (flags.yes) return print(`Done: ${formatCount(steps.length, 'change')}.`);
  print([...steps.map(describeStep), '', 'Nothing is changed yet. With --yes, it is.'].join('\n'));
}

export async function readRankings(
  platform: Platform,
  leaderboards: readonly Leaderboard[],
): Promise<Map<string, Rankings>> {
  const rankings = new Map<string, Rankings>();
  // One after the other: the platform limits how much it is asked.
  for (const { id } of leaderboards) rankings.set(id, await platform.listRankings(id));
  return rankings;
}

/** One after the other, and says each that is done: if one is refused, those before it stay. */
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
