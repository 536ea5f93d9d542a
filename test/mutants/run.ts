/**
 * `npm run mutants [-- --count 60 --seed 1 --folder snakes --only wire/move.ts:12 --near]`: how many mutants of `src/`
 * the tests notice. Each is built in a copy of the repository and tested there, until the first test that fails or
 * hangs. With `--near`, the tests of other folders are not run.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { createChance } from '../../src/rules/chance.js';
import { readSourceFiles } from '../support/source-files.js';
import { chooseTests, STAGES, type Stage } from './chosen-tests.js';
import { CopiedRepository, type RunOutcome } from './copied-repository.js';
import { applyMutant, describeMutant, makeMutants, type Mutant } from './make-mutants.js';

/** Not mutated: what is tested by hand and in browsers, and what the build runs. */
const LEFT_OUT = /^(?:commands|page\/client)\/|^build\.ts$|\.tsx$/;
/** A run of tests hangs once it takes this much longer than the same tests took without a mutant. */
const HANGS = { times: 5, plusMs: 20_000 };

interface PlacedMutant extends Mutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly changed: string;
}

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: '' },
    only: { type: 'string', multiple: true, default: [] },
    near: { type: 'boolean', default: false },
  },
});
if (spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status !== 0) {
  console.error(
    'Mutants run in bubblewrap, because they may kill or delete anything. Install it: apt install bubblewrap',
  );
  process.exit(2);
}

const tests = readSourceFiles('test')
  .map(({ path }) => path)
  .filter((file) => file.endsWith('.test.ts'))
  .sort();
const chosen = chooseMutants(await readMutants());
if (chosen.length === 0) {
  console.error('No mutant is there, or in that folder.');
  process.exit(2);
}
const copy = new CopiedRepository();
const stages = flags.near ? STAGES.slice(0, 2) : STAGES;
/** How long the tests of a file took without a mutant, in ms. */
const clean = new Map<string, number>();
/** Files whose tests fail without a mutant. */
const broken = new Set<string>();
const survivors: string[] = [];
const noticed = new Map<string, number>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => copy.remove());

if (!(await copy.build([]))) throw new Error('the copy of the repository does not build');
const firstFiles = chosen.flatMap(({ file }) =>
  stages.filter(isUnit).flatMap((stage) => chooseTests(file, tests)[stage]),
);
await measure('unit', [...new Set(firstFiles)]);
for (const [index, mutant] of chosen.entries()) {
  const stage = await findStage(mutant);
  noticed.set(stage.name, (noticed.get(stage.name) ?? 0) + 1);
  const place = `src/${mutant.file}:${mutant.line}`;
  console.log(`${index + 1}/${chosen.length} ${place}: ${stage.name}${stage.how}`);
  const change = `  - ${mutant.before}\n  + ${mutant.changed}`;
  console.log(change);
  if (stage.name === 'nobody') survivors.push(`${place}\n${change}`);
}
report();

async function readMutants(): Promise<PlacedMutant[]> {
  const folder = flags.folder === '' ? '' : `${flags.folder.replace(/^src\/|\/$/g, '')}/`;
  const lists = await Promise.all(
    readSourceFiles('src')
      .filter(({ path }) => !LEFT_OUT.test(path) && path.startsWith(folder))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(async ({ path: file, text }) =>
        (await makeMutants(text)).map((mutant) => {
          const { line, before, after } = describeMutant(text, mutant);
          return { ...mutant, file, line, before, changed: after };
        }),
      ),
  );
  return lists.flat();
}

/** Draws without putting back; of named lines, all. */
function chooseMutants(all: readonly PlacedMutant[]): PlacedMutant[] {
  const only = flags.only.map((name) => name.replace(/^src\//, ''));
  if (only.length > 0) return all.filter(({ file, line }) => only.includes(`${file}:${line}`));
  const chance = createChance(flags.seed);
  const left = [...all];
  return Array.from({ length: Math.min(Number(flags.count), all.length) }, () => {
    return left.splice(chance.below(left.length), 1)[0]!;
  });
}

/** The first stage whose tests notice a mutant, and how; `nobody` without one. */
async function findStage(mutant: PlacedMutant): Promise<{ name: Stage | 'nobody' | 'the build'; how: string }> {
  const text = copy.read(mutant.file);
  const chosenTests = chooseTests(mutant.file, tests);
  let isBuilt = false;
  try {
    for (const name of stages) {
      if (chosenTests[name].some((file) => !clean.has(file))) {
        await copy.build(['src'], mutant.file, text);
        isBuilt = false;
        await measure(isUnit(name) ? 'unit' : 'e2e', chosenTests[name]);
      }
      const files = chosenTests[name].filter((file) => !broken.has(file));
      if (files.length === 0) continue;
      if (!isBuilt && !(await copy.build(['src'], mutant.file, applyMutant(text, mutant)))) {
        return { name: 'the build', how: '' };
      }
      isBuilt = true;
      const limit = HANGS.plusMs + HANGS.times * files.reduce((sum, file) => sum + clean.get(file)!, 0);
      const outcome = await copy.test(isUnit(name) ? 'unit' : 'e2e', files, { bails: true, limit });
      if (outcome.kind !== 'passed') return { name, how: `, ${describeOutcome(outcome)}` };
    }
    return { name: 'nobody', how: '' };
  } finally {
    // The next build takes it.
    copy.write(mutant.file, text);
  }
}

/** Runs tests without a mutant. What fails twice is left out. */
async function measure(kind: 'unit' | 'e2e', files: readonly string[]): Promise<void> {
  let unknown = files.filter((file) => !clean.has(file));
  for (let attempt = 1; unknown.length > 0; attempt++) {
    const began = performance.now();
    const outcome = await copy.test(kind, unknown, { bails: false, limit: Infinity });
    if (outcome.kind === 'hanging' || outcome.kind === 'crashed') {
      throw new Error(`the tests do not run without a mutant: ${describeOutcome(outcome)}`);
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`without a mutant: ${unknown.length} files in ${seconds} s, ${describeOutcome(outcome)}`);
    const failed = outcome.kind === 'failed' ? outcome.files : [];
    for (const [file, ms] of outcome.durations) if (!failed.includes(file)) clean.set(file, ms);
    if (attempt > 1) {
      for (const file of failed) {
        clean.set(file, 0);
        broken.add(file);
      }
    }
    unknown = failed.filter((file) => !clean.has(file));
  }
}

function isUnit(stage: Stage): boolean {
  return stage !== 'end-to-end tests of its folder';
}

function describeOutcome(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case 'passed':
      return 'all pass';
    case 'failed':
      return `"${outcome.test}" fails`;
    case 'crashed':
      return `crashes: ${outcome.message}`;
    case 'hanging':
      return 'hangs';
    default:
      return outcome satisfies never;
  }
}

function report(): void {
  const total = [...noticed.values()].reduce((sum, count) => sum + count, 0);
  console.log(`\n${total} mutants, seed ${flags.seed}; noticed by`);
  for (const name of [...stages, 'the build', 'nobody']) {
    console.log(`${String(noticed.get(name) ?? 0).padStart(5)} ${name}`);
  }
  console.log(`${Math.round((100 * (total - survivors.length)) / total)} % noticed`);
  if (broken.size > 0) console.log(`Left out, because they fail without a mutant: ${[...broken].join(', ')}`);
  if (survivors.length > 0) console.log(`\nNot noticed:\n${survivors.join('\n')}`);
}
