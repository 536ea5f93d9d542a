/** How fast areas are counted, the heart of an evaluation. Prints, asserts nothing. */
import { pathToFileURL } from 'node:url';
import { createGameChance } from '../../src/rules/chance.js';
import { copyPosition, type Position } from '../../src/rules/position.js';
import { livingCount } from '../../src/rules/snakes.js';
import { areaControl, createAreaControl } from '../../src/rules/toolkit/area.js';
import { loadBoard, SearchBoard } from '../../src/search/board/board.js';
import { createAreas } from '../../src/search/evaluation/area/areas.js';
import { countAreasByCell } from '../../src/search/evaluation/area/by-cell.js';
import { countAreas } from '../../src/search/evaluation/area/count-areas.js';
import { playRandomly, snakesNamed } from '../support/games.js';

/** Positions from the middle of games with much food, in which this many snakes live. */
function samplePositions(snakes: number, side: number, ruleset: 'standard' | 'wrapped', count = 64): Position[] {
  const samples: Position[] = [];
  for (let seed = 0; samples.length < count; seed++) {
    playRandomly(
      {
        seed,
        ruleset,
        width: side,
        height: side,
        snakes: snakesNamed(snakes),
        settings: { foodSpawnChance: 100, minimumFood: 8 },
        chance: createGameChance(seed),
      },
      ({ position }) => {
        const isTaken = position.turn >= 20 && position.turn % 10 === 0 && livingCount(position) === snakes;
        if (isTaken && samples.length < count) samples.push(copyPosition(position));
      },
    );
  }
  return samples;
}

/** Nanoseconds a call, from the best of many short rounds: other work on the machine can only slow a round down. */
function nanosecondsPerCall<T>(items: readonly T[], call: (item: T) => void): number {
  let best = Infinity;
  for (let round = 0; round < 60; round++) {
    const start = performance.now();
    let calls = 0;
    for (; performance.now() - start < 8; calls += items.length) items.forEach(call);
    best = Math.min(best, (performance.now() - start) / calls);
  }
  return best * 1e6;
}

function show(nanoseconds: number): string {
  return `${(1000 / nanoseconds).toFixed(2)} M/s`;
}

export function measureAreaCounts(): void {
  const cases = [
    ['two on 11x11', 2, 11, 'standard'],
    ['four on 11x11', 4, 11, 'standard'],
    ['two on 11x11, wrapped', 2, 11, 'wrapped'],
    ['four on 19x19', 4, 19, 'standard'],
  ] as const;
  const into = createAreas();
  for (const [name, snakes, side, ruleset] of cases) {
    const positions = samplePositions(snakes, side, ruleset);
    const boards = positions.map((position) => {
      const board = new SearchBoard(position);
      loadBoard(board, position, 0);
      return board;
    });
    const area = createAreaControl(positions[0]!);
    const ours = nanosecondsPerCall(boards, (board) => countAreas(board, into));
    const byCell = nanosecondsPerCall(boards, (board) => countAreasByCell(board, into));
    const toolkit = nanosecondsPerCall(positions, (position) => void areaControl(position, area));
    process.stdout.write(
      `${`areas of ${name}`.padEnd(34)}${show(ours).padStart(10)}, cell by cell ${show(byCell)}, areaControl ${show(toolkit)}\n`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) measureAreaCounts();
