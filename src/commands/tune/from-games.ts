/** `tune --from-games`: fits the weights of a strategy to games that were played before. */
import { existsSync } from 'node:fs';
import {
  fitWeights,
  readDuels,
  type DuelSource,
  type ScoredDuel,
  type WeightFit,
} from '../../arena/contest/tuning/fit-weights.js';
import type { TunedOption } from '../../arena/contest/tuning/parameters.js';
import {
  trainNetwork,
  type NetworkFit,
  type NetworkGames,
  type NetworkTraining,
} from '../../arena/contest/tuning/train-network.js';
import { usageFault } from '../../errors.js';
import { JOURNAL_SOURCE, type SeatGame } from '../../exporting/seat-game.js';
import type { GameRow, JournalResult } from '../../journal/game-rows.js';
import { copyPosition, type Position } from '../../rules/position.js';
import { weightRules } from '../../search/evaluation/weights.js';
import { Z95 } from '../../stats/normal.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { filesIn, readGameFiles, readKeptGames, refuseTurn, type ReadGames } from '../export/read-games.js';
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
  const weights = weightsAmong(parameters);
  const fit = fitWeights(readDuels(await findDuels(games, config)), weights);
  checkCount(games, fit.games);
  return fit;
}

/** Trains a network on the same games, to predict them better than these options do. Throws a `UsageError` likewise. */
export async function trainFromGames(
  games: string,
  config: string,
  { parameters, ...training }: Omit<NetworkTraining, 'check'>,
): Promise<NetworkFit> {
  const weights = weightsAmong(parameters);
  const check = (read: NetworkGames) => checkGames(games, read);
  return trainNetwork(await findDuels(games, config), { ...training, parameters: weights, check });
}

function checkGames(source: string, { games, slope }: NetworkGames): void {
  checkCount(
    source,
    games.reduce((sum, count) => sum + count, 0),
  );
  if (games.includes(0)) {
    throw usageFault(source, 'has no finished duel among the files that test the network. Name a folder of duels.');
  }
  if (slope > 0) return;
  const message =
    'has duels that the snake with the higher built-in evaluation loses as often as not: a network, which begins as that evaluation, cannot learn from them. Take games of other snakes.';
  throw usageFault(source, message);
}

function weightsAmong(parameters: readonly TunedOption[]): TunedOption[] {
  const weights = parameters.filter(({ name }) => Object.hasOwn(weightRules, name));
  if (weights.length > 0) return weights;
  const message = 'has none of the weights of the built-in evaluation among its options. See docs/searching.md.';
  throw usageFault('STRATEGY', message);
}

function checkCount(games: string, count: number): void {
  if (count >= MIN_GAMES) return;
  const message = `has ${formatCount(count, 'duel')} that came to an end, and ${MIN_GAMES} are the least. Write some with "serpentarium compare --output-dir".`;
  throw usageFault(games, message);
}

const NOTHING_FITTED =
  'Nothing was fitted: whom the weights so far call ahead loses these games as often as not. Take games of other snakes.';

const NO_CHANGE_IS_SURE =
  'Each interval has the start in it: these games do not show that any change is for the better. Take more games.';

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
    ...remarkOn(parameters),
  ].join('\n');
}

function remarkOn(parameters: WeightFit['parameters']): string[] {
  const known = parameters.flatMap(({ start, value, error }) => (error === null ? [] : [{ start, value, error }]));
  if (known.length === 0) return ['', NOTHING_FITTED];
  const isSure = known.some(({ start, value, error }) => Math.abs(value - start) > Z95 * error);
  return isSure ? [] : ['', NO_CHANGE_IS_SURE];
}

/** What was trained, for people. */
export function formatNetwork({ games, positions, heldOut, network }: NetworkFit, file: string): string {
  const { builtIn, regression } = heldOut;
  const rows = Object.entries({ 'built-in evaluation': builtIn, regression, network: heldOut.network });
  const units = network.layers[0]!.biases.length;
  return [
    `network of ${network.inputs.length} inputs and ${units} units, from ${formatCount(games, 'game')} (${formatCount(positions, 'board')}): ${file}`,
    '',
    formatTable(
      [`surprise at ${formatCount(heldOut.games, 'other game')}`, ''],
      rows.map(([name, loss]) => [name, loss.toFixed(4)]),
      {},
    ),
    '',
    'A coin is surprised by 0.6931. How a strategy uses the file is in docs/networks.md; whether it plays better with it',
    'is for a match to say.',
  ].join('\n');
}

/**
 * The duels of files, one in each, read one at a time, since together they may not fit into memory; or the newest of
 * the journal, each once, though both snakes may be ours.
 */
async function findDuels(games: string, config: string): Promise<DuelSource[]> {
  if (games !== JOURNAL_SOURCE || existsSync(games)) {
    return filesIn(games).map((file) => () => toDuel(readGameFiles([file]).next().value!));
  }
  const journal = await openJournal(config);
  try {
    const seen = new Set<string>();
    const isNew = ({ game, snakes, result = 'abandoned' }: GameRow) => {
      if (snakes !== 2 || SCORES[result] === undefined || seen.has(game)) return false;
      seen.add(game);
      return true;
    };
    const duels: ScoredDuel[] = [];
    for await (const read of readKeptGames(journal, { hasEnded: true }, isNew)) {
      const duel = toDuel(read);
      if (duel !== undefined && duels.push(duel) >= MAX_KEPT) break;
    }
    return duels.map((duel) => () => duel);
  } finally {
    await journal.close();
  }
}

/** A duel, and what its first snake scored; nothing of a game that is no duel, or did not come to its end. */
function toDuel(read: ReadGames): ScoredDuel | undefined {
  if (read.kind === 'broken') throw read.error;
  const [game] = read.games;
  const mine = SCORES[game?.result ?? 'abandoned'];
  if (game?.opponents.length !== 1 || mine === undefined) return undefined;
  const duel = positionsOf(game).filter(({ snakeCount }) => snakeCount === 2);
  return { positions: duel, score: duel[0]?.ids[0] === game.you ? mine : 1 - mine };
}

function positionsOf(game: SeatGame): Position[] {
  try {
    return Array.from(game.turns(), ({ position }) => copyPosition(position));
  } catch (thrown) {
    throw refuseTurn(game, thrown);
  }
}
