/** How fast areas are counted, the heart of an evaluation; a part of the benchmark `search`. */
import type { Position } from '../../src/rules/position.js';
import { areaControl, createAreaControl } from '../../src/rules/toolkit/area.js';
import { loadBoard, SearchBoard } from '../../src/search/board/board.js';
import { createAreas } from '../../src/search/evaluation/area/areas.js';
import { countAreasByCell } from '../../src/search/evaluation/area/by-cell.js';
import { countAreas } from '../../src/search/evaluation/area/count-areas.js';

/** Calls a second, in millions: how areas are counted on these boards, cell by cell, and by the toolkit. */
export interface AreaRates {
  readonly ours: number;
  readonly byCell: number;
  readonly toolkit: number;
}

/** Counts the areas of these positions again and again. */
export function areaCountRates(positions: readonly Position[]): AreaRates {
  const into = createAreas();
  const area = createAreaControl(positions[0]!);
  const boards = positions.map((position) => {
    const board = new SearchBoard(position);
    loadBoard(board, position, 0);
    return board;
  });
  return {
    ours: millionsPerSecond(boards, (board) => countAreas(board, into)),
    byCell: millionsPerSecond(boards, (board) => countAreasByCell(board, into)),
    toolkit: millionsPerSecond(positions, (position) => void areaControl(position, area)),
  };
}

/** From the best of many short rounds: other work on the machine can only slow a round down. */
function millionsPerSecond<T>(items: readonly T[], call: (item: T) => void): number {
  let best = 0;
  for (let round = 0; round < 60; round++) {
    const start = performance.now();
    let calls = 0;
    for (; performance.now() - start < 8; calls += 10 * items.length) {
      for (let repeat = 0; repeat < 10; repeat++) items.forEach(call);
    }
    best = Math.max(best, calls / (performance.now() - start) / 1000);
  }
  return best;
}
