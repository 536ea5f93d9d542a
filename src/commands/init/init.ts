/** `serpentarium init`: writes a project for your own snakes. On a terminal, asks for choices that no flag makes. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { EXIT, usageFault } from '../../errors/errors.js';
import { print } from '../../terminal/print.js';
import { CONFIG } from '../../config/read-text.js';
import { choiceOf } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, flag, type ValuesOf } from '../flags.js';
import { findPackageSource, provideTarball } from './package-source.js';
import { createProject, KEY_VARIABLE, projectName, type ProjectChoices } from './project.js';
import { snakeName, STARTERS, writeNew, nameProblem, type Extension, type Starter } from './starters.js';

const DEFAULTS = { name: 'first', from: 'greedy', extension: 'ts' } as const;

const PYTHON = flag('--python', 'Python instead of TypeScript');
PYTHON.option.conflicts(['js', 'from']);
const FLAGS = [
  flag('--name <NAME>', `the name of your snake (default: "${DEFAULTS.name}")`, snakeName),
  flag('--from <STRATEGY>', `the strategy to start from (default: "${DEFAULTS.from}")`, choiceOf(STARTERS)),
  flag('--js', 'JavaScript instead of TypeScript'),
  PYTHON,
  flag('-y, --yes', 'ask nothing; use defaults'),
];

type InitFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  arguments: [argument('[DIR]', 'the directory; created if missing (default: ".")')],
  flags: FLAGS,
  notes: 'Asks questions only on a terminal. Keeps files that exist.\n',
  exits: { 0: 'written', 2: 'a configuration exists already', 130: 'cancelled' },
  examples: ['init my-snakes', 'init my-snakes --from cautious --js --yes', 'init my-snakes --python'],
  run: ({ words: [directory = '.'], flags }) => init(directory, flags),
});

async function init(directory: string, flags: InitFlags): Promise<void> {
  const extension = flags.python ? 'py' : flags.js && 'js';
  const configuration = path.join(directory, CONFIG);
  if (existsSync(configuration)) {
    const remedy = '"npx serpentarium new NAME" adds a snake to a project.';
    throw usageFault(configuration, `exists. "init" overwrites nothing, and wrote nothing. ${remedy}`);
  }
  const choices = await choose(flags, extension);
  if (choices === undefined) return void (process.exitCode = EXIT.interrupted);
  const source = findPackageSource();
  const key = randomBytes(15).toString('base64url');
  const files = createProject(choices, projectName(directory), source, key);
  if (source.kind === 'folder' && process.stdout.isTTY) print('packing Serpentarium into the project…');
  const tarball = await provideTarball(source, directory);
  const kept = new Set<string>();
  for (const [name, content] of Object.entries(files)) {
    const isWritten = writeNew(path.join(directory, name), content);
    if (!isWritten) kept.add(name);
    print(`${isWritten ? 'wrote' : 'kept '} ${path.join(directory, name)}`);
  }
  if (tarball !== undefined) print(`wrote ${tarball}: Serpentarium itself, which the project depends on`);
  if (kept.has('package.json')) print(`\nThe existing package.json is unchanged. Add to it:\n${files['package.json']}`);
  if (kept.has('.env')) print(`\nThe existing .env is unchanged. Add this line to it:\n  ${KEY_VARIABLE}=${key}`);
  print(`\n${nextSteps(directory, Object.keys(files)[0]!)}`);
  print(`When it is deployed, register https://YOUR-HOST/${choices.name}?key=${key}`);
  print('The key is in .env: a request without it does not reach your snake.');
}

/** Without a terminal, or with `--yes`, flags and defaults decide. */
async function choose(
  { name, from, yes }: InitFlags,
  extension: Extension | 'py' | undefined,
): Promise<ProjectChoices | undefined> {
  const isAsking = !yes && process.stdin.isTTY && process.stdout.isTTY;
  if (isAsking) return ask({ name, from, extension });
  const known = name ?? DEFAULTS.name;
  if (extension === 'py') return { name: known, extension };
  return { name: known, extension: extension ?? DEFAULTS.extension, from: from ?? DEFAULTS.from };
}

function nextSteps(directory: string, snake: string): string {
  const isElsewhere = path.resolve(directory) !== process.cwd();
  return [
    'Next:',
    ...(isElsewhere ? [`  cd ${/\s/.test(directory) ? `"${directory}"` : directory}`] : []),
    '  npm install',
    '  npm test       # asks your snake for its move on a board',
    '  npm run dev    # serves it and reloads every change',
    `\nYour snake is ${snake}. README.md describes the other files.`,
  ].join('\n');
}

interface GivenChoices {
  readonly name: string | undefined;
  readonly extension: Extension | 'py' | undefined;
  readonly from: Starter | undefined;
}

const DESCRIPTIONS: { readonly [Each in Starter]: string } = {
  greedy: 'goes to the nearest food, and avoids pockets',
  cautious: 'keeps to open space, and eats when it must',
  champion: 'searches as deep as the time allows; the strongest, in a few lines',
  empty: 'survives the next turn: the rest is up to you',
};

/** Asks for the choices that `given` lacks. Resolves to `undefined` if the player cancels. */
export async function ask(given: GivenChoices): Promise<ProjectChoices | undefined> {
  const { cancel, intro, isCancel, select, text } = await import('@clack/prompts');
  intro('A Battlesnake project');
  const name =
    given.name ?? (await text({ message: 'Name of your snake', initialValue: 'first', validate: nameProblem }));
  if (isCancel(name)) return void cancel(NOTHING_WRITTEN);
  const languages = [
    { value: 'ts' as const, label: 'TypeScript' },
    { value: 'js' as const, label: 'JavaScript' },
    ...(given.from === undefined ? [{ value: 'py' as const, label: 'Python' }] : []),
  ];
  const extension = given.extension ?? (await select({ message: 'Language', options: languages }));
  if (isCancel(extension)) return void cancel(NOTHING_WRITTEN);
  if (extension === 'py') return { name, extension };
  const starters = Object.entries(DESCRIPTIONS) as [Starter, string][];
  const options = starters.map(([value, hint]) => ({ value, label: value, hint }));
  const from = given.from ?? (await select({ message: 'Start from', options }));
  if (isCancel(from)) return void cancel(NOTHING_WRITTEN);
  return { name, extension, from };
}

const NOTHING_WRITTEN = 'Nothing was written.';
