/** `tune --from-games`: fits the weights of a strategy to games that were played before. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fitWeights, type ScoredDuel, type WeightFit } from '../../arena/contest/tuning/fit-weights.js';
import type { TunedOption } from '../../arena/contest/tuning/parameters.js';
import { messageOf, usageFault } from '../../errors.js';
import { weightRules } from '../../search/evaluation/weights.js';
import { Z95 } from '../../stats/normal.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { toPosition } from '../../wire/to-position.js';
import type { FullGameRow, JournalResult } from '../../journal/game-rows.js';
import { parseRequest } from '../../wire/reader.js';
import { openJournal } from '../journal/open-journal.js';
import { readGameFile, type RecordingFile } from '../replay/game-file.js';

/** Fewer games say too little to fit anything to. */
const MIN_GAMES = 20;

/** The word for the games of the journal. */
const JOURNAL = 'journal';
/** Most duels of the journal that are read, the newest: their boards are in memory together. */
const MAX_KEPT = 1000;
const PAGE = 500;
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
  const isJournal = games === JOURNAL && !existsSync(games);
  const duels = isJournal
    ? await readKeptDuels(config)
    : filesIn(games).flatMap((file) => readDuel(readGameFile(file)));
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

function filesIn(directory: string): string[] {
  try {
    if (statSync(directory).isFile()) return [directory];
    const names = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
    return names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => path.join(directory, name));
  } catch (thrown) {
    throw usageFault('--from-games', messageOf(thrown));
  }
}

/** Nothing if the game is no duel, or did not come to its end. */
function readDuel({ turns }: RecordingFile): ScoredDuel[] {
  const { snakes } = turns[0].request.board;
  if (snakes.length !== 2) return [];
  const died = new Set(turns.flatMap(({ deaths }) => deaths.map(({ id }) => id)));
  if (died.size === 0) return [];
  const [first, second] = snakes.map(({ id }) => Number(!died.has(id)));
  const positions = turns.map(({ request }) => toPosition(request).position);
  return [{ positions: positions.filter(({ snakeCount }) => snakeCount === 2), score: (1 + first! - second!) / 2 }];
}

/** The newest duels of the journal, each once, though both snakes may be ours. */
async function readKeptDuels(config: string): Promise<ScoredDuel[]> {
  const journal = await openJournal(config);
  const duels = new Map<string, ScoredDuel>();
  try {
    let after: string | undefined;
    do {
      const page = await journal.listGames({ hasEnded: true, limit: PAGE, ...(after !== undefined && { after }) });
      for (const { id, game, snakes, result = 'abandoned' } of page.games) {
        if (snakes !== 2 || SCORES[result] === undefined || duels.has(game) || duels.size >= MAX_KEPT) continue;
        const kept = await journal.findGame(id);
        if (kept !== undefined) duels.set(game, toDuel(kept, SCORES[result]));
      }
      after = page.next;
    } while (after !== undefined && duels.size < MAX_KEPT);
    return [...duels.values()];
  } finally {
    await journal.close();
  }
}

/** A duel, and what its first snake scored if `mine` is what the snake of the journal did. */
function toDuel({ list, you }: FullGameRow, mine: number): ScoredDuel {
  const positions = list.map(({ body }) => toPosition(parseRequest(body)).position);
  const duel = positions.filter(({ snakeCount }) => snakeCount === 2);
  return { positions: duel, score: duel[0]?.ids[0] === you ? mine : 1 - mine };
}
