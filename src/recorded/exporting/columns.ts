/** The columns of an export: the one table from which its rows and docs/reference/export.md are made. */
import { measuredLatency } from '../../inference/move-used.js';
import { hasEnded, type Sample } from './samples.js';
import type { Seat } from '../../rules/types.js';

/** The type of a column. A `timestamp` is given in ms since 1970, and written as ISO 8601 in UTC. */
type ColumnType = 'string' | 'integer' | 'number' | 'timestamp';

/** The value of a cell; `undefined` is written as null. */
export type ColumnValue = string | number | undefined;

/** A column of the table: its values follow from samples by `of`. */
interface SampleColumn {
  readonly name: string;
  /** With a question mark if some rows may have no value. */
  readonly type: ColumnType | `${ColumnType}?`;
  /** What it says, with its unit. */
  readonly about: string;
  readonly of: (sample: Sample) => ColumnValue;
}

function column(
  name: string,
  type: SampleColumn['type'],
  about: string,
  of: (sample: Sample) => ColumnValue,
): SampleColumn {
  return { name, type, about, of };
}

const FACTS: readonly SampleColumn[] = [
  column('source', 'string', 'the file of the recording, or `journal`', ({ game }) => game.file ?? 'journal'),
  column('game', 'string', 'the engine’s id of the game; both games of a pair have the same', ({ game }) => game.game),
  column('snake', 'string', 'whose position it is: a prefix of the journal, or a name', ({ game }) => game.snake),
  column('version', 'string?', 'its version; only from the journal', ({ game }) => game.version || undefined),
  column('ruleset', 'string', 'the ruleset, as the engine names it', ({ game }) => game.ruleset),
  column('map', 'string', 'the map, as the engine names it', ({ game }) => game.map),
  column('width', 'integer', 'cells of the board', ({ board }) => board.width),
  column('height', 'integer', 'cells of the board', ({ board }) => board.height),
  column('snakes', 'integer', 'snakes at the start of the game', ({ game }) => game.snakes),
  column('seat', 'integer', 'the place of the snake on the first board, from 0', ({ seat }) => seat),
  column('turn', 'integer', 'the turn of this position, from 0', ({ board }) => board.turn),
  column('played_at', 'timestamp?', 'time of the answer, UTC; only in games played on this host', ({ game, turn }) =>
    // Of an imported game, it is the moment of the import.
    game.imported === undefined ? turn.at : undefined,
  ),
];

const ANSWERS: readonly SampleColumn[] = [
  column('move', 'string?', '`up`, `down`, `left`, `right`; null if the engine used another', ({ turn }) =>
    turn.feedback?.used === 'no' ? undefined : turn.answer.move,
  ),
  column('answer', 'string?', '`moved`, `late`, `failed`, `illegal`; `seen` if imported', ({ game, turn }) =>
    game.file === undefined ? turn.answer.kind : undefined,
  ),
  column('took_ms', 'number?', 'ms until the answer, measured by the host', ({ turn }) => turn.answer.took),
  column('budget_ms', 'number?', 'ms that the strategy had', ({ turn }) => turn.budget),
  column(
    'latency_ms',
    'number?',
    'ms until the answer, measured by the engine',
    ({ turn: { feedback } }) => feedback && measuredLatency(feedback.latency, feedback.used),
  ),
  column('score', 'number?', 'from the note of the strategy, in its own unit', ({ turn }) => turn.answer.note?.score),
  column('depth', 'number?', 'turns searched ahead, from the note', ({ turn }) => turn.answer.note?.depth),
  column('nodes', 'number?', 'positions searched, from the note', ({ turn }) => turn.answer.note?.nodes),
  column('line', 'string?', 'moves that the strategy expects, from the note', ({ turn }) =>
    turn.answer.note?.line?.join(' '),
  ),
];

const OUTCOMES: readonly SampleColumn[] = [
  column('outcome', 'string?', '`win`, `draw`, `loss`; `solo` if it played alone', ({ game }) =>
    hasEnded(game.result) ? game.result : undefined,
  ),
  column('rank', 'number?', '1 is the best; tied snakes share the mean', ({ game }) => game.rank),
  column('turns_left', 'integer?', 'turns until the snake died or the game ended', ({ ended, board }) =>
    ended === undefined ? undefined : ended - board.turn,
  ),
];

/** What both the snake and its rival have: the features of the built-in evaluation, and what they go with. */
const OF_SNAKES: readonly (readonly [name: string, about: string, of: (sample: Sample, seat: Seat) => number])[] = [
  ['health', '0 to 100', ({ board }, seat) => board.health[seat]!],
  ['length', 'cells', ({ board }, seat) => board.lengths[seat]!],
  ['area', 'cells that the snake reaches first and can walk', ({ features }, seat) => features.area[seat]!],
  [
    'food_steps',
    'steps to the nearest food that the snake reaches first; 0: none',
    ({ features }, seat) => features.foodSteps[seat]!,
  ],
  ['foods', 'pieces of food that the snake reaches first', ({ features }, seat) => features.foods[seat]!],
  ['tails', 'tails that the snake reaches first', ({ features }, seat) => features.tails[seat]!],
  ['exits', 'moves that hit neither a wall nor a body', ({ features }, seat) => features.exits[seat]!],
];

const FEATURES: readonly SampleColumn[] = [
  column('living', 'integer', 'snakes alive', ({ board }) => board.living),
  ...OF_SNAKES.map(([name, about, of]) => column(name, 'integer', about, (sample) => of(sample, sample.board.me))),
  ...OF_SNAKES.map(([name, , of]) =>
    column(`rival_${name}`, 'integer?', `\`${name}\` of the rival`, (sample) =>
      sample.rival < 0 ? undefined : of(sample, sample.rival),
    ),
  ),
];

export const COLUMNS: readonly SampleColumn[] = [...FACTS, ...ANSWERS, ...OUTCOMES, ...FEATURES];
