/** `tune --from-games`: fits the weights of a strategy to games that were played before. */
import { existsSync } from 'node:fs';
import { fitWeights, type ScoredDuel, type WeightFit } from '../../arena/contest/tuning/fit-weights.js';
import type { TunedOption } from '../../arena/contest/tuning/parameters.js';
import { usageFault } from '../../errors.js';
import { JOURNAL_SOURCE, type SeatGame } from '../../exporting/seat-game.js';
import type { GameRow, JournalResult } from '../../journal/game-rows.js';
import { copyPosition } from '../../rules/position.js';
import { weightRules } from '../../search/evaluation/weights.js';
import { Z95 } from '../../stats/normal.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { readGameFiles, readKeptGames, type ReadGames } from '../export/read-games.js';
import { openJournal } from '../journal/open-journal.js';

/** Fewer games say too little to fit anything to. */
const MIN_GAMES = 20;

/** Most duels of the journal that are read, the newest: their boards are in memory together. */
const MAX_KEPT = 1000;
const SCORES: Readonly<Partial<Record<JournalResult, number>>> = { win: 1, draw: 0.5, loss: 0 };

/**
 * Fits those of the options that are weights of the built-in evaluation, to the duels of a folder, of a file, or of the
 * journal that the configuration names. Throws a `UsageError` if that cannot be.
 */
export async function fitFromGames(
  games: string,
  parameters: readonly TunedOption[],
  config: string,
): Promise<WeightFit> {
  const weights = parameters.filter(({ name }) => Object.hasOwn(weightRules, name));
  if (weights.length === 0) {
    const message = 'has none of the weights of the built-in evaluation among its options. See docs/searching.md.';
    throw usageFault('STRATEGY', message);
  }
  const duels = await readDuels(games, config);
  if (duels.length < MIN_GAMES) {
    const message = `has ${formatCount(duels.length, 'duel')} that came to an end, and ${MIN_GAMES} are the least. Write some with "serpentarium compare --output-dir".`;
    throw usageFault(games, message);
  }
  return fitWeights(duels, weights);
}

const NOTHING_LEARNT =
  'Nothing was fitted: whom the weights so far call ahead loses these games as often as not. Take games of other snakes.';

/** What was fitted, for people; the table in `width` columns. */
export function formatFit(
  { games, positions, parameters, lossBefore, lossAfter }: WeightFit,
  label: string,
  width: number,
): string {
  const rows = parameters.map(({ name, start, value, error }) => {
    const interval = error === null ? 'unknown' : `± ${Number((Z95 * error).toPrecision(2))}`;
    return [name, String(start), String(value), interval];
  });
  return [
    `weights of ${label}, fitted to ${formatCount(games, 'game')} (${formatCount(positions, 'quiet board')})`,
    '',
    formatTable(['option', 'start', 'found', '95 %'], rows, { width }),
    '',
    `Surprise at the outcomes: ${lossBefore.toFixed(4)} before, ${lossAfter.toFixed(4)} after (0.6931 is a coin).`,
    ...(parameters.some(({ error }) => error !== null) ? [] : ['', NOTHING_LEARNT]),
  ].join('\n');
}

/** The duels of files and folders, or the newest of the journal, each once, though both snakes may be ours. */
async function readDuels(games: string, config: string): Promise<ScoredDuel[]> {
  if (games !== JOURNAL_SOURCE || existsSync(games)) return collectDuels(readGameFiles([games]), Infinity);
  const journal = await openJournal(config);
  try {
    const seen = new Set<string>();
    const isNew = ({ game, snakes, result = 'abandoned' }: GameRow) => {
      if (snakes !== 2 || SCORES[result] === undefined || seen.has(game)) return false;
      seen.add(game);
      return true;
    };
    return await collectDuels(readKeptGames(journal, { hasEnded: true }, isNew), MAX_KEPT);
  } finally {
    await journal.close();
  }
}

async function collectDuels(found: Iterable<ReadGames> | AsyncIterable<ReadGames>, most: number) {
  const duels: ScoredDuel[] = [];
  for await (const read of found) {
    if (read.kind === 'broken') throw read.error;
    const [game] = read.games;
    const score = SCORES[game?.result ?? 'abandoned'];
    if (game?.opponents.length === 1 && score !== undefined) duels.push(toDuel(game, score));
    if (duels.length >= most) break;
  }
  return duels;
}

/** A duel, and what its first snake scored if `mine` is what the snake of the game did. */
function toDuel({ turns, you }: SeatGame, mine: number): ScoredDuel {
  const positions = Array.from(turns(), ({ position }) => copyPosition(position));
  const duel = positions.filter(({ snakeCount }) => snakeCount === 2);
  return { positions: duel, score: duel[0]?.ids[0] === you ? mine : 1 - mine };
}
