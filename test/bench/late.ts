/**
 * How long after its deadline an answer arrives if the strategy never returns: the duration of a `/move` minus the
 * budget that the host gave the strategy, which its log names. Four games at once, and every move is late.
 *
 * The host kills a strategy that loops, and one whose promise never settles unless it is inline. For comparison raw
 * `node:http` runs on the same core at the same time and answers when a timer fires.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { formatTable } from '../../src/terminal/format-table.js';
import { fixture } from '../support/fixtures.js';
import { pinLoadGenerator } from './support/cores.js';
import { quantile } from './support/figures.js';
import { Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';
import { MoveBodies } from './support/move-bodies.js';

const GAMES = 4;
const MOVES = 60;
/** Time that the engine allows, in ms: short, to get more moves in the same time. */
const TIMEOUT = 200;
/** The timer of raw `node:http`, about as long as the host's budget, in ms. */
const TIMER_MS = 130;
/** Time for the last lines of the host's log to arrive. */
const LOG_MS = 200;

const SNAKES = [
  ['/loop', 'loop', 'process'],
  ['/never', 'never', 'process'],
  ['/never-inline', 'never', 'inline'],
] as const;
const YAML = SNAKES.map(([prefix, strategy, isolation]) => {
  return `  - { prefix: ${prefix}, strategy: ${strategy}, isolation: ${isolation} }`;
}).join('\n');

/** The budget that the host's log names for the only move of a game, by the game's id, in ms. */
const budgets = new Map<string, number>();
const PLACES = ['one core', 'all cores'] as const;
const servers: { host: ServedProcess; raw: ServedProcess }[] = [];
for (const place of PLACES) {
  const host = await ServedProcess.host(fixture('strategies'), YAML, place);
  host.onLine(({ msg, game, budget }) => msg === 'move late' && budgets.set(String(game), Number(budget)));
  servers.push({ host, raw: await ServedProcess.raw(place) });
}
pinLoadGenerator();
const rows: string[][] = [];
for (const [index, place] of PLACES.entries()) {
  for (const [prefix, strategy, isolation] of SNAKES) {
    const { host, raw } = servers[index]!;
    const [took, timer] = await Promise.all([sample(host, prefix), sample(raw, `/after-${TIMER_MS}`)]);
    await wait(LOG_MS);
    const late = [...took].map(([game, ms]) => ms - budgetOf(game));
    rows.push([place, `${strategy}, ${isolation}`, String(late.length), ...figures(late)]);
    rows.push(['', '  a raw timer beside it', '', ...figures([...timer.values()].map((ms) => ms - TIMER_MS))]);
  }
}
for (const { host, raw } of servers) await Promise.all([host.stop(), raw.stop()]);
console.log(formatTable(['', 'strategy', 'moves', 'p50 ms', 'p99 ms', 'max ms'], rows));

/** The duration of each move in ms, by game: every game has only one move, so that all have the same budget. */
async function sample(server: ServedProcess, prefix: string): Promise<Map<string, number>> {
  const took = new Map<string, number>();
  const play = async () => {
    const game = new MoveBodies({ timeout: TIMEOUT, turns: 1 });
    const player = await Player.open(server.port, prefix, game);
    for (let move = 0; move < MOVES; move++) {
      const ms = await player.ask();
      took.set(game.id, ms);
    }
    player.close();
  };
  await Promise.all(Array.from({ length: GAMES }, play));
  return took;
}

function budgetOf(game: string): number {
  const budget = budgets.get(game);
  if (budget === undefined) throw new Error(`The host's log has no late move of game "${game}".`);
  return budget;
}

function figures(late: readonly number[]): string[] {
  return [0.5, 0.99, 1].map((share) => quantile(late, share).toFixed(1));
}
