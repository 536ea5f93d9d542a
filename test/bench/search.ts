/**
 * How fast and how deep `search` is: nodes a second and turns reached in 370 ms on a fixed set of positions for two and
 * four snakes, turns played and taken back a second, areas counted a second, and bytes allocated. Prints, asserts
 * nothing.
 */
import { pathToFileURL } from 'node:url';
import { createChance, createGameChance } from '../../src/rules/chance.js';
import { createGame, isGameOver, playTurn } from '../../src/rules/game.js';
import type { Position } from '../../src/rules/position.js';
import { livingCount } from '../../src/rules/snakes.js';
import { reachableSpace } from '../../src/rules/toolkit/reachable.js';
import { directionsIn, safeMask } from '../../src/rules/toolkit/moves.js';
import { MAX_SNAKES, moveNumber } from '../../src/rules/types.js';
import { loadBoard, SearchBoard } from '../../src/search/board/board.js';
import { makeTurn, unmakeTurn } from '../../src/search/board/turn.js';
import { createEvaluation } from '../../src/search/evaluation/evaluate.js';
import { search, type SearchOptions } from '../../src/search/search.js';
import type { Evaluate } from '../../src/search/tree/alpha-beta.js';
import { areaCountRates } from './area-counts.js';
import { record } from './support/record.js';

const SIDE = 11;
const TIME_MS = 370;
const POSITIONS = 8;
const SAMPLED_ON = 40;

/** Positions from the middle of games of snakes that keep to open space: the same ones on every machine. */
export function benchPositions(snakes: number): Position[] {
  const positions: Position[] = [];
  for (let seed = 0; positions.length < POSITIONS; seed++) {
    const position = positionFrom(`bench ${seed}`, snakes);
    if (position !== undefined) positions.push(position);
  }
  return positions;
}

function positionFrom(seed: string, snakes: number): Position | undefined {
  const ids = Array.from({ length: snakes }, (_, seat) => ({ id: `${seat}` }));
  const chance = createGameChance(seed);
  const game = createGame({ ruleset: 'standard', map: 'standard', width: SIDE, height: SIDE, snakes: ids, chance });
  const mover = createChance(seed);
  const moves = new Uint8Array(MAX_SNAKES);
  while (game.position.turn < SAMPLED_ON) {
    for (let seat = 0; seat < snakes; seat++) moves[seat] = openMove(game.position, seat, mover.below(4));
    playTurn(game, moves);
    if (isGameOver(game) || livingCount(game.position) < snakes) return undefined;
  }
  return game.position;
}

function openMove(position: Position, seat: number, wish: number): number {
  const safe = directionsIn(safeMask(position, seat));
  let [best, room] = [wish, -1];
  for (let turn = 0; turn < safe.length; turn++) {
    const direction = safe[(wish + turn) % safe.length]!;
    const space = Math.min(20, reachableSpace(position, seat, direction));
    if (space > room) [best, room] = [moveNumber(direction), space];
  }
  return best;
}

function searchFor(position: Position, options: SearchOptions) {
  const due = performance.now() + TIME_MS;
  return search({ position, seat: 0, timeLeft: () => due - performance.now() }, { ...options, reserve: 0 });
}

/** Turns played and taken back a second, from the best of many rounds. */
function turnsPerSecond(positions: readonly Position[]): number {
  const board = new SearchBoard(positions[0]!);
  const moves = new Uint8Array(MAX_SNAKES);
  let best = 0;
  for (let round = 0; round < 60; round++) {
    loadBoard(board, positions[round % positions.length]!, 0);
    const start = performance.now();
    for (let turn = 0; turn < 20_000; turn++) {
      for (let seat = 0; seat < board.snakeCount; seat++) moves[seat] = (turn >> seat) & 3;
      makeTurn(board, moves);
      unmakeTurn(board);
    }
    best = Math.max(best, (20_000 / (performance.now() - start)) * 1000);
  }
  return best;
}

/** The bytes that a node allocates, from the best of several searches. */
function bytesPerNode(position: Position, options: SearchOptions): number | undefined {
  const { gc } = globalThis;
  if (gc === undefined) return undefined;
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    const { nodes } = search({ position, seat: 0 }, { ...options, nodes: 50_000 });
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / nodes);
  }
  return least;
}

function print(what: string, figure: number, unit: string): void {
  record(what, [figure]);
  const shown = Math.abs(figure) < 100 ? figure.toFixed(2) : Math.round(figure).toLocaleString('en-US');
  process.stdout.write(`${what.padEnd(44)}${shown.padStart(12)} ${unit}\n`);
}

/** Next to nothing: what remains is the search itself. */
const lengths: Evaluate = (view) => {
  let worth = 0;
  for (let seat = 0; seat < view.snakeCount; seat++) {
    if (view.alive[seat] === 1) worth += seat === view.me ? 3 * view.lengths[seat]! : -view.lengths[seat]!;
  }
  return worth;
};

const EVALUATIONS: Readonly<Record<string, Evaluate>> = {
  'lengths alone': lengths,
  'house evaluation': createEvaluation(),
};

export function main(): void {
  process.stdout.write(`standard on ${SIDE}x${SIDE}, ${TIME_MS} ms a search; one core of ${process.version}\n`);
  for (const snakes of [2, 4]) {
    const positions = benchPositions(snakes);
    const { ours, byCell, toolkit } = areaCountRates(positions);
    print(`areas, ${snakes} snakes`, ours, 'M/s');
    print(`areas cell by cell, ${snakes} snakes`, byCell, 'M/s');
    print(`areaControl, ${snakes} snakes`, toolkit, 'M/s');
    print(`turns made and unmade, ${snakes} snakes`, turnsPerSecond(positions), '/s');
    for (const [name, evaluate] of Object.entries(EVALUATIONS)) {
      for (let round = 0; round < 3; round++) searchFor(positions[0]!, { evaluate });
      const found = positions.map((position) => searchFor(position, { evaluate }));
      const mean = (read: (result: (typeof found)[number]) => number) =>
        found.reduce((sum, result) => sum + read(result), 0) / found.length;
      print(`nodes, ${snakes} snakes, ${name}`, (mean(({ nodes }) => nodes) / TIME_MS) * 1000, '/s');
      print(
        `depth, ${snakes} snakes, ${name}`,
        mean(({ depth }) => depth),
        'turns',
      );
      const bytes = bytesPerNode(positions[0]!, { evaluate });
      if (bytes !== undefined) print(`allocated, ${snakes} snakes, ${name}`, bytes, 'bytes a node');
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
