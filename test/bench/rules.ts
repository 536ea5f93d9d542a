/**
 * How fast the ground floor is: turns, whole games, the toolkit's searches, and bytes allocated. Prints, asserts
 * nothing.
 */
import { pathToFileURL } from 'node:url';
import { copyPosition, createPosition, type Position } from '../../src/rules/position.js';
import { createChance, createGameChance, type Chance } from '../../src/rules/chance.js';
import { createGame, isGameOver, playTurn, type RulesGame } from '../../src/rules/game.js';
import { hashPosition, fromPlain, toPlain } from '../../src/rules/plain.js';
import { areaControl, createAreaControl } from '../../src/rules/toolkit/area.js';
import { distances, reachableSpace } from '../../src/rules/toolkit/reachable.js';
import { legalMask } from '../../src/rules/toolkit/moves.js';
import { safeMove } from '../../src/rules/toolkit/safe-move.js';
import { headOf, livingCount } from '../../src/rules/snakes.js';
import { MAX_SNAKES } from '../../src/rules/types.js';
import { record } from './support/record.js';

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

function chooseRandomly(position: Position, moves: Uint8Array, chance: Chance): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (position.causes[seat] !== 0) continue;
    const mask = legalMask(position, seat);
    moves[seat] = mask === 0 ? 0 : movesIn[mask * 4 + chance.below(moveCounts[mask]!)]!;
  }
}

function newGame(seed: number, into: Position): RulesGame {
  const chance = createGameChance(seed);
  return createGame({ ruleset: 'standard', map: 'standard', width: SIDE, height: SIDE, snakes: SNAKES, chance, into });
}

/** Plays games one after the other for `ms`, and returns turns and games a second. */
function playGames(ms: number): { turns: number; games: number } {
  const position = createPosition(SIDE, SIDE);
  const moves = new Uint8Array(MAX_SNAKES);
  const mover = createChance('mover');
  const start = performance.now();
  let [turns, games] = [0, 0];
  while (performance.now() - start < ms) {
    const game = newGame(games++, position);
    for (; !isGameOver(game); turns++) {
      chooseRandomly(position, moves, mover);
      playTurn(game, moves);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  return { turns: turns / seconds, games: games / seconds };
}

/** Positions from the middle of games, with four living snakes. */
function samplePositions(count: number): Position[] {
  const samples: Position[] = [];
  const mover = createChance('samples');
  const moves = new Uint8Array(MAX_SNAKES);
  for (let seed = 0; samples.length < count; seed++) {
    const game = newGame(seed, createPosition(SIDE, SIDE));
    while (!isGameOver(game) && game.position.turn < 20) {
      chooseRandomly(game.position, moves, mover);
      playTurn(game, moves);
    }
    if (livingCount(game.position) === SNAKES.length) samples.push(game.position);
  }
  return samples;
}

/** Calls a second, from the best of many short rounds: other work on the machine can only slow a round down. */
function callsPerSecond(positions: readonly Position[], call: (position: Position) => void): number {
  let best = Infinity;
  for (let round = 0; round < 50; round++) {
    const start = performance.now();
    let calls = 0;
    for (; performance.now() - start < 10; calls += positions.length) positions.forEach(call);
    best = Math.min(best, (performance.now() - start) / calls);
  }
  return 1000 / best;
}

/** Plays `turns` turns of one game, which starts again in place whenever it is over. */
function playInPlace(game: RulesGame, start: Position, mover: Chance, moves: Uint8Array, turns: number): void {
  for (let turn = 0; turn < turns; turn++) {
    if (isGameOver(game)) copyPosition(start, game.position);
    chooseRandomly(game.position, moves, mover);
    playTurn(game, moves);
  }
}

/**
 * The bytes that a turn allocates once V8 has compiled everything: the least of several rounds, after an equal number
 * of warm-up rounds. V8's own profiling and the measurement itself use the same heap, some hundred bytes a round.
 */
function bytesPerTurn(): number | undefined {
  const { gc } = globalThis;
  if (gc === undefined) return undefined;
  const moves = new Uint8Array(MAX_SNAKES);
  const mover = createChance('bytes');
  const game = newGame(1, createPosition(SIDE, SIDE));
  const start = copyPosition(game.position);
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
  record(what, [figure]);
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

  const boards = samplePositions(64);
  const area = createAreaControl(boards[0]!);
  const steps = new Int32Array(SIDE * SIDE);
  const spare = createPosition(SIDE, SIDE);
  const plain = boards.map((position) => toPlain(position));
  let next = 0;
  const calls: Readonly<Record<string, (position: Position) => void>> = {
    reachableSpace: (position) => void reachableSpace(position, 0),
    areaControl: (position) => void areaControl(position, area),
    distances: (position) => void distances(position, headOf(position, 0), steps),
    safeMove: (position) => void safeMove(position, 0),
    copyPosition: (position) => void copyPosition(position, spare),
    hashPosition: (position) => void hashPosition(position),
    fromPlain: () => void fromPlain(plain[next++ % plain.length]!, spare),
  };
  for (const [name, call] of Object.entries(calls)) print(name, callsPerSecond(boards, call), '/s');
  const large = fromPlain({ ...plain[0]!, width: 100, height: 100 });
  print('safeMove on 100x100', 1000 / callsPerSecond([large], (position) => void safeMove(position, 0)), 'ms');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
