/** Faults of the operator: reloads while games are played, good ones and bad ones, and files that are none. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { goesOn, needsProc } from './aftermath.js';
import { describeFaults } from './describe-faults.js';
import type { Fault, Scene } from './fault.js';

/** Time between two reloads, in ms. */
const PAUSE_MS = 100;
/** Reloads before the first look: by then, every part of the code has run and been compiled. */
const WARM_UP = 60;
/** Least reloads that growth is judged over: 2 minutes are enough. */
const JUDGED = 200;
/** How much more memory the host may take after them, in MB: a reload that leaked its bundles would take twice that. */
const MAX_GROWTH_MB = 30;
/** How many more descriptors: some children are replaced at the moment of a look. */
const MAX_MORE_DESCRIPTORS = 12;

/** Reloads a host with other options, code, snakes and mistakes. With enough time, growth is judged as well. */
const reloads: Fault = {
  name: 'reloads',
  what: 'reloads with other options, code and snakes, and with mistakes',
  unavailable: needsProc,
  // Each reload starts processes, and a strategy may starve meanwhile on a small machine.
  hurtsStrategies: true,
  atLeast: 3000,
  async inflict(scene) {
    const { host, signal } = scene;
    const next = createRounds(scene);
    let before: Taken | undefined;
    let round = 0;
    for (; !signal.aborted; round++) {
      if (round === WARM_UP) before = await lowest(scene);
      next(round);
      const response = await fetch(`${host.process.admin}/reload`, { method: 'POST' });
      await response.text();
      if (response.status !== (isBroken(round) ? 422 : 200)) scene.report(`reload ${round}: status ${response.status}`);
      await wait(PAUSE_MS);
    }
    if (before !== undefined && round >= WARM_UP + JUDGED) judge(scene, before, await lowest(scene), round);
    return round;
  },
};

/** What a host takes of its machine. */
type Taken = Readonly<Record<'memoryMb' | 'descriptors' | 'children', number>>;

function judge(scene: Scene, before: Taken, after: Taken, rounds: number): void {
  const show = ({ memoryMb, descriptors, children }: Taken) =>
    `${memoryMb.toFixed(0)} MB, ${descriptors} descriptors, ${children} children`;
  console.log(`      after ${WARM_UP} reloads ${show(before)}; after ${rounds} ${show(after)}`);
  if (after.memoryMb > before.memoryMb + MAX_GROWTH_MB) scene.report('memory grew with each reload');
  if (after.descriptors > before.descriptors + MAX_MORE_DESCRIPTORS) scene.report('descriptors were not closed');
  if (after.children > before.children + 2) scene.report('processes were not ended');
}

function isBroken(round: number): boolean {
  return round % 7 === 3;
}

/** Writes the configuration of each round. */
function createRounds({ folder }: Scene): (round: number) => void {
  const file = join(folder, 'snakes.yaml');
  const config = JSON.parse(readFileSync(file, 'utf8')) as { snakes: Record<string, unknown>[] };
  const greedy = join(folder, 'strategies/greedy.ts');
  const source = readFileSync(greedy, 'utf8');
  return (round) => {
    const snakes = config.snakes.map((snake) => ({ ...snake }));
    snakes[0]!['version'] = `${Math.floor(round / 2)}`;
    if (round % 3 === 1) snakes.push({ prefix: `/new-${round}`, strategy: 'constant' });
    if (isBroken(round)) snakes.push({ prefix: '/broken', strategy: 'nowhere' });
    if (round % 5 === 2) writeFileSync(greedy, `${source}\nexport const round = ${round};`);
    writeFileSync(file, JSON.stringify({ ...config, snakes }));
  };
}

/** The least of several looks: what is there only for a moment does not count. */
async function lowest({ host }: Scene): Promise<Taken> {
  const looks: Taken[] = [];
  for (let look = 0; look < 12; look++) {
    looks.push({
      memoryMb: host.memoryMb(),
      descriptors: host.descriptors(),
      children: host.strategyChildren().length,
    });
    await wait(250);
  }
  const least = (key: 'memoryMb' | 'descriptors' | 'children') => Math.min(...looks.map((look) => look[key]));
  return { memoryMb: least('memoryMb'), descriptors: least('descriptors'), children: least('children') };
}

/** Longest time of a reload on a busy machine, in ms; a build may wait 20 s for a file. */
const RELOAD_LIMIT_MS = 15_000;

/** Saves a strategy, reloads, and puts a pipe in its place at some moment of the reload. */
const fifos: Fault = {
  name: 'fifos',
  what: 'strategies that become pipes while they are reloaded',
  unavailable: needsProc,
  hurtsStrategies: true,
  atLeast: 2500,
  async inflict({ host, folder, chance, repeat, report }) {
    const file = join(folder, 'strategies/greedy.ts');
    const source = readFileSync(file, 'utf8');
    const times = await repeat(20, async (round) => {
      rmSync(file, { force: true });
      // It looks like CommonJS, too, which is looked for in the text.
      writeFileSync(file, `${source}\nexport const round = ${round};\ntypeof module;`);
      const signal = AbortSignal.timeout(RELOAD_LIMIT_MS);
      const reload = fetch(`${host.process.admin}/reload`, { method: 'POST', signal });
      await wait(chance.below(200));
      rmSync(file);
      execFileSync('mkfifo', [file]);
      const { status } = await reload;
      if (status !== 200 && status !== 422) report(`reload ${round}: status ${status}`);
    });
    rmSync(file);
    writeFileSync(file, source);
    return times;
  },
  aftermath: goesOn,
};

describeFaults('reloads', [reloads, fifos]);
