/**
 * Whole games a second in one process: between strategies beside the loop, on the way that requests take through a mounted
 * snake. Run it: `npm run build && node dist/test/bench/arena-games.js [GAMES]`.
 */
import { play } from '../../src/arena/play.js';
import type { Entry } from '../../src/arena/terms.js';
import { enterShipped } from '../support/local-snakes.js';

const games = Number(process.argv[2] ?? 2000);

async function measure(name: string, entries: Entry[], count: number): Promise<void> {
  await playMany(entries, Math.ceil(count / 10), 'warm');
  const before = performance.now();
  const turns = await playMany(entries, count, 'seed');
  const seconds = (performance.now() - before) / 1000;
  const perTurn = (seconds * 1e6) / turns / entries.length;
  console.log(
    `${name.padEnd(28)} ${(count / seconds).toFixed(0).padStart(7)} games/s  ${(turns / count).toFixed(1).padStart(6)} turns  ` +
      `${perTurn.toFixed(1).padStart(6)} µs/answer  ${(process.memoryUsage().heapUsed / 1e6).toFixed(1).padStart(6)} MB heap  ` +
      `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB resident`,
  );
}

async function playMany(entries: Entry[], count: number, seed: string): Promise<number> {
  let turns = 0;
  for (let game = 0; game < count; game++) turns += (await play({ entries, seed: `${seed} ${game}` })).turns;
  return turns;
}

await measure('constant, constant', enterShipped('constant', 'constant'), games);
await measure('random, random', enterShipped('random', 'random'), games);
await measure('constant, random', enterShipped('constant', 'random'), games);
await measure('random ×4', enterShipped('random', 'random', 'random', 'random'), games / 2);
await measure('greedy, greedy', enterShipped('greedy', 'greedy'), games / 20);
