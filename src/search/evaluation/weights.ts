/** The weights of the built-in evaluation, early and late in a game. */

/** One weight: its value, the bounds for `tune`, and a description. */
interface WeightRule {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly description: string;
}

function weight(value: number, maximum: number, description: string): WeightRule {
  return { default: value, minimum: 0, maximum, description };
}

/**
 * All weights by name; only their ratios matter. Of a pair, `…Early` holds on an empty board and
 * `…Late` on one that is half full of bodies; between them the weight changes evenly.
 */
export const weightRules = {
  areaEarly: weight(0.65, 20, 'a cell of area that can be walked'),
  areaLate: weight(4.5, 20, 'a cell of area that can be walked'),
  longerEarly: weight(80, 600, 'being longer than the opponent'),
  longerLate: weight(20, 600, 'being longer than the opponent'),
  lengthEarly: weight(180, 600, 'each doubling of the difference in length plus one'),
  lengthLate: weight(45, 600, 'each doubling of the difference in length plus one'),
  foodNearEarly: weight(1.3, 100, 'a step nearer to food that is reached first'),
  foodNearLate: weight(0.65, 100, 'a step nearer to food that is reached first'),
  foodEarly: weight(2, 100, 'a piece of food that is reached first'),
  foodLate: weight(3, 100, 'a piece of food that is reached first'),
  tailEarly: weight(4.5, 100, 'a tail in the area, its own or another snake’s'),
  tailLate: weight(15, 100, 'a tail in the area, its own or another snake’s'),
  trapped: weight(15, 100, 'a cell that the area is smaller than the snake, if no tail is in it'),
  oneExit: weight(10, 200, 'a head with a single exit'),
  noExit: weight(150, 1000, 'a head without an exit'),
  hunger: weight(6, 100, 'a step between food and a snake whose health runs low'),
  starving: weight(400, 2000, 'food that is farther away than health lasts'),
  healthInHazards: weight(1, 20, 'a point of health on a board with hazards'),
  closeIn: weight(2, 50, 'a step nearer to the head of a shorter opponent'),
  outlived: weight(200, 2000, 'an opponent that is out of the game'),
} as const satisfies Readonly<Record<string, WeightRule>>;

/** A weight for each name of {@link weightRules}. */
export type Weights = { readonly [Name in keyof typeof weightRules]: number };

export const houseWeights = Object.fromEntries(
  Object.entries(weightRules).map(([name, rule]) => [name, rule.default]),
) as Weights;
