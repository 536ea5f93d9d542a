/** Makes the page of benchmarks from the figures that were recorded: `docs/internals/benchmarks.md`. */
import { readFileSync } from 'node:fs';
import { ALL, OUTSIDE, STAGE_NAMES } from '../bench/support/account.js';
import type { Figure, Recording, Recordings } from '../bench/support/record.js';
import { inRepository } from './fixtures.js';

/** The file that `npm run bench -- NAME… --record` writes. */
export const FIGURES_FILE = inRepository('test/bench/figures.json');

/** A row: what was measured, by which benchmark, and how its figures are shown. */
type Row = readonly [what: string, bench: string, show: (figureOf: (name: string) => Figure) => string];

const RUNNERS = ['sandbox', 'command in C', 'command in Python', 'upstream'];

const ROWS: readonly Row[] = [
  [
    'rate of `/move` through the whole host, as a share of raw `node:http` on the same core: inline; inline with a journal; a process for the strategy, with a journal',
    'host',
    (of) => [of('share inline'), of('share inline, journal'), of('share process, journal')].map(toSpread).join('; '),
  ],
  [
    'CPU of a `/move`: raw; inline; inline with a journal; a process for the strategy, with a journal',
    'host',
    (of) =>
      `${['raw', 'inline', 'inline, journal', 'process, journal'].map((kind) => toWhole(of(`µs ${kind}`))).join('; ')} µs`,
  ],
  [
    'start of Node and a host with ten snakes, until each has answered',
    'boot',
    (of) => `${toSpread(of('seconds until all have answered'))} s`,
  ],
  [
    'memory of the host with ten snakes: private; proportional (PSS)',
    'boot',
    (of) => `${toWhole(of('MB private'))} MB; ${toWhole(of('MB proportional'))} MB`,
  ],
  [
    'turns that the rules play a second: four snakes, random legal moves, food, one core; bytes allocated a turn',
    'rules',
    (of) => `${toMillions(of('turns'))}; ${toSpread(of('allocated'))}`,
  ],
  [
    'calls a second of `reachableSpace`; of `areaControl`: four snakes on 11x11',
    'rules',
    (of) => `${toMillions(of('reachableSpace'))}; ${toMillions(of('areaControl'))}`,
  ],
  [
    'positions a second of `search` with the built-in evaluation, and its depth in 370 ms: two snakes; four snakes',
    'search',
    (of) => [2, 4].map((snakes) => searchOf(of, snakes)).join('; '),
  ],
  [
    'bytes that this search allocates per position: two snakes; four snakes',
    'search',
    (of) => [2, 4].map((snakes) => toSpread(of(`allocated, ${snakes} snakes, house evaluation`))).join('; '),
  ],
  [
    'median time of an answer, as a multiple of a strategy in a process: in a sandbox; a command in C; in Python; a server behind the host',
    'runners',
    (of) => RUNNERS.map((name) => toSpread(of(`${name}, times p50`))).join('; '),
  ],
  [
    '99th percentile of the time, as the same multiple',
    'runners',
    (of) => RUNNERS.map((name) => toSpread(of(`${name}, times p99`))).join('; '),
  ],
];

/** The page. A row of a benchmark that was never recorded is left out. */
export function createBenchmarksPage(): string {
  const recordings = JSON.parse(readFileSync(FIGURES_FILE, 'utf8')) as Recordings;
  const rows = ROWS.flatMap(([what, bench, show]) => {
    const recording = recordings[bench];
    if (recording === undefined) return [];
    const figureOf = (name: string) => recording.figures[name] ?? missing(bench, name);
    return `- \`${bench}\` (${recording.commit}, ${recording.date}): ${what}: **${show(figureOf)}**`;
  });
  return `# Benchmarks

Speed and memory of the host: median (least–most) of all rounds. Measured on ${describeMachines(Object.values(recordings))}. The code has changed since:
run \`npm run bench -- NAME\` for figures of your version. Figures in [decisions](decisions/README.md) date from the decision.

\`--record\` writes \`test/bench/figures.json\`, from which \`npm run generate\` makes this page. Record on an otherwise idle machine, and without
uncommitted changes.

\`\`\`sh
npm run bench -- overload --k 4 # with its flags
npm run bench -- host --against main # compared with another commit, round by round
npm run bench -- host boot rules search runners --record # for this page; npm run generate then writes it
\`\`\`

${rows.join('\n')}

\`npm run bench -- none\` lists all benchmarks.

## Where the time of a move goes

${createAccount(recordings[ACCOUNT])}

`;
}

/** What was recorded of the stages. */
const ACCOUNT = 'host --account';
/** The whole way: a process for the strategy, and a journal. */
const KIND = 'process, journal';

/** The stages that cost a microsecond or more, the dearest first, if they were recorded. */
function createAccount(recording: Recording | undefined): string {
  if (recording === undefined) return '';
  const costOf = (stage: string) => recording.figures[`${KIND}: ${stage}`]?.median ?? 0;
  const stages = [...STAGE_NAMES, ...Object.values(OUTSIDE)].filter((stage) => costOf(stage) >= 1);
  const costs = stages
    .toSorted((one, other) => costOf(other) - costOf(one))
    .map((stage) => `${stage} ${costOf(stage).toFixed(1)}`);
  return `With a process and a journal, a profiler finds ${costOf(ALL).toFixed(1)} µs of CPU a move (medians, at ${recording.commit}, ${recording.date}): ${costs.join(', ')}.`;
}

function describeMachines(recordings: readonly Recording[]): string {
  return [...new Set(recordings.map(({ machine, node }) => `${machine}, Node ${node}`))].join('; ');
}

function missing(bench: string, name: string): never {
  throw new Error(`"${name}" of the benchmark "${bench}" was not recorded. Record it again.`);
}

function searchOf(of: (name: string) => Figure, snakes: number): string {
  const [nodes, depth] = ['nodes', 'depth'].map((what) => of(`${what}, ${snakes} snakes, house evaluation`));
  return `${toMillions(nodes!)}, ${toSpread(depth!)} turns`;
}

function toSpread({ median, least, most }: Figure): string {
  return formatRange([median, least, most].map((value) => value.toFixed(2)));
}

function toWhole({ median, least, most }: Figure): string {
  return formatRange([median, least, most].map((value) => value.toFixed(0)));
}

function toMillions({ median, least, most }: Figure): string {
  return `${formatRange([median, least, most].map((value) => `${Number((value / 1e6).toPrecision(3))}`))} million`;
}

function formatRange([median, least, most]: string[]): string {
  return least === most ? `${median!} (one value)` : `${median!} (${least!}–${most!})`;
}
