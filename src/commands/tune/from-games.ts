/** `tune --from-games`: fits the weights of a strategy to games that were played before. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fitWeights, type ScoredDuel, type WeightFit } from '../../arena/tuning/fit-weights.js';
import type { TunedOption } from '../../arena/tuning/parameters.js';
import { messageOf, usageFault } from '../../errors.js';
import { weightRules } from '../../search/evaluation/weights.js';
import { Z95 } from '../../stats/normal.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { LINE_WIDTH } from '../../terminal/wrap-text.js';
import { toPosition } from '../../wire/to-position.js';
import { readGameFile, type RecordedFile } from '../replay/game-file.js';

/** Fewer games say too little to fit anything to. */
const MIN_GAMES = 20;

/** Fits those of the options that are weights of the built-in evaluation. Throws a `UsageError` if that cannot be. */
export function fitFromGames(directory: string, parameters: readonly TunedOption[]): WeightFit {
  const weights = parameters.filter(({ name }) => Object.hasOwn(weightRules, name));
  if (weights.length === 0) {
    const message = 'has none of the weights of the built-in evaluation among its options. See docs/searching.md.';
    throw usageFault('STRATEGY', message);
  }
  const duels = filesIn(directory).flatMap((file) => readDuel(readGameFile(file)));
  if (duels.length < MIN_GAMES) {
    const message = `has ${formatCount(duels.length, 'duel')} that came to an end, and ${MIN_GAMES} are the least. Write some with "serpentarium compare --output".`;
    throw usageFault(directory, message);
  }
  return fitWeights(duels, weights);
}

const NOTHING_LEARNT =
  'Nothing was fitted: whom the weights so far call ahead loses these games as often as not. Take games of other snakes.';

/** What was fitted, for people. */
export function formatFit({ games, positions, parameters, lossBefore, lossAfter }: WeightFit, label: string): string {
  const rows = parameters.map(({ name, start, value, error }) => {
    const interval = error === null ? 'unknown' : `± ${Number((Z95 * error).toPrecision(2))}`;
    return [name, String(start), String(value), interval];
  });
  return [
    `weights of ${label}, fitted to ${formatCount(games, 'game')} (${formatCount(positions, 'quiet board')})`,
    '',
    formatTable(['option', 'start', 'found', '95 %'], rows, { width: LINE_WIDTH }),
    '',
    `Surprise at the outcomes: ${lossBefore.toFixed(4)} before, ${lossAfter.toFixed(4)} after (0.6931 is a coin).`,
    ...(parameters.some(({ error }) => error !== null) ? [] : ['', NOTHING_LEARNT]),
  ].join('\n');
}

function filesIn(directory: string): string[] {
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
    return names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => path.join(directory, name));
  } catch (thrown) {
    throw usageFault('--from-games', messageOf(thrown));
  }
}

/** Nothing if the game is no duel, or did not come to its end. */
function readDuel({ turns }: RecordedFile): ScoredDuel[] {
  const { snakes } = turns[0].request.board;
  if (snakes.length !== 2) return [];
  const died = new Set(turns.flatMap(({ deaths }) => deaths.map(({ id }) => id)));
  if (died.size === 0) return [];
  const [first, second] = snakes.map(({ id }) => Number(!died.has(id)));
  const positions = turns.map(({ request }) => toPosition(request).position);
  return [{ positions: positions.filter(({ snakeCount }) => snakeCount === 2), score: (1 + first! - second!) / 2 }];
}
