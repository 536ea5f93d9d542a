/** `serpentarium init`: writes a whole project for snakes of one's own. Asks on a terminal what flags do not say. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { usageFault } from '../../errors.js';
import { print } from '../../terminal/print.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { EXIT } from '../exit-codes.js';
import { ask } from './ask.js';
import { dependencyOn, findPackageSource, provideTarball } from './package-source.js';
import { projectFiles, projectName, scriptsOf, type ProjectChoices } from './project.js';
import { snakeName } from './snake-name.js';
import { STARTERS, type Starter } from './starters.js';
import { writeNew } from './write-files.js';

interface InitFlags {
  readonly name?: string;
  readonly from?: Starter;
  readonly js?: true;
  readonly yes?: true;
}

const DEFAULTS: ProjectChoices = { name: 'first', from: 'greedy', extension: 'ts' };

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .argument('[DIR]', 'the directory; made if there is none', '.')
    .option('--name <NAME>', `what your snake is called (default: "${DEFAULTS.name}")`, snakeName)
    .addOption(new Option('--from <STRATEGY>', `what it begins as (default: "${DEFAULTS.from}")`).choices(STARTERS))
    .option('--js', 'JavaScript instead of TypeScript')
    .option('-y, --yes', 'ask nothing: defaults for all that no flag says')
    .addHelpText('after', '\nIt asks on a terminal alone. It overwrites nothing: files that exist are kept.')
    .addHelpText('after', '\nExit codes: 0 written; 2 the directory has a configuration already; 130 cancelled.')
    .action(init);
}

async function init(directory: string, flags: InitFlags): Promise<void> {
  const configuration = path.join(directory, DEFAULT_CONFIG);
  if (existsSync(configuration)) {
    const remedy = '"npx serpentarium new NAME" adds a snake to a project.';
    throw usageFault(configuration, `exists. "init" overwrites nothing, and has written nothing. ${remedy}`);
  }
  const choices = await choose(flags);
  if (choices === undefined) return void (process.exitCode = EXIT.interrupted);
  const source = findPackageSource();
  const tarball = await provideTarball(source, directory);
  const files = Object.entries(projectFiles(choices, { name: projectName(directory), source }));
  const kept = new Set<string>();
  for (const [name, content] of files) {
    const isWritten = writeNew(path.join(directory, name), content);
    if (!isWritten) kept.add(name);
    print(`${isWritten ? 'wrote' : 'kept '} ${path.join(directory, name)}`);
  }
  if (tarball !== undefined) print(`wrote ${tarball}: Serpentarium itself, which the project depends on`);
  if (kept.has('package.json')) print(`\n${whatIsMissing(choices, dependencyOn(source))}`);
  print(`\n${nextSteps(directory, choices)}`);
}

/** Without a terminal, or with `--yes`, flags and defaults decide. */
async function choose({ name, from, js, yes }: InitFlags): Promise<ProjectChoices | undefined> {
  const extension = js ? 'js' : undefined;
  const isAsking = !yes && process.stdin.isTTY && process.stdout.isTTY;
  if (isAsking) return ask({ name, from, extension });
  return {
    name: name ?? DEFAULTS.name,
    from: from ?? DEFAULTS.from,
    extension: extension ?? DEFAULTS.extension,
  };
}

/** A package.json that was there is not changed, so the player has to. */
function whatIsMissing({ extension }: ProjectChoices, dependency: string): string {
  const lines = Object.entries(scriptsOf(extension)).map(
    ([name, script]) => `  npm pkg set "scripts.${name}=${script}"`,
  );
  const types = extension === 'ts' ? ['  npm install --save-dev typescript @types/node'] : [];
  const isFile = dependency.startsWith('file:');
  return [
    'The package.json that was there is as it was. To make it one of this project:',
    '  npm pkg set type=module',
    ...lines,
    `  npm install ${isFile ? `./${dependency.slice('file:'.length)}` : 'serpentarium'}`,
    ...types,
  ].join('\n');
}

function nextSteps(directory: string, { name, extension }: ProjectChoices): string {
  const isElsewhere = path.resolve(directory) !== process.cwd();
  return [
    'Next:',
    ...(isElsewhere ? [`  cd ${/\s/.test(directory) ? `"${directory}"` : directory}`] : []),
    '  npm install',
    '  npm test       # asks your snake for its move on a drawn board',
    '  npm run dev    # serves it, and takes over every change that loads',
    `\nYour snake is strategies/${name}.${extension}. README.md says what else is there.`,
  ].join('\n');
}
