/**
 * Plays games in one process between strategies mounted in it. Prints games per second, with all that a request passes
 * in a mounted snake, and the memory in use over thousands of games, each with different ids. Run it: `npm run build &&
 * node --expose-gc dist/test/bench/arena-games.js [GAMES]`.
 */
import { play } from '../../src/arena/game/play.js';
import type { Participant } from '../../src/arena/game/play-options.js';
import { formatTable } from '../../src/terminal/format-table.js';
import { createParticipants } from '../support/local-snakes.js';

/** Games whose memory is watched. */
const games = Number(process.argv[2] ?? 20_000);
/** How often the heap is measured meanwhile. */
const SAMPLES = 8;
/** One game in 50 is between strategies that think; the others are quick. */
const THINKING_EVERY_GAMES = 50;

const MB = 1024 * 1024;

/** Who plays, and the number of games that are timed. */
const SPEEDS: readonly (readonly [Participant[], number])[] = [
  [createParticipants('constant', 'constant'), 2000],
  [createParticipants('random', 'random'), 1000],
  [createParticipants('constant', 'random'), 2000],
  [createParticipants('random', 'random', 'random', 'random'), 500],
  [createParticipants('greedy', 'greedy'), 200],
];

const speeds: string[][] = [];
for (const [participants, count] of SPEEDS) speeds.push(await measureSpeed(participants, count));
console.log(formatTable(['', 'games/s', 'turns a game', 'µs an answer'], speeds));
console.log(`\n${formatTable(['after games', 'heap MB', 'buffers MB', 'resident MB'], await watchMemory())}`);

async function measureSpeed(participants: Participant[], count: number): Promise<string[]> {
  for (let game = 0; game < count / 10; game++) await play({ participants, seed: `warm ${game}` });
  const began = performance.now();
  let turns = 0;
  for (let game = 0; game < count; game++) turns += (await play({ participants, seed: `seed ${game}` })).turns;
  const ms = performance.now() - began;
  const perAnswer = (1000 * ms) / turns / participants.length;
  return [
    participants.map(({ name }) => name).join(', '),
    ((1000 * count) / ms).toFixed(0),
    (turns / count).toFixed(1),
    perAnswer.toFixed(1),
  ];
}

/**
 * Plays with the same snakes all the time. A tenth of the games is played before the first sample, until all code is
 * compiled.
 */
async function watchMemory(): Promise<string[][]> {
  const quick = createParticipants('random', 'random');
  const thinking = createParticipants('greedy', 'cautious');
  const playOne = (game: number) =>
    play({ participants: game % THINKING_EVERY_GAMES === 0 ? thinking : quick, seed: `memory ${game}` });

  const warm = Math.ceil(games / 10);
  for (let game = 0; game < warm; game++) await playOne(-1 - game);
  const samples = [sampleMemory(0)];
  for (let game = 1; game <= games; game++) {
    await playOne(game);
    if (game % Math.ceil(games / SAMPLES) === 0 || game === games) samples.push(sampleMemory(game));
  }
  return samples;
}

/**
 * Memory in use after garbage collection. Buffers are freed in the background; a second collection waits until the
 * first's are.
 */
function sampleMemory(game: number): string[] {
  for (let time = 0; time < 2; time++) globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const megabytes = [heapUsed, arrayBuffers, rss].map((bytes) => bytes / MB);
  return [game.toLocaleString('en'), ...megabytes.map((size) => size.toFixed(2))];
}
