import { expect } from 'chai';
import { createChance } from '../../src/rules/chance.js';
import { createPosition, type BoardRules, type Position } from '../../src/rules/position.js';
import { addFood, addHazard } from '../../src/rules/items.js';
import { addSnake, isAlive, livingCount, pushTail } from '../../src/rules/snakes.js';
import { advance } from '../../src/rules/toolkit/look-ahead.js';
import { legalMask } from '../../src/rules/toolkit/moves.js';
import { boardRules, type RulesetName } from '../../src/rules/rulesets.js';
import { mixLow } from '../../src/search/board/keys.js';
import type { Evaluate } from '../../src/search/tree/alpha-beta.js';
import { Replies } from '../../src/search/tree/replies.js';
import { search } from '../../src/search/search.js';
import { isWonOrLost } from '../../src/search/tree/scores.js';
import { runsOf } from '../support/budget.js';
import { allReplies, bruteForce, type ListReplies } from '../support/brute-force.js';
import { boardOf } from '../support/search-boards.js';

/** Positions for each row of the table. */
const POSITIONS = runsOf(12);

/** No order of moves suits it, and equal boards have equal values. */
const anything: Evaluate = (view) => {
  let sum = view.turn;
  for (let seat = 0; seat < view.snakeCount; seat++) {
    if (view.alive[seat] === 1)
      sum += mixLow(view.headCells[seat]! * 8 + seat) + view.lengths[seat]! + view.health[seat]!;
  }
  return (mixLow(sum) & 1023) - 512;
};

const plain = { forced: false, quiescence: 0, reductions: false };

const ROWS: readonly [
  RulesetName,
  snakes: number,
  depth: number,
  more: { side?: number; hazards?: number; damage?: number },
][] = [
  ['standard', 2, 3, {}],
  ['standard', 2, 4, {}],
  ['wrapped', 2, 3, {}],
  ['wrapped', 2, 4, { side: 4 }],
  ['constrictor', 2, 4, {}],
  ['wrapped_constrictor', 2, 4, {}],
  ['royale', 2, 3, { hazards: 8, damage: 40 }],
  ['royale', 2, 3, { hazards: 8, damage: -20 }],
  ['standard', 3, 3, {}],
  ['wrapped', 3, 3, {}],
  ['constrictor', 3, 3, {}],
  ['solo', 1, 6, {}],
];

describe('search and plain minimax', () => {
  for (const [name, snakes, depth, { side = 5, hazards = 0, damage = 14 }] of ROWS) {
    it(`agree: ${name}, ${snakes} snakes, ${depth} turns ahead`, () => {
      const rules = boardRules(name, { hazardDamagePerTurn: damage });
      for (let seed = 0; seed < POSITIONS; seed++) {
        const position = randomPosition(seed, { rules, side, snakes, hazards });
        const replies: ListReplies = snakes > 2 ? fewReplies : allReplies;
        const value = bruteForce(position, 0, depth, anything, replies);
        for (const tableMb of [1, 4]) {
          const options = { evaluate: anything, depth, extensions: plain, nodes: Infinity, tableMb };
          const found = search({ position, seat: 0 }, options);
          expect(found.score, `seed ${seed}`).to.equal(value);
        }
      }
    });
  }

  it('agree on who wins with late-move reductions', () => {
    const rules = boardRules('standard');
    let decided = 0;
    for (let seed = 0; seed < 5 * POSITIONS; seed++) {
      const position = randomPosition(seed, { rules, side: 5, snakes: 2, hazards: 0 });
      const options = { evaluate: anything, depth: 4, nodes: Infinity, extensions: { ...plain, reductions: true } };
      const { score } = search({ position, seat: 0 }, options);
      if (!isWonOrLost(score)) continue;
      const value = bruteForce(position, 0, 4, anything, allReplies);
      expect([isWonOrLost(value), Math.sign(value)], `seed ${seed}`).to.deep.equal([true, Math.sign(score)]);
      decided++;
    }
    expect(decided).to.be.above(0);
  });

  it('differ to our advantage only, where the search leaves replies out', () => {
    const rules = boardRules('standard');
    for (let seed = 0; seed < POSITIONS; seed++) {
      const position = randomPosition(seed, { rules, side: 5, snakes: 3, hazards: 0 });
      const few = bruteForce(position, 0, 2, anything, fewReplies);
      expect(few).to.be.at.least(bruteForce(position, 0, 2, anything, allReplies));
    }
  });
});

/** The replies that a search tries. */
function fewReplies(position: Position, me: number, ply: number): Uint8Array[] {
  const board = boardOf(position, me);
  const replies = new Replies();
  replies.prepare(board);
  const count = replies.fill(board, ply);
  return replies.moves[ply]!.slice(0, count).map((moves) => moves.slice());
}

interface RandomBoard {
  readonly rules: BoardRules;
  readonly side: number;
  readonly snakes: number;
  readonly hazards: number;
}

/** A position some random turns after a random start, in which nobody has died and we can move. */
function randomPosition(seed: number, { rules, side, snakes, hazards }: RandomBoard): Position {
  const chance = createChance(`position ${seed}`);
  for (;;) {
    const position = createPosition(side, side, rules);
    const cells = Array.from({ length: side * side }, (_, cell) => cell);
    const draw = () => cells.splice(chance.below(cells.length), 1)[0]!;
    for (let seat = 0; seat < snakes; seat++) {
      const cell = draw();
      addSnake(position, `${seat}`, '', 20 + chance.below(60));
      for (let part = 0; part < 3 + chance.below(2); part++) pushTail(position, seat, cell);
    }
    for (let food = 0; food < 3 && !rules.grows; food++) addFood(position, draw());
    for (let hazard = 0; hazard < hazards; hazard++) addHazard(position, chance.below(side * side));
    for (let turn = chance.below(5); turn > 0; turn--)
      advance(
        position,
        randomMoves(position, (n) => chance.below(n)),
      );
    if (livingCount(position) === snakes && isAlive(position, 0) && legalMask(position, 0) !== 0) return position;
  }
}

function randomMoves(position: Position, below: (n: number) => number): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, seat) => {
    const mask = seat < position.snakeCount ? legalMask(position, seat) : 0;
    const legal = [0, 1, 2, 3].filter((move) => (mask & (1 << move)) !== 0);
    return legal[below(legal.length)] ?? 0;
  });
}
