/**
 * A host that shares its cores: several games at once of four search snakes each, all of which think to their deadline
 * and propose after each depth, and a quiet snake in a separate game. An engine with 500 ms asks all snakes of a game
 * at the same moment, over HTTP.
 *
 * `npm run bench -- overload [--k 1,2,4,8] [--seconds N] [--minutes N] [--snake NAME] [--yaml KEYS] [--commands N]`:
 * the numbers of games, the time of each, one of the shipped strategies in place of the searching fixture, keys for the
 * entry of each snake, and how many of the four are commands in Python, whose CPU has a separate line. With
 * `--minutes`, the memory and open files of the host and its children are shown over the time. The exit code is 1 if an
 * answer came too late.
 *
 * "own" is the share of answers that are the strategies' own, a proposal that one left included; "CPU ms" is what a
 * snake got a turn, "least" and "most" are of one game, divided by the mean of all games. Only the fixture reports it.
 */
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/terminal/format-table.js';
import { createArenaEngine } from '../support/arena-engine.js';
import { commandFixture } from '../support/command-fixtures.js';
import { fixture, inRepository } from '../support/fixtures.js';
import { MoveBodies } from './support/move-bodies.js';
import { OverloadTally } from './support/overload-tally.js';
import { Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';

const TIMEOUT = 500;
const PREFIXES = ['/a', '/b', '/c', '/d'] as const;
/** The pause between two moves of the quiet snake, in ms. */
const QUIET_PAUSE_MS = 25;
/** Until counting begins, in ms: the host starts its children and measures the network latency. */
const WARM_UP_MS = 5000;
/** The engine's priority: one on another machine would not compete for these cores. */
const ENGINE_NICENESS = -15;
/** Rows of a long run. */
const SAMPLES = 20;

const { values } = parseArgs({
  options: {
    k: { type: 'string', default: '1,2,4,8' },
    seconds: { type: 'string', default: '40' },
    minutes: { type: 'string' },
    snake: { type: 'string' },
    yaml: { type: 'string', default: '' },
    commands: { type: 'string', default: '0' },
  },
});
const firstCommand = PREFIXES.length - Number(values.commands);
const seconds = values.minutes === undefined ? Number(values.seconds) : 60 * Number(values.minutes);

const rows: string[][] = [];
const notes: string[] = [];
let isPreferred = false;
for (const games of values.k.split(',').map(Number)) rows.push(await measure(games));
console.log(formatTable(OverloadTally.HEADING, rows));
const priority = isPreferred ? `at priority ${ENGINE_NICENESS}, the host has 0` : 'at the priority of the host';
console.log(`${seconds} s each, four snakes a game, ${TIMEOUT} ms. The engine shares these cores, ${priority}.`);
for (const note of notes) console.log(note);

async function measure(games: number): Promise<string[]> {
  const more = values.yaml === '' ? '' : `, ${values.yaml}`;
  const { snake } = values;
  const [folder, thinker, quiet] =
    snake === undefined ? [fixture('strategies'), 'search', 'up'] : [inRepository('strategies'), snake, 'constant'];
  const snakes = PREFIXES.map((prefix, seat) => {
    const source =
      seat < firstCommand ? `strategy: ${thinker}` : `command: ${JSON.stringify(commandFixture('search'))}`;
    return `  - { prefix: ${prefix}, ${source}${more} }`;
  });
  prefer(0);
  const yaml = [...snakes, `  - { prefix: /quiet, strategy: ${quiet} }`].join('\n');
  const host = await ServedProcess.host(folder, yaml, 'all cores');
  isPreferred = prefer(ENGINE_NICENESS);
  const tally = new OverloadTally(games);
  host.onLine((line) => tally.logged(line));
  const stop = new AbortController();
  const playing = [playQuietly(host, tally, stop.signal)];
  for (let place = 0; place < games; place++) playing.push(playOn(host, place, tally, stop.signal));
  await wait(WARM_UP_MS);
  tally.begin();
  await (values.minutes === undefined ? wait(1000 * seconds) : watch(host));
  tally.end();
  stop.abort();
  await Promise.all(playing);
  await host.stop();
  if (firstCommand < PREFIXES.length) {
    const [strategies, commands] = tally.cpuBySeat(firstCommand).map((ms) => ms.toFixed(0));
    notes.push(`${games} games: CPU of a turn ${strategies} ms for strategies, ${commands} ms for commands`);
  }
  for (const [why, times] of tally.reasons) notes.push(`${games} games, ${times}×: ${why}`);
  if (tally.tooLate > 0) process.exitCode = 1;
  return tally.toRow(String(games));
}

/** Plays one game after the other. The first ones begin at different moments, as games do. */
async function playOn({ port }: ServedProcess, place: number, tally: OverloadTally, signal: AbortSignal) {
  const engine = createArenaEngine('arena');
  const urls = PREFIXES.map((prefix) => `http://127.0.0.1:${port}${prefix}`);
  await wait(place * 137);
  for (let game = 0; !signal.aborted; game++) {
    const seed = `overload ${place} ${game}`;
    const watchers = [{ played: (turn: Parameters<OverloadTally['played']>[1]) => tally.played(place, turn, TIMEOUT) }];
    await engine.play(urls, { seed, timeout: TIMEOUT, watchers, signal });
  }
  engine.close();
}

async function playQuietly({ port }: ServedProcess, tally: OverloadTally, signal: AbortSignal) {
  const player = await Player.open(port, '/quiet', new MoveBodies());
  while (!signal.aborted) {
    tally.answeredQuietly(await player.ask());
    await wait(QUIET_PAUSE_MS);
  }
  player.close();
}

/** Shows memory and open files while the time passes. */
async function watch(host: ServedProcess): Promise<void> {
  const course: string[][] = [];
  for (let sample = 0; sample <= SAMPLES; sample++) {
    if (sample > 0) await wait((1000 * seconds) / SAMPLES);
    const { proportional, processes } = host.memoryMb();
    const [own, all] = [host.hostMemoryMb(), proportional].map((mb) => mb.toFixed(0));
    course.push([((sample * seconds) / SAMPLES).toFixed(0), own!, all!, String(processes), String(host.openFiles())]);
  }
  console.log(formatTable(['s', 'host MB', 'with children MB', 'processes', 'open files'], course));
}

/** Gives this process a priority, which what it starts inherits. Returns whether the system lets it. */
function prefer(niceness: number): boolean {
  try {
    setPriority(niceness);
    return true;
  } catch {
    return false;
  }
}
