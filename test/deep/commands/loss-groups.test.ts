/** Games in which a snake makes one mistake that was planted: does `analyse --groups` name it? */
import { expect } from 'chai';
import { examineLoss, groupLosses, type LostGame } from '../../../src/commands/analyse/loss-groups.js';
import type { Chance } from '../../../src/rules/chance.js';
import type { Position } from '../../../src/rules/position.js';
import { bodyCell, headOf, isAlive } from '../../../src/rules/snakes.js';
import { stepTo } from '../../../src/rules/steps.js';
import { spaceAfter } from '../../../src/rules/toolkit/reachable.js';
import { directionsIn, safeMask } from '../../../src/rules/toolkit/moves.js';
import { DIRECTIONS, moveNumber, type Direction } from '../../../src/rules/types.js';
import { playFrames, rowOf, rowsOf, type FramedGame } from '../../support/frames.js';
import { chooseRandomly, snakesNamed } from '../../support/games.js';

const LONGER = 10;
const MOST = 400_000;

function examine(framed: FramedGame, you: string): LostGame {
  const mine = rowOf(framed, you);
  const others = rowsOf(framed).filter((row) => row !== mine);
  return examineLoss([mine, ...others], LONGER, MOST);
}

describe('groups of losses', () => {
  it('separate planted faults', function () {
    this.timeout(120_000);
    const planted: [
      fault: string,
      choose: (position: Position, safe: readonly Direction[]) => Direction | undefined,
    ][] = [
      ['ran into a wall next to a free cell', toWall],
      ['ran into itself next to a free cell', toNeck],
      ['starved', awayFromFood],
    ];
    const losses = new Map<LostGame, string>();
    for (const [fault, choose] of planted) {
      for (let seed = 0; seed < 167; seed++) {
        const game = withFault(choose);
        const framed = playFrames({ seed, snakes: snakesNamed(2), choose: game.choose });
        const [you] = framed.frames[0]!.Snakes.map(({ ID }) => ID);
        const { result, died } = rowOf(framed, you!);
        const last = framed.frames.findLast(({ Snakes }) => Snakes[0]!.Death === null)!.Snakes[0]!;
        // The other one may have killed it before it made its mistake.
        const isMeant = choose === awayFromFood ? last.Health === 1 : game.lastFault() === died! - 1;
        if (result === 'loss') losses.set(examine(framed, you!), isMeant ? fault : 'another');
      }
    }
    const groups = groupLosses([...losses.keys()]);
    for (const [fault] of planted) {
      const group = groups.find(([{ fault: found }]) => found === fault)!;
      const meant = group.filter((loss) => losses.get(loss) === fault).length;
      const all = [...losses.values()].filter((each) => each === fault).length;
      expect(all).to.be.at.least(10);
      expect(meant / group.length, `purity of "${fault}"`).to.be.at.least(0.9);
      expect(meant / all, `found of "${fault}"`).to.be.at.least(0.9);
    }
  });
});

/** The first snake makes the mistake when it can. Until then, both move safely, where there is room. */
function withFault(choose: (position: Position, safe: readonly Direction[]) => Direction | undefined) {
  let lastFault = -1;
  const play = (position: Position, moves: Uint8Array, chance: Chance) => {
    chooseRandomly(position, moves, chance);
    for (let seat = 0; seat < 2; seat++) {
      const roomOf = (move: Direction) => spaceAfter(position, seat, moveNumber(move));
      const safe = directionsIn(safeMask(position, seat)).sort((one, other) => roomOf(other) - roomOf(one));
      if (safe.length > 0) moves[seat] = moveNumber(safe[chance.below(Math.min(2, safe.length))]!);
      const wrong = seat === 0 && isAlive(position, 0) ? choose(position, safe) : undefined;
      if (wrong === undefined) continue;
      moves[seat] = moveNumber(wrong);
      lastFault = position.turn;
    }
  };
  return { choose: play, lastFault: () => lastFault };
}

function toWall(position: Position): Direction | undefined {
  if (position.turn < 12) return undefined;
  return DIRECTIONS.find((_, move) => stepTo(position, headOf(position, 0), move) < 0);
}

function toNeck(position: Position): Direction | undefined {
  if (position.turn < 12) return undefined;
  const head = headOf(position, 0);
  return DIRECTIONS.find((_, move) => stepTo(position, head, move) === bodyCell(position, 0, 1));
}

/** It moves safely, but never eats. */
function awayFromFood(position: Position, safe: readonly Direction[]): Direction | undefined {
  const head = headOf(position, 0);
  return safe.find((move) => position.foodAt[stepTo(position, head, moveNumber(move))] === 0);
}
