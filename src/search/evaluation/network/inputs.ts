/** What a network sees of a board: numbers with a name each. Those that an export has are called as its columns. */
import type { Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';
import { createWeighing } from '../evaluate.js';
import { countBodyCells, headDistance, readFeatures, type Features } from '../features.js';

/** What the snake and its rival have. */
const OF_SNAKES = ['health', 'length', 'area', 'food_steps', 'foods', 'tails', 'exits', 'food_near'] as const;

/** The inputs, in the order in which {@link readInputs} fills them in. docs/networks.md says what they are. */
export const INPUTS = [
  ...OF_SNAKES,
  ...OF_SNAKES.map((name) => `rival_${name}` as const),
  'living',
  'full',
  'heads',
  'longer',
  'built_in',
] as const;

/** The name of an input. */
export type InputName = (typeof INPUTS)[number];

const OF_BOARD = 2 * OF_SNAKES.length;
/** Where the value of the built-in evaluation is. */
export const BUILT_IN = INPUTS.indexOf('built_in');

const weigh = createWeighing();

/** Fills in the inputs of a board. Allocates nothing. False without an opponent: then only `built_in` is filled in. */
export function readInputs(view: BoardView, into: Float64Array): boolean {
  const { me, lengths } = view;
  const features = readFeatures(view);
  into[BUILT_IN] = weigh(view, features);
  const rival = findRival(view, features);
  if (rival < 0) return false;
  readSnake(view, features, me, into, 0);
  readSnake(view, features, rival, into, OF_SNAKES.length);
  into[OF_BOARD] = view.living;
  into[OF_BOARD + 1] = countBodyCells(view) / view.size;
  into[OF_BOARD + 2] = headDistance(view, me, rival);
  into[OF_BOARD + 3] = Math.sign(lengths[me]! - lengths[rival]!);
  return true;
}

/** The living opponent with the largest area; −1 if none lives. */
export function findRival({ me, alive, squads, snakeCount }: BoardView, { area }: Features): Seat {
  let rival = -1;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 0 || seat === me || (squads[seat] !== 0 && squads[seat] === squads[me])) continue;
    if (rival < 0 || area[seat]! > area[rival]!) rival = seat;
  }
  return rival;
}

function readSnake(view: BoardView, features: Features, seat: Seat, into: Float64Array, at: number): void {
  const steps = features.foodSteps[seat]!;
  into[at] = view.health[seat]!;
  into[at + 1] = view.lengths[seat]!;
  into[at + 2] = features.area[seat]!;
  into[at + 3] = steps;
  into[at + 4] = features.foods[seat]!;
  into[at + 5] = features.tails[seat]!;
  into[at + 6] = features.exits[seat]!;
  into[at + 7] = steps === 0 ? 0 : 1 / steps;
}
