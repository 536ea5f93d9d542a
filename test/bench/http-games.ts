/**
 * Whole games over the network between the shipped snakes, as both engines play them, and the turns lost in them: those that
 * the engine had no move for in time, and those for which the host's own move had to do. There should be none.
 *
 * The host is a process of its own, its strategies in child processes; the engine is here, and neither is pinned to a core.
 * Run it: `npm run build && node dist/test/bench/http-games.js [GAMES]`. A turn lost is exit code 1.
 */
import type { PlayedTurn } from '../../src/arena/game/watcher.js';
import { formatTable } from '../../src/terminal/format-table.js';
import type { RulesetName } from '../../src/rules/rulesets.js';
import { createArenaEngine } from '../support/arena-engine.js';
import { inRepository } from '../support/fixtures.js';
import { boardFor } from '../support/games.js';
import { quantile } from './support/figures.js';
import { type Line, ServedProcess } from './support/served-process.js';

const games = Number(process.argv[2] ?? 500);
/** Games that are played at the same time. */
const AT_ONCE = 3;
/** What an engine allows for an answer, in ms. */
const TIMEOUT = 500;

const SNAKES = ['constant', 'random', 'greedy', 'cautious'] as const;
/** Who plays: everybody, and between two such games a duel, each pair in its turn. */
const DUELS = SNAKES.flatMap((one, index) => SNAKES.slice(index + 1).map((other) => [one, other]));

/** What is played, in turn. */
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
  /** Of every answer, in ms. */
  readonly took: number[];
  /** Answers that the engine could not use: late, or none at all. */
  unanswered: number;
  /** Snakes whose game the host saw end, of so many that played. */
  seats: number;
  ended: number;
  /** The host's complaints, by message. */
  readonly complaints: Map<string, number>;
}

/** What the host's log says of a turn that was not the strategy's own, or not used. */
const COMPLAINTS = ['turn lost', 'move late', 'move failed', 'move illegal'];

const tallies = KINDS.flatMap(([ruleset, map]) =>
  ['duel', 'four'].map((table) => newTally(`${ruleset} ${map} ${table}`)),
);
const tallyOf = new Map<string, Tally>();
const problems: string[] = [];

const toYaml = (name: string) => `  - { prefix: /${name}, strategy: ${name}, isolation: process }`;
const host = await ServedProcess.host(inRepository('strategies'), SNAKES.map(toYaml).join('\n'), 'all cores');
host.onLine(hear);
const engines = { arena: createArenaEngine('arena'), cli: createArenaEngine('cli') };
const began = performance.now();
let next = 0;
await Promise.all(Array.from({ length: AT_ONCE }, playOn));
const seconds = (performance.now() - began) / 1000;
for (const engine of Object.values(engines)) engine.close();
await host.stop();

const all = tallies.reduce(addTally, newTally('all'));
const heading = ['', 'games', 'turns', 'answers', 'p50 ms', 'p99 ms', 'max ms', 'unanswered', ...COMPLAINTS, 'ended'];
console.log(formatTable(heading, [...tallies, all].map(toRow)));
console.log(`${AT_ONCE} games at once, ${(all.took.length / seconds).toFixed(0)} answers/s`);
for (const problem of problems) console.log(problem);
if (all.unanswered > 0 || all.complaints.size > 0 || all.ended !== all.seats || problems.length > 0)
  process.exitCode = 1;

/** One game after the other, until all are played. */
async function playOn(): Promise<void> {
  for (let game = next++; game < games; game = next++) await playGame(game);
}

/** Kinds come in turn, and the engines with them; after a round of kinds come other snakes, and after two the other engine. */
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

function count({ game, frame, replies }: PlayedTurn, tally: Tally, names: readonly string[]): void {
  for (const [seat, reply] of replies.entries()) {
    if (reply === undefined) continue;
    tally.took.push(reply.took);
    if (reply.move !== undefined) continue;
    tally.unanswered += 1;
    problems.push(`game ${game.id}, turn ${frame.turn}, ${names[seat]}: ${reply.problem}`);
  }
}

function hear({ msg, game, ...rest }: Line): void {
  const tally = tallyOf.get(String(game));
  if (tally === undefined) return;
  if (msg === 'game ended') tally.ended += 1;
  if (!COMPLAINTS.includes(String(msg))) return;
  tally.complaints.set(String(msg), (tally.complaints.get(String(msg)) ?? 0) + 1);
  problems.push(`host: ${JSON.stringify({ msg, game, ...rest })}`);
}

function newTally(name: string): Tally {
  return { name, games: 0, turns: 0, took: [], unanswered: 0, seats: 0, ended: 0, complaints: new Map() };
}

function addTally(sum: Tally, tally: Tally): Tally {
  for (const key of ['games', 'turns', 'unanswered', 'seats', 'ended'] as const) sum[key] += tally[key];
  for (const took of tally.took) sum.took.push(took);
  for (const [message, times] of tally.complaints) {
    sum.complaints.set(message, (sum.complaints.get(message) ?? 0) + times);
  }
  return sum;
}

function toRow({ name, games: played, turns, took, unanswered, complaints, ended, seats }: Tally): string[] {
  const times = [0.5, 0.99, 1].map((share) => quantile(took, share).toFixed(1));
  const told = COMPLAINTS.map((message) => complaints.get(message) ?? 0);
  const figures = [played, turns, took.length].map((figure) => figure.toLocaleString('en'));
  return [name, ...figures, ...times, ...[unanswered, ...told].map(String), `${ended} of ${seats}`];
}
