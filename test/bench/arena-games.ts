/**
 * Whole games in one process, between strategies mounted in it: how many a second, on the way that requests take through a
 * mounted snake, and what is left on the heap while thousands go by, each with ids of its own.
 * Run it: `npm run build && node --expose-gc dist/test/bench/arena-games.js [GAMES]`.
 */
import { play } from '../../src/arena/game/play.js';
import type { Participant } from '../../src/arena/game/play-options.js';
import { formatTable } from '../../src/terminal/format-table.js';
import { createParticipants } from '../support/local-snakes.js';

/** Games whose memory is watched. */
const games = Number(process.argv[2] ?? 20_000);
/** How often the heap is looked at meanwhile. */
const LOOKS = 8;
/** One game in so many is between those that think; the others are quick ones. */
const THINKERS_EVERY = 50;

const MB = 1024 * 1024;

/** Who plays, and how many games the clock sees. */
const PACES: readonly (readonly [Participant[], number])[] = [
  [createParticipants('constant', 'constant'), 2000],
  [createParticipants('random', 'random'), 1000],
  [createParticipants('constant', 'random'), 2000],
  [createParticipants('random', 'random', 'random', 'random'), 500],
  [createParticipants('greedy', 'greedy'), 200],
];

const paces: string[][] = [];
for (const [entries, count] of PACES) paces.push(await measurePace(entries, count));
console.log(formatTable(['', 'games/s', 'turns a game', 'µs an answer'], paces));
console.log(`\n${formatTable(['after games', 'heap MB', 'buffers MB', 'resident MB'], await watchMemory())}`);

async function measurePace(entries: Participant[], count: number): Promise<string[]> {
  for (let game = 0; game < count / 10; game++) await play({ participants: entries, seed: `warm ${game}` });
  const began = performance.now();
  let turns = 0;
  for (let game = 0; game < count; game++) turns += (await play({ participants: entries, seed: `seed ${game}` })).turns;
  const ms = performance.now() - began;
  const perAnswer = (1000 * ms) / turns / entries.length;
  return [
    entries.map(({ name }) => name).join(', '),
    ((1000 * count) / ms).toFixed(0),
    (turns / count).toFixed(1),
    perAnswer.toFixed(1),
  ];
}

/** The same snakes play on and on. A first tenth of the games goes by before the first look, so that all is compiled. */
async function watchMemory(): Promise<string[][]> {
  const quick = createParticipants('random', 'random');
  const thinking = createParticipants('greedy', 'cautious');
  const playOne = (game: number) =>
    play({ participants: game % THINKERS_EVERY === 0 ? thinking : quick, seed: `memory ${game}` });

  const warm = Math.ceil(games / 10);
  for (let game = 0; game < warm; game++) await playOne(-1 - game);
  const looks = [look(0)];
  for (let game = 1; game <= games; game++) {
    await playOne(game);
    if (game % Math.ceil(games / LOOKS) === 0 || game === games) looks.push(look(game));
  }
  return looks;
}

/** What is in use once all garbage is gone; buffers go in the background, and a second collection waits for the first's. */
function look(game: number): string[] {
  for (let time = 0; time < 2; time++) globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const megabytes = [heapUsed, arrayBuffers, rss].map((bytes) => bytes / MB);
  return [game.toLocaleString('en'), ...megabytes.map((size) => size.toFixed(2))];
}
