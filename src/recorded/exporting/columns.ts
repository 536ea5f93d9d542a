/** The columns of an export: the one table from which both formats and docs/reference/export.md are made. */
import { PLANES, readPlanes, type Sample } from './samples.js';
import { hasEnded } from './seat-game.js';
import type { Seat } from '../../rules/types.js';

/** How a column is kept; a `timestamp` is given in ms since 1970. */
export type ColumnType = 'string' | 'int16' | 'int32' | 'float' | 'double' | 'timestamp' | 'binary';

/** The value of a cell; `undefined` is written as null. */
export type ColumnValue = string | number | Uint8Array | undefined;

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
  always('source', 'string', 'the file of the recording, or `journal`', ({ game }) => game.source),
  always('game', 'string', 'the engine’s id of the game; both games of a pair have the same', ({ game }) => game.game),
  always('snake', 'string', 'whose position it is: a prefix of the journal, or a name', ({ game }) => game.snake),
  maybe('version', 'string', 'its version; only from the journal', ({ game }) => game.version || undefined),
  always('ruleset', 'string', 'the ruleset, as the engine names it', ({ game }) => game.ruleset),
  always('map', 'string', 'the map, as the engine names it', ({ game }) => game.map),
  always('width', 'int16', 'cells of the board', ({ board }) => board.width),
  always('height', 'int16', 'cells of the board', ({ board }) => board.height),
  always('snakes', 'int16', 'snakes at the start of the game', ({ game }) => game.snakes),
  always('seat', 'int16', 'the place of the snake on the first board, from 0', ({ seat }) => seat),
  always('turn', 'int32', 'the turn of this position, from 0', ({ board }) => board.turn),
  maybe('played_at', 'timestamp', 'time of the answer, UTC; only in games played on this host', ({ turn }) => turn.at),
];

const ANSWERS: readonly SampleColumn[] = [
  maybe('move', 'string', '`up`, `down`, `left`, `right`; null if the engine used another', ({ turn }) => turn.move),
  maybe('answer', 'string', '`moved`, `late`, `failed`, `illegal`; `seen` if imported', ({ turn }) => turn.kind),
  maybe('took_ms', 'float', 'ms until the answer, measured by the host', ({ turn }) => turn.took),
  maybe('budget_ms', 'float', 'ms that the strategy had', ({ turn }) => turn.budget),
  maybe('latency_ms', 'float', 'ms until the answer, measured by the engine', ({ turn }) => turn.latency),
  maybe('score', 'double', 'from the note of the strategy, in its own unit', ({ turn }) => turn.note?.score),
  maybe('depth', 'float', 'turns searched ahead, from the note', ({ turn }) => turn.note?.depth),
  maybe('nodes', 'double', 'positions searched, from the note', ({ turn }) => turn.note?.nodes),
  maybe('line', 'string', 'moves that the strategy expects, from the note', ({ turn }) => turn.note?.line?.join(' ')),
];

const OUTCOMES: readonly SampleColumn[] = [
  maybe('outcome', 'string', '`win`, `draw`, `loss`; `solo` if it played alone', ({ game }) =>
    hasEnded(game.result) ? game.result : undefined,
  ),
  maybe('rank', 'float', '1 is the best; tied snakes share the mean', ({ game }) => game.rank),
  maybe('turns_left', 'int32', 'turns until the snake died or the game ended', ({ game, board }) => {
    return game.ended === undefined ? undefined : game.ended - board.turn;
  }),
];

/** What both the snake and its rival have: the features of the built-in evaluation, and what they go with. */
const OF_SNAKES: readonly (readonly [string, ColumnType, string, (sample: Sample, seat: Seat) => number])[] = [
  ['health', 'int16', '0 to 100', ({ board }, seat) => board.health[seat]!],
  ['length', 'int16', 'cells', ({ board }, seat) => board.lengths[seat]!],
  ['area', 'int16', 'cells that the snake reaches first and can walk', ({ features }, seat) => features.area[seat]!],
  [
    'food_steps',
    'int16',
    'steps to the nearest food that the snake reaches first; 0: none',
    ({ features }, seat) => features.foodSteps[seat]!,
  ],
  ['foods', 'int16', 'pieces of food that the snake reaches first', ({ features }, seat) => features.foods[seat]!],
  ['tails', 'int16', 'tails that the snake reaches first', ({ features }, seat) => features.tails[seat]!],
  ['exits', 'int16', 'moves that hit neither a wall nor a body', ({ features }, seat) => features.exits[seat]!],
];

const FEATURES: readonly SampleColumn[] = [
  always('living', 'int16', 'snakes alive', ({ board }) => board.living),
  ...OF_SNAKES.map(([name, type, about, of]) => always(name, type, about, (sample) => of(sample, sample.board.me))),
  ...OF_SNAKES.map(([name, type, , of]) =>
    maybe(`rival_${name}`, type, `\`${name}\` of the rival`, (sample) =>
      sample.rival < 0 ? undefined : of(sample, sample.rival),
    ),
  ),
];

export const COLUMNS: readonly SampleColumn[] = [...FACTS, ...ANSWERS, ...OUTCOMES, ...FEATURES];

/** The column of `--planes`. */
export const PLANES_COLUMN = always('planes', 'binary', `${PLANES.length} planes of the board`, ({ board }) =>
  readPlanes(board),
);
