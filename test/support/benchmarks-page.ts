/** Makes the page of benchmarks from the figures that were recorded: `docs/internals/benchmarks.md`. */
import { readFileSync } from 'node:fs';
import { ALL, OUTSIDE, STAGE_NAMES } from '../bench/support/account.js';
import type { Figure, Recording, Recordings } from '../bench/support/record.js';
import { inRepository } from './fixtures.js';

/** The file that `npm run bench -- NAME… --record` writes. */
export const FIGURES_FILE = inRepository('test/bench/figures.json');

/** A row: what was measured, by which benchmark, and how its figures are shown. */
type Row = readonly [what: string, bench: string, show: (figureOf: (name: string) => Figure) => string];

const ROWS: readonly Row[] = [
  [
    '`/move` through the whole host, as a share of the rate of raw `node:http` on the same core: inline; inline with a journal; a process for the strategy, with a journal',
    'host',
    (of) => [of('share inline'), of('share inline, journal'), of('share process, journal')].map(toSpread).join('; '),
  ],
  [
    'CPU of a `/move`: raw; inline; inline with a journal; a process for the strategy, with a journal',
    'host',
    (of) =>
      `${[of('µs raw'), of('µs inline'), of('µs inline, journal')].map(toWhole).join(', ')} and ${toWhole(of('µs process, journal'))} µs`,
  ],
  [
    'start with ten snakes until each has answered, the start of Node included',
    'boot',
    (of) => `${toSpread(of('seconds until all have answered'))} s`,
  ],
  [
    'memory of the host with ten snakes: private; proportional',
    'boot',
    (of) => `${toWhole(of('MB private'))} MB; ${toWhole(of('MB proportional'))} MB`,
  ],
  [
    'turns a second by the rules: four snakes, random legal moves, food, one core; bytes allocated a turn',
    'rules',
    (of) => `${toMillions(of('turns'))}; ${toWhole(of('allocated'))}`,
  ],
  [
    'reachable space and area control a second, four snakes on 11x11',
    'rules',
    (of) => `${toMillions(of('reachableSpace'))}; ${toMillions(of('areaControl'))}`,
  ],
  [
    'positions a second of `search` with the built-in evaluation, and its depth in 370 ms: two snakes; four snakes',
    'search',
    (of) => [2, 4].map((snakes) => searchOf(of, snakes)).join('; '),
  ],
  [
    'bytes that a position of this search allocates: two snakes; four snakes',
    'search',
    (of) => [2, 4].map((snakes) => of(`allocated, ${snakes} snakes, house evaluation`).median.toFixed(2)).join('; '),
  ],
  [
    'median time of an answer beside that of a strategy in a process: in a sandbox; by a command in C; in Python; by a server behind the host',
    'runners',
    (of) =>
      ['sandbox', 'command in C', 'command in Python', 'upstream']
        .map((name) => toSpread(of(`${name}, times p50`)))
        .join('; '),
  ],
];

/** The page. A row of a benchmark that was never recorded is left out. */
export function createBenchmarksPage(): string {
  const recordings = JSON.parse(readFileSync(FIGURES_FILE, 'utf8')) as Recordings;
  const rows = ROWS.flatMap(([what, bench, show]) => {
    const recording = recordings[bench];
    if (recording === undefined) return [];
    const figureOf = (name: string) => recording.figures[name] ?? missing(bench, name);
    return `| ${what} | \`npm run bench -- ${bench}\` | ${show(figureOf)} | ${recording.commit} |`;
  });
  return `# Benchmarks

Every measured figure of speed and memory is on this page, with the command that measures it and the commit that was
measured. The page is made from \`test/bench/figures.json\`, which \`npm run bench -- NAME… --record\` writes on a machine
that does nothing else:
${describeMachines(Object.values(recordings))}. Of several rounds it shows the median, with the least and the greatest.

\`\`\`sh
npm run bench # all of them
npm run bench -- host # one of them
npm run bench -- overload --k 4 # with its flags
npm run bench -- host --account # what each stage of a move costs
npm run bench -- host --against main # beside another commit, round by round
npm run bench -- host boot rules search --record # for this page; npm run generate then writes it
npm run bench -- host --account --record # for the account on this page
\`\`\`

| what | command | figure | commit |
| --- | --- | --- | --- |
${rows.join('\n')}

\`npm run bench -- none\` lists all benchmarks by name: the overload by games that think at once, floods from strangers, proxies,
workers, the journal in PostgreSQL. Run those that matter to you on your machine.

## Where the time of a move goes
${createAccount(recordings[ACCOUNT])}
What the host takes beyond raw \`node:http\`, and why it stays:

- **Raw parses the same JSON, and answers over the same sockets.** That is nearly all that it does, and half of what the
  host does inline. The other half has no large part: Koa and its body parser, the check of every field, who has died and
  what became of the last answer, the budget, the counters, and the garbage of all these. Each takes 1 to 4 µs, and each
  is a promise of the host.
- **A process for the strategy parses and checks the request once more.** It arrives there as the text that the engine
  sent: to send what the host has parsed would take longer. Two messages cross pipes, and each wakes a process.
- **A journal keeps every request.** The host joins some hundred turns to one message. The journal's process takes them
  apart, packs those of each game together and writes them. It yields to the host and its snakes: with a core to spare,
  no answer waits for it.
`;
}

/** What was recorded of the stages. */
const ACCOUNT = 'host --account';
const KINDS = ['raw', 'inline', 'inline, journal', 'process, journal'];

/** The stages as a table, if they were recorded. */
function createAccount(recording: Recording | undefined): string {
  if (recording === undefined) return '';
  const rows = [...STAGE_NAMES, ...Object.values(OUTSIDE), ALL].map((stage) => {
    const costs = KINDS.map((kind) => recording.figures[`${kind}: ${stage}`]?.median ?? 0);
    return `| ${[stage, ...costs.map((cost) => (cost < 0.05 ? '' : cost.toFixed(1)))].join(' | ')} |`;
  });
  return `
| µs of CPU for a move, at ${recording.commit} | ${KINDS.join(' | ')} |
| --- | ${KINDS.map(() => '---:').join(' | ')} |
${rows.join('\n')}
`;
}

function describeMachines(recordings: readonly Recording[]): string {
  return [...new Set(recordings.map(({ machine, node, date }) => `${machine}, Node ${node}, ${date}`))].join('; ');
}

function missing(bench: string, name: string): never {
  throw new Error(`"${name}" of the benchmark "${bench}" was not recorded. Record it again.`);
}

function searchOf(of: (name: string) => Figure, snakes: number): string {
  const [nodes, depth] = ['nodes', 'depth'].map((what) => of(`${what}, ${snakes} snakes, house evaluation`));
  return `${toMillions(nodes!)}, ${depth!.median.toFixed(1)} turns`;
}

function toSpread({ median, least, most }: Figure): string {
  return `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
}

function toWhole({ median }: Figure): string {
  return median.toFixed(0);
}

function toMillions({ median }: Figure): string {
  return `${Number((median / 1e6).toPrecision(2))} million`;
}
