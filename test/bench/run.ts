/**
 * `npm run bench [-- NAME… [--FLAG…]]`: runs all benchmarks, or those named, one after another, each in a separate
 * process. Flags need a single named benchmark that has them. `--record` works with any: it
 * keeps the figures for the page of benchmarks, in `figures.json`.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pinning } from './support/cores.js';
import { startRecording } from './support/recordings.js';

/** What each benchmark measures, by name. Each is a program in this folder. */
const BENCHES: Readonly<Record<string, string>> = {
  host: 'the whole stack against raw node:http',
  walk: 'what one /move runs through in a warm host: files, or with --functions all that is called',
  runners: 'each runner compared with the process runner: median, p99 and CPU of an answer',
  boot: 'start and memory with ten snakes',
  search: 'nodes a second and depth of the search, and area control',
  rules: 'turns, searches and whole games on positions, and bytes allocated',
  overload: 'games at once of four snakes each that think to their deadline, and a quiet snake',
  strangers: 'a real game under each flood from strangers: lost turns, p99 and memory of the host',
  overhead: 'turns lost and budgets given over simulated networks',
  proxies: '/move through HAProxy and nginx against the host itself, and their memory',
  machines: 'duels on workers of a queue, and the journal in PostgreSQL',
};

/** The flags that a benchmark takes; without an entry, none. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  host: ['--account', '--against'],
  walk: ['--functions'],
  runners: ['--rounds', '--without'],
  overload: ['--k', '--seconds', '--minutes', '--snake', '--yaml', '--commands'],
  strangers: ['--seconds', '--only'],
  machines: ['--duels', '--journal', '--quick', '--long'],
};

const isRecorded = process.argv.includes('--record');
const given = process.argv.slice(2).filter((word) => word !== '--record');
const firstFlag = given.findIndex((word) => word.startsWith('--'));
const asked = firstFlag < 0 ? given : given.slice(0, firstFlag);
const flags = asked.length === 1 ? given.slice(1) : [];
const unknown = [
  ...asked.filter((name) => !Object.hasOwn(BENCHES, name)),
  ...(firstFlag < 0 ? [] : given.slice(firstFlag))
    .filter((word) => word.startsWith('--'))
    .filter((word) => asked.length !== 1 || !FLAGS[asked[0]!]?.includes(word.split('=')[0]!)),
];
if (unknown.length > 0) {
  const known = Object.entries(BENCHES).map(([name, what]) =>
    [`  ${name.padEnd(10)} ${what}`, ...(FLAGS[name] ?? [])].join(' '),
  );
  console.error(`Unknown: "${unknown.join('", "')}". The benchmarks and their flags are:\n${known.join('\n')}`);
  process.exit(2);
}

console.log(`Node ${process.versions.node}, ${availableParallelism()} cores. ${pinning}`);
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
  console.log(`\n${name}: ${BENCHES[name]}`);
  const { env, keep } = isRecorded ? startRecording([name, ...flags].join(' ')) : { env: process.env, keep: () => {} };
  const { status } = spawnSync(process.execPath, ['--expose-gc', program(name), ...flags], { stdio: 'inherit', env });
  if (status === 0) keep();
  else process.exitCode = 1;
}

function program(name: string): string {
  return fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}
