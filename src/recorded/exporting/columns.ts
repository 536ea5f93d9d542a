/** The columns of an export: the one table from which its rows and docs/reference/export.md are made. */
import { measuredLatency } from '../../inference/move-used.js';
import { hasEnded, type Sample } from './samples.js';
import type { Seat } from '../../rules/types.js';

/** The type of a column. A `timestamp` is given in ms since 1970, and written as ISO 8601 in UTC. */
type ColumnType = 'string' | 'integer' | 'number' | 'timestamp';

/** The value of a cell; `undefined` is written as null. */
export type ColumnValue = string | number | undefined;

/** A column of the table: its values follow from samples by `of`. */
export interface SampleColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Some rows may have no value. */
  readonly isOptional: boolean;
  /** What it says, with its unit. */
  readonly about: string;
  readonly of: (sample: Sample) => ColumnValue;
}

type Read = SampleColumn['of'];

function always(name: string, type: ColumnType, about: string, of: Read): SampleColumn {
  return { name, type, isOptional: false, about, of };
}

function maybe(name: string, type: ColumnType, about: string, of: Read): SampleColumn {
  return { name, type, isOptional: true, about, of };
}

const FACTS: readonly SampleColumn[] = [
  always('source', 'string', 'the file of the recording, or `journal`', ({ game }) => game.file ?? 'journal'),
  always('game', 'string', 'the engine’s id of the game; both games of a pair have the same', ({ game }) => game.game),
  always('snake', 'string', 'whose position it is: a prefix of the journal, or a name', ({ game }) => game.snake),
  maybe('version', 'string', 'its version; only from the journal', ({ game }) => game.version || undefined),
  always('ruleset', 'string', 'the ruleset, as the engine names it', ({ game }) => game.ruleset),
  always('map', 'string', 'the map, as the engine names it', ({ game }) => game.map),
  always('width', 'integer', 'cells of the board', ({ board }) => board.width),
  always('height', 'integer', 'cells of the board', ({ board }) => board.height),
  always('snakes', 'integer', 'snakes at the start of the game', ({ game }) => game.snakes),
  always('seat', 'integer', 'the place of the snake on the first board, from 0', ({ seat }) => seat),
  always('turn', 'integer', 'the turn of this position, from 0', ({ board }) => board.turn),
  maybe('played_at', 'timestamp', 'time of the answer, UTC; only in games played on this host', ({ game, turn }) =>
    // Of an imported game, it is the moment of the import.
    game.imported === undefined ? turn.at : undefined,
  ),
];

const ANSWERS: readonly SampleColumn[] = [
  maybe('move', 'string', '`up`, `down`, `left`, `right`; null if the engine used another', ({ turn }) =>
    turn.feedback?.used === 'no' ? undefined : turn.answer.move,
  ),
  maybe('answer', 'string', '`moved`, `late`, `failed`, `illegal`; `seen` if imported', ({ game, turn }) =>
    game.file === undefined ? turn.answer.kind : undefined,
  ),
  maybe('took_ms', 'number', 'ms until the answer, measured by the host', ({ turn }) => turn.answer.took),
  maybe('budget_ms', 'number', 'ms that the strategy had', ({ turn }) => turn.budget),
  maybe(
    'latency_ms',
    'number',
    'ms until the answer, measured by the engine',
    ({ turn: { feedback } }) => feedback && measuredLatency(feedback.latency, feedback.used),
  ),
  maybe('score', 'number', 'from the note of the strategy, in its own unit', ({ turn }) => turn.answer.note?.score),
  maybe('depth', 'number', 'turns searched ahead, from the note', ({ turn }) => turn.answer.note?.depth),
  maybe('nodes', 'number', 'positions searched, from the note', ({ turn }) => turn.answer.note?.nodes),
  maybe('line', 'string', 'moves that the strategy expects, from the note', ({ turn }) =>
    turn.answer.note?.line?.join(' '),
  ),
];

const OUTCOMES: readonly SampleColumn[] = [
  maybe('outcome', 'string', '`win`, `draw`, `loss`; `solo` if it played alone', ({ game }) =>
    hasEnded(game.result) ? game.result : undefined,
  ),
  maybe('rank', 'number', '1 is the best; tied snakes share the mean', ({ game }) => game.rank),
  maybe('turns_left', 'integer', 'turns until the snake died or the game ended', ({ ended, board }) =>
    ended === undefined ? undefined : ended - board.turn,
  ),
];

/** What both the snake and its rival have: the features of the built-in evaluation, and what they go with. */
const OF_SNAKES: readonly (readonly [string, ColumnType, string, (sample: Sample, seat: Seat) => number])[] = [
  ['health', 'integer', '0 to 100', ({ board }, seat) => board.health[seat]!],
  ['length', 'integer', 'cells', ({ board }, seat) => board.lengths[seat]!],
  ['area', 'integer', 'cells that the snake reaches first and can walk', ({ features }, seat) => features.area[seat]!],
  [
    'food_steps',
    'integer',
    'steps to the nearest food that the snake reaches first; 0: none',
    ({ features }, seat) => features.foodSteps[seat]!,
  ],
  ['foods', 'integer', 'pieces of food that the snake reaches first', ({ features }, seat) => features.foods[seat]!],
  ['tails', 'integer', 'tails that the snake reaches first', ({ features }, seat) => features.tails[seat]!],
  ['exits', 'integer', 'moves that hit neither a wall nor a body', ({ features }, seat) => features.exits[seat]!],
];

const FEATURES: readonly SampleColumn[] = [
  always('living', 'integer', 'snakes alive', ({ board }) => board.living),
  ...OF_SNAKES.map(([name, type, about, of]) => always(name, type, about, (sample) => of(sample, sample.board.me))),
  ...OF_SNAKES.map(([name, type, , of]) =>
    maybe(`rival_${name}`, type, `\`${name}\` of the rival`, (sample) =>
      sample.rival < 0 ? undefined : of(sample, sample.rival),
    ),
  ),
];

export const COLUMNS: readonly SampleColumn[] = [...FACTS, ...ANSWERS, ...OUTCOMES, ...FEATURES];
