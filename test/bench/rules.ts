/** How fast the ground floor is: turns, whole games, the toolkit's searches, and bytes allocated. Prints, asserts nothing. */

import { pathToFileURL } from 'node:url';
import { copyBoard, createBoard, type FastBoard } from '../../src/rules/board.js';
import { type Chance, createChance, createGameChance } from '../../src/rules/chance.js';
import { createGame, type Game, isGameOver, playTurn } from '../../src/rules/game.js';
import { hashBoard } from '../../src/rules/hash.js';
import { fromPlain, toPlain } from '../../src/rules/plain.js';
import { areaControl, createAreaControl } from '../../src/rules/toolkit/area.js';
import { distances } from '../../src/rules/toolkit/distances.js';
import { legalMask } from '../../src/rules/toolkit/moves.js';
import { safeMove } from '../../src/rules/toolkit/safe-move.js';
import { reachableSpace } from '../../src/rules/toolkit/space.js';
import { headOf, livingCount } from '../../src/rules/snakes.js';
import { MAX_SNAKES } from '../../src/rules/types.js';

const SNAKES = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const SIDE = 11;

/** By mask: how many moves are in it, and which they are, four places each. */
const moveCounts = new Uint8Array(16);
const movesIn = new Uint8Array(16 * 4);
for (let mask = 0; mask < 16; mask++) {
  for (let move = 0; move < 4; move++) {
    if ((mask & (1 << move)) !== 0) movesIn[mask * 4 + moveCounts[mask]!++] = move;
  }
}

function chooseRandomly(board: FastBoard, moves: Uint8Array, chance: Chance): void {
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (board.causes[seat] !== 0) continue;
    const mask = legalMask(board, seat);
    moves[seat] = mask === 0 ? 0 : movesIn[mask * 4 + chance.below(moveCounts[mask]!)]!;
  }
}

function newGame(seed: number, into: FastBoard): Game {
  const chance = createGameChance(seed);
  return createGame({ ruleset: 'standard', map: 'standard', width: SIDE, height: SIDE, snakes: SNAKES, chance, into });
}

/** Plays games one after the other for so many ms and returns turns and games per second. */
function playGames(ms: number): { turns: number; games: number } {
  const board = createBoard(SIDE, SIDE);
  const moves = new Uint8Array(MAX_SNAKES);
  const mover = createChance('mover');
  const start = performance.now();
  let [turns, games] = [0, 0];
  while (performance.now() - start < ms) {
    const game = newGame(games++, board);
    for (; !isGameOver(game); turns++) {
      chooseRandomly(board, moves, mover);
      playTurn(game, moves);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  return { turns: turns / seconds, games: games / seconds };
}

/** Boards of running games with four living snakes. */
function sampleBoards(count: number): FastBoard[] {
  const samples: FastBoard[] = [];
  const mover = createChance('samples');
  const moves = new Uint8Array(MAX_SNAKES);
  for (let seed = 0; samples.length < count; seed++) {
    const game = newGame(seed, createBoard(SIDE, SIDE));
    while (!isGameOver(game) && game.board.turn < 20) {
      chooseRandomly(game.board, moves, mover);
      playTurn(game, moves);
    }
    if (livingCount(game.board) === SNAKES.length) samples.push(game.board);
  }
  return samples;
}

/** Calls a second, of the best of many short rounds: what the machine does beside it only ever slows it down. */
function callsPerSecond(boards: readonly FastBoard[], call: (board: FastBoard) => void): number {
  let best = Infinity;
  for (let round = 0; round < 50; round++) {
    const start = performance.now();
    let calls = 0;
    for (; performance.now() - start < 10; calls += boards.length) boards.forEach(call);
    best = Math.min(best, (performance.now() - start) / calls);
  }
  return 1000 / best;
}

/** Plays so many turns of one game that starts over in place. */
function playInPlace(game: Game, start: FastBoard, mover: Chance, moves: Uint8Array, turns: number): void {
  for (let turn = 0; turn < turns; turn++) {
    if (isGameOver(game)) copyBoard(start, game.board);
    chooseRandomly(game.board, moves, mover);
    playTurn(game, moves);
  }
}

/**
 * Bytes a turn allocates once V8 has compiled all of it: the least of several rounds after as many that only warm up. What
 * it compiles and profiles meanwhile lies on the same heap, and so does what this very look at the heap allocates, some
 * hundred bytes a round.
 */
function bytesPerTurn(): number | undefined {
  const { gc } = globalThis;
  if (gc === undefined) return undefined;
  const moves = new Uint8Array(MAX_SNAKES);
  const mover = createChance('bytes');
  const game = newGame(1, createBoard(SIDE, SIDE));
  const start = copyBoard(game.board);
  const turns = 100_000;
  const rounds = 10;
  for (let round = 0; round < rounds; round++) playInPlace(game, start, mover, moves, turns);
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    playInPlace(game, start, mover, moves, turns);
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  return least / turns;
}

function print(what: string, figure: number, unit: string): void {
  const shown = Math.abs(figure) < 100 ? figure.toFixed(2) : Math.round(figure).toLocaleString('en-US');
  process.stdout.write(`${what.padEnd(44)}${shown.padStart(12)} ${unit}\n`);
}

export function main(): void {
  process.stdout.write(
    `four snakes on ${SIDE}x${SIDE}, standard, random legal moves; one core of ${process.version}\n`,
  );
  playGames(1000);
  const rounds = Array.from({ length: 50 }, () => playGames(50));
  print('turns', Math.max(...rounds.map(({ turns }) => turns)), '/s');
  print('whole games', Math.max(...rounds.map(({ games }) => games)), '/s');
  const bytes = bytesPerTurn();
  if (bytes === undefined) process.stdout.write('bytes allocated a turn: run node with --expose-gc\n');
  else print('allocated', bytes, 'bytes a turn');

  const boards = sampleBoards(64);
  const area = createAreaControl(boards[0]!);
  const steps = new Int32Array(SIDE * SIDE);
  const spare = createBoard(SIDE, SIDE);
  const plain = boards.map((board) => toPlain(board));
  let next = 0;
  print(
    'reachableSpace',
    callsPerSecond(boards, (board) => void reachableSpace(board, 0)),
    '/s',
  );
  print(
    'areaControl',
    callsPerSecond(boards, (board) => void areaControl(board, area)),
    '/s',
  );
  print(
    'distances',
    callsPerSecond(boards, (board) => void distances(board, headOf(board, 0), steps)),
    '/s',
  );
  print(
    'safeMove',
    callsPerSecond(boards, (board) => void safeMove(board, 0)),
    '/s',
  );
  print(
    'copyBoard',
    callsPerSecond(boards, (board) => void copyBoard(board, spare)),
    '/s',
  );
  print(
    'hashBoard',
    callsPerSecond(boards, (board) => void hashBoard(board)),
    '/s',
  );
  print(
    'fromPlain',
    callsPerSecond(boards, () => void fromPlain(plain[next++ % plain.length]!, spare)),
    '/s',
  );
  const large = fromPlain({ ...plain[0]!, width: 100, height: 100 });
  print('safeMove on 100x100', 1000 / callsPerSecond([large], (board) => void safeMove(board, 0)), 'ms');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
