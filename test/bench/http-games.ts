/**
 * Plays whole games over the network between the shipped snakes, in the dialects of both engines, and counts lost
 * turns: turns without a valid answer in time, and turns for which the host had to choose the move. There should be
 * none.
 *
 * The host is a separate process with its strategies in child processes; the engine runs here. Neither is pinned to a
 * core. Run it: `npm run build && node dist/test/bench/http-games.js [GAMES]`. The exit code is 1 if a turn was lost.
 */
import type { WatcherTurn } from '../../src/arena/game/watcher.js';
import { formatTable } from '../../src/terminal/format-table.js';
import type { RulesetName } from '../../src/rules/rulesets.js';
import { createArenaEngine } from '../support/arena-engine.js';
import { inRepository } from '../support/fixtures.js';
import { boardFor } from '../support/games.js';
import { quantile } from './support/figures.js';
import { ServedProcess, type ServerLogLine } from './support/served-process.js';

const games = Number(process.argv[2] ?? 500);
/** Games played at the same time. */
const AT_ONCE = 3;
/** Time that the engine allows for an answer, in ms. */
const TIMEOUT = 500;

const SNAKES = ['constant', 'random', 'greedy', 'cautious'] as const;
/** Every pair of snakes. Duels alternate with games of all four. */
const DUELS = SNAKES.flatMap((one, index) => SNAKES.slice(index + 1).map((other) => [one, other]));

/** Rulesets and maps, played in turn. */
const KINDS: readonly (readonly [RulesetName, string])[] = [
  ['standard', 'standard'],
  ['royale', 'royale'],
  ['wrapped', 'snail_mode'],
  ['constrictor', 'empty'],
  ['wrapped_constrictor', 'standard'],
  ['standard', 'hz_rings'],
  ['standard', 'hz_islands_bridges'],
  ['wrapped', 'arcade_maze'],
];

interface Tally {
  readonly name: string;
  games: number;
  turns: number;
  /** Duration of every answer, in ms. */
  readonly took: number[];
  /** Requests without an answer that the engine could use. */
  unanswered: number;
  /** Snakes that played, over all games. */
  seats: number;
  /** Snakes whose game the host has seen end; must become `seats`. */
  ended: number;
  /** How often the host logged each of {@link LOST_TURN_MESSAGES}. */
  readonly lostTurns: Map<string, number>;
}

/** What the host logs if the move of a turn was not the strategy's, or if the engine did not use it. */
const LOST_TURN_MESSAGES = ['turn lost', 'move late', 'move failed', 'move illegal'];

const tallies = KINDS.flatMap(([ruleset, map]) =>
  ['duel', 'four'].map((size) => newTally(`${ruleset} ${map} ${size}`)),
);
const tallyOf = new Map<string, Tally>();
const problems: string[] = [];

const toYaml = (name: string) => `  - { prefix: /${name}, strategy: ${name}, isolation: process }`;
const host = await ServedProcess.host(inRepository('strategies'), SNAKES.map(toYaml).join('\n'), 'all cores');
host.onLine(countLine);
const engines = { arena: createArenaEngine('arena'), cli: createArenaEngine('cli') };
const began = performance.now();
let next = 0;
await Promise.all(Array.from({ length: AT_ONCE }, playGames));
const seconds = (performance.now() - began) / 1000;
for (const engine of Object.values(engines)) engine.close();
await host.stop();

const all = tallies.reduce(addTally, newTally('all'));
const heading = [
  '',
  'games',
  'turns',
  'answers',
  'p50 ms',
  'p99 ms',
  'max ms',
  'unanswered',
  ...LOST_TURN_MESSAGES,
  'ended',
];
console.log(formatTable(heading, [...tallies, all].map(toRow)));
console.log(`${AT_ONCE} games at once, ${(all.took.length / seconds).toFixed(0)} answers/s`);
for (const problem of problems) console.log(problem);
if (all.unanswered > 0 || all.lostTurns.size > 0 || all.ended !== all.seats || problems.length > 0)
  process.exitCode = 1;

/** Plays one game after another until all are played. */
async function playGames(): Promise<void> {
  for (let game = next++; game < games; game = next++) await playGame(game);
}

/**
 * Each game has the next kind. After each round of kinds the snakes change, and after two rounds the engines swap
 * kinds.
 */
async function playGame(game: number): Promise<void> {
  const round = Math.floor(game / KINDS.length);
  const kind = game % KINDS.length;
  const [ruleset, map] = KINDS[kind]!;
  const isDuel = round % 2 === 0;
  const tally = tallies[2 * kind + (isDuel ? 0 : 1)]!;
  const names = isDuel ? DUELS[(round / 2) % DUELS.length]! : SNAKES;
  const engine = engines[(kind + Math.floor(round / 2)) % 2 === 0 ? 'arena' : 'cli'];
  const urls = names.map((name) => `http://127.0.0.1:${host.port}/${name}`);
  const { turns } = await engine.play(urls, {
    seed: `http ${game}`,
    ruleset,
    map,
    ...boardFor(map),
    timeout: TIMEOUT,
    watchers: [
      {
        began: (shown) => void tallyOf.set(shown.game.id, tally),
        played: (turn) => count(turn, tally, names),
        remarked: (seat, remark) => void problems.push(`${names[seat]}: ${remark}`),
      },
    ],
  });
  tally.games += 1;
  tally.turns += turns;
  tally.seats += names.length;
}

function count({ game, frame, replies }: WatcherTurn, tally: Tally, names: readonly string[]): void {
  for (const [seat, reply] of replies.entries()) {
    if (reply === undefined) continue;
    tally.took.push(reply.took);
    if (reply.move !== undefined) continue;
    tally.unanswered += 1;
    problems.push(`game ${game.id}, turn ${frame.turn}, ${names[seat]}: ${reply.problem}`);
  }
}

function countLine({ msg, game, ...rest }: ServerLogLine): void {
  const tally = tallyOf.get(String(game));
  if (tally === undefined) return;
  if (msg === 'game ended') tally.ended += 1;
  if (!LOST_TURN_MESSAGES.includes(String(msg))) return;
  tally.lostTurns.set(String(msg), (tally.lostTurns.get(String(msg)) ?? 0) + 1);
  problems.push(`host: ${JSON.stringify({ msg, game, ...rest })}`);
}

function newTally(name: string): Tally {
  return { name, games: 0, turns: 0, took: [], unanswered: 0, seats: 0, ended: 0, lostTurns: new Map() };
}

function addTally(sum: Tally, tally: Tally): Tally {
  for (const key of ['games', 'turns', 'unanswered', 'seats', 'ended'] as const) sum[key] += tally[key];
  for (const took of tally.took) sum.took.push(took);
  for (const [message, times] of tally.lostTurns) {
    sum.lostTurns.set(message, (sum.lostTurns.get(message) ?? 0) + times);
  }
  return sum;
}

function toRow({ name, games: played, turns, took, unanswered, lostTurns, ended, seats }: Tally): string[] {
  const times = [0.5, 0.99, 1].map((share) => quantile(took, share).toFixed(1));
  const counts = LOST_TURN_MESSAGES.map((message) => lostTurns.get(message) ?? 0);
  const figures = [played, turns, took.length].map((figure) => figure.toLocaleString('en'));
  return [name, ...figures, ...times, ...[unanswered, ...counts].map(String), `${ended} of ${seats}`];
}
