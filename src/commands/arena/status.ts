/** `serpentarium arena status`: my snakes on the platform next to the mounted ones. */
import { existsSync } from 'node:fs';
import { readConfig } from '../../config/read-config.js';
import { getOnce, readObject } from '../../exchange/exchange.js';
import type { Rating } from '../../views/report-lines.js';
import type { PlatformSnake, Ranking } from '../../platform/platform.js';
import { formatTable, terminalWidth } from '../../terminal/format-table.js';
import { print, printJson } from '../../terminal/print.js';
import { EXIT } from '../../errors/errors.js';
import { openJournalToImport, withJournal } from '../../journal/open-journal.js';
import { resultThere } from './games.js';
import { defineCommand } from '../define-command.js';
import { openPlatform, orExplain, orWarn, PLATFORM_FLAGS, type PlatformFlags } from './open-platform.js';
import { pairSnakes, prefixFor, readArenaConfig, toKeylessUrl } from './own-snakes.js';

/** The platform's timeout for a `GET`, in ms. */
const INFO_TIMEOUT_MS = 1000;
const LAST_GAMES = 10;

export default defineCommand({
  summary: 'show your snakes on the platform',
  description: 'compare your snakes on the platform with the mounted ones, and record ratings',
  flags: PLATFORM_FLAGS,
  exits: { 0: 'the mounted snakes are reachable', 1: 'one is not, or the platform refuses', 2: 'wrong usage' },
  examples: ['arena status'],
  run: ({ flags }) => orExplain(() => status(flags)),
});

interface SnakeStatus {
  /** Absent if it is not mounted here. */
  readonly prefix: string | undefined;
  readonly label: string;
  /** Absent if it is not registered there. */
  readonly snake?: PlatformSnake;
  /** Why the platform cannot reach it; empty if it can. */
  readonly problem?: string;
  readonly version?: string;
  readonly ratings: readonly Rating[];
  /** Newest first. */
  readonly results: readonly ReturnType<typeof resultThere>[];
}

async function status(flags: PlatformFlags): Promise<void> {
  const platform = openPlatform(flags);
  const own = pairSnakes(readArenaConfig(flags.config), await platform.listSnakes());
  const leaderboards = await orWarn(platform.listLeaderboards(), []);
  const rankings: (readonly [leaderboard: string, entries: readonly Ranking[]])[] = [];
  // One after the other: the platform limits its requests.
  for (const { id, name, active = true } of leaderboards)
    if (active) rankings.push([name, await orWarn(platform.listRankings(id), [])]);
  const at = Date.now();
  const found: SnakeStatus[] = [];
  for (const pair of own) {
    const { prefix, registered } = pair;
    const label = prefix ?? registered?.name ?? '';
    if (registered === undefined) {
      found.push({ prefix, label, ratings: [], results: [] });
      continue;
    }
    const { problem = '', version = '' } = await askInfo(registered.url);
    const ratings = ratingsOf(registered.id, rankings, { at, snake: prefixFor(pair), version });
    const games = await orWarn(platform.listGames(registered.id, LAST_GAMES), []);
    const results = games.map((game) => resultThere({ game, snake: registered, prefix: prefixFor(pair) }));
    const snake = { ...registered, url: toKeylessUrl(registered.url) };
    found.push({ prefix, label, snake, problem, version, ratings, results });
  }
  const kept = await keepInJournal(
    flags.config,
    found.flatMap(({ ratings }) => ratings),
  );
  if (flags.json) printJson({ snakes: found, kept }, 2);
  else print([formatStatus(found, terminalWidth()), '', LEGEND].join('\n'));
  if (found.some(({ prefix, problem = '' }) => prefix !== undefined && problem !== '')) process.exitCode = EXIT.failed;
}

const LEGEND =
  'last games: the newest first; W won, D drawn, L lost, - not over. "serpentarium doctor URL" diagnoses an unreachable one.';

/** Asks like the platform before each game. */
async function askInfo(url: string): Promise<{ readonly problem?: string; readonly version?: string }> {
  if (!URL.canParse(url)) return { problem: 'has a URL that cannot be read' };
  const answer = readObject(await getOnce({ url: new URL(url), timeout: INFO_TIMEOUT_MS }));
  if ('problem' in answer) return { problem: answer.problem };
  const { apiversion, version } = answer.json;
  if (apiversion !== '1') return { problem: '"apiversion" is not the string "1"' };
  return typeof version === 'string' ? { version } : {};
}

function ratingsOf(
  id: string,
  rankings: readonly (readonly [leaderboard: string, entries: readonly Ranking[]])[],
  facts: Pick<Rating, 'at' | 'snake' | 'version'>,
): Rating[] {
  return rankings.flatMap(([leaderboard, entries]) => {
    const found = entries.find(({ battlesnake_id: snake }) => snake === id);
    if (found === undefined) return [];
    const { rank, display_score: score, games_played: games } = found;
    return [{ ...facts, leaderboard, score, ...(typeof rank === 'number' && { rank }), games }];
  });
}

/**
 * Stores ratings in the journal, where the report and the page show them next to versions. Resolves with the number of
 * changed ratings; 0 without a configuration or journal.
 */
async function keepInJournal(file: string, ratings: readonly Rating[]): Promise<number> {
  if (ratings.length === 0 || !existsSync(file)) return 0;
  if (readConfig(file, process.env).config.journal === 'off') return 0;
  return withJournal(openJournalToImport, file, async (journal) => {
    return await journal.keepRatings(ratings);
  });
}

const LETTERS = { won: 'W', drawn: 'D', lost: 'L', '': '-' } as const;

function formatStatus(found: readonly SnakeStatus[], width: number): string {
  const rows = found.map(({ label, snake, problem = '', ratings, results }) => {
    if (snake === undefined) return [label, 'not registered', '', '', '', ''];
    const shown = ratings.map(({ leaderboard, score, rank, games }) => {
      const place = rank === undefined ? 'no rank yet' : `rank ${rank}`;
      return `${leaderboard}: ${score.toFixed(1)}, ${place}, ${games} games`;
    });
    return [
      label,
      `${snake.name}${snake.is_public ? '' : ' (private)'}`,
      snake.url,
      problem === '' ? 'yes' : problem,
      shown.join('; '),
      results.map((result) => LETTERS[result]).join(' '),
    ];
  });
  const heading = ['snake', 'there', 'URL', 'reachable', 'rating', 'last games'];
  return formatTable(heading, rows, { width, wraps: [3, 4] });
}
