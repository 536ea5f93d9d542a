/**
 * What strangers cost a real game: each flood of `test/faults/floods` goes against a host with a heap of 192 MB, while
 * an engine with 500 ms a turn plays on it. The aim is no lost turn, a p99 of at most 50 ms, and under floods of small
 * requests at most twice the p99 of the control or of the calm game. The control is the same engine on raw `node:http`,
 * in the same process at the same time, which nobody floods. The calm game is the one on the host without a flood.
 *
 * `npm run bench -- strangers [--minutes N] [--only NAMES]`: N is the time of each flood, 5 s by default; with names,
 * and commas between them, only these floods are sent. The exit code is 1 if a turn was lost. The time of answers
 * depends on what else the machine does.
 */
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/terminal/format-table.js';
import type { Fault } from '../faults/fault.js';
import { FLOOD_FAULTS, hostOptions, SMALL_HEAP_MB } from '../faults/floods/flood-faults.js';
import { REQUEST_FLOODS } from '../faults/floods/request-floods.js';
import { tryFault } from '../faults/try-fault.js';
import { WatchedGame } from '../faults/watched-game.js';
import { quantile } from './support/figures.js';
import { ServedProcess } from './support/served-process.js';

const DEFAULT_MINUTES = 5 / 60;
const HIGHEST_P99_MS = 50;
/** Most that the p99 may be of the control's, or of the calm game's. */
const HIGHEST_RATIO = 2;
/** What node:http answers for. */
const CONTROL_SNAKES = ['/one', '/two'];
/** Figures of memory in a row: at the start, and after each quarter of the time. */
const MEMORY_SAMPLES = 40;
const SHOWN_SAMPLES = [0, 0.25, 0.5, 0.75, 1] as const;

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, only: { type: 'string' } },
});
const ms = Number(values.minutes ?? DEFAULT_MINUTES) * 60_000;
/** The game without a flood, to compare with. */
const CALM: Fault = {
  name: 'calm',
  what: 'nothing',
  prepare: hostOptions,
  async inflict({ signal, pause }) {
    while (!signal.aborted) await pause(1000);
    return 0;
  },
};
const all = [CALM, ...FLOOD_FAULTS];
const floods = all.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name));
if (floods.length === 0) {
  console.error(`No flood is named "${values.only}". They are ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const raw = await ServedProcess.raw('all cores');
const rows: string[][] = [];
let calmP99 = 0;
const losses: string[] = [];
for (const flood of floods) rows.push(await measure(flood));
await raw.stop();
const heading = [
  'flood',
  'sent',
  'turns',
  'lost',
  'by host',
  'p50 ms',
  'p99 ms',
  'max ms',
  'control p99',
  'MB at 0 ¼ ½ ¾ 1',
  'most MB',
  '',
];
console.log(formatTable(heading, rows));
for (const loss of losses) console.log(loss);
console.log(`${(ms / 1000).toFixed(0)} s each, heap ${SMALL_HEAP_MB} MB; memory is the host's, without its children`);
if (losses.length > 0) process.exitCode = 1;

async function measure(flood: Fault): Promise<string[]> {
  const memory: number[] = [];
  let control: readonly number[] = [];
  const watched: Fault = {
    ...flood,
    async inflict(scene) {
      memory.push(scene.host.memoryMb());
      const game = new WatchedGame(`http://127.0.0.1:${raw.port}`, CONTROL_SNAKES, 'control');
      const timer = setInterval(() => memory.push(scene.host.memoryMb()), ms / MEMORY_SAMPLES);
      try {
        return await flood.inflict(scene);
      } finally {
        clearInterval(timer);
        await game.stop();
        control = game.took;
      }
    },
  };
  const { name, times, asked, fallbacks, took, lost } = await tryFault(watched, ms, 'strangers');
  losses.push(...lost.slice(0, 3).map((loss) => `${name}: ${loss}`));
  const known = memory.filter((mb) => !Number.isNaN(mb));
  const course = SHOWN_SAMPLES.map((share) => known[Math.round(share * (known.length - 1))]?.toFixed(0) ?? '–');
  const times99 = [0.5, 0.99, 1].map((share) => quantile(took, share).toFixed(1));
  const [p99, controlP99] = [quantile(took, 0.99), quantile(control, 0.99)];
  const isSmall = REQUEST_FLOODS.some((one) => one.name === name);
  const isSlow = p99 > HIGHEST_P99_MS || (isSmall && p99 > HIGHEST_RATIO * Math.max(controlP99, calmP99));
  if (name === CALM.name) calmP99 = p99;
  const verdict = lost.length > 0 ? 'LOST' : isSlow ? 'slow' : 'held';
  const figures = [times, asked, lost.length, fallbacks].map((figure) => figure.toLocaleString('en'));
  return [
    name,
    ...figures,
    ...times99,
    controlP99.toFixed(1),
    course.join(' '),
    Math.max(...known).toFixed(0),
    verdict,
  ];
}
