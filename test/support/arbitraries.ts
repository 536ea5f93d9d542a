/** Random positions for fast-check. */
import * as fc from 'fast-check';
import type { PlainPosition, PlainSnake } from '../../src/rules/plain.js';
import { ELIMINATION_CAUSES, type Coordinate } from '../../src/rules/types.js';

/** A cell of the board, or one up to `margin` cells off it. */
function cell(width: number, height: number, margin = 0): fc.Arbitrary<Coordinate> {
  return fc.record({
    x: fc.integer({ min: -margin, max: width - 1 + margin }),
    y: fc.integer({ min: -margin, max: height - 1 + margin }),
  });
}

const STEPS: readonly Coordinate[] = [
  { x: 0, y: 1 },
  { x: 0, y: -1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 0 },
];

/** A walk from a cell. It may cross itself, stay where it is and leave the board. */
function body(width: number, height: number): fc.Arbitrary<Coordinate[]> {
  return fc
    .tuple(cell(width, height, 1), fc.array(fc.constantFrom(...STEPS), { maxLength: 8 }))
    .map(([head, steps]) => {
      const cells = [head];
      for (const { x, y } of steps) cells.push({ x: cells.at(-1)!.x + x, y: cells.at(-1)!.y + y });
      return cells;
    });
}

function snakes(width: number, height: number): fc.Arbitrary<PlainSnake[]> {
  const snake = fc.record({
    body: body(width, height),
    health: fc.integer({ min: 0, max: 100 }),
    squad: fc.constantFrom('', 'red', 'the blue ones'),
    out: fc.option(fc.record({ cause: fc.constantFrom(...ELIMINATION_CAUSES), turn: fc.nat(500), by: fc.nat(20) })),
  });
  return fc.array(snake, { maxLength: 6 }).map((list) =>
    list.map(({ out, ...rest }, seat) => ({
      id: `snake ${seat}`,
      ...rest,
      ...(out === null ? {} : { elimination: { ...out, by: out.by < list.length ? `snake ${out.by}` : '' } }),
    })),
  );
}

/** Any position, odd ones included: living and dead snakes on top of each other, hazards off the board. */
export const anyPosition: fc.Arbitrary<PlainPosition> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      turn: fc.nat(1000),
      food: fc.array(cell(width, height), { maxLength: 6 }),
      hazards: fc.array(cell(width, height, 2), { maxLength: 20 }),
      snakes: snakes(width, height),
      rules: fc.record({
        wraps: fc.boolean(),
        hazardDamage: fc.integer({ min: -20, max: 100 }),
        grows: fc.boolean(),
        matesPass: fc.boolean(),
      }),
    }),
  );
