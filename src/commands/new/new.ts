/** `serpentarium new`: adds a snake to a project: its strategy, a test, and its entry in the configuration. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Argument, Option, type Command } from 'commander';
import { readConfig } from '../../config/read-config.js';
import { listStrategies } from '../../config/strategy-files.js';
import { UsageError, type Fault } from '../../errors.js';
import { isRecord } from '../../kind-of.js';
import { print } from '../../terminal/print.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { snakeName } from '../init/snake-name.js';
import { STARTERS, strategyText, testText, type Extension, type Starter } from '../init/starters.js';
import { writeNew } from '../init/write-files.js';
import { addToConfiguration } from './add-to-configuration.js';

interface NewFlags {
  readonly config: string;
  readonly from: Starter;
}

export function addNewCommand(program: Command): void {
  program
    .command('new')
    .addArgument(new Argument('<NAME>', 'what the snake is called').argParser(snakeName))
    .addOption(new Option('--from <STRATEGY>', 'what it begins as').choices(STARTERS).default('greedy'))
    .option('--config <FILE>', 'the configuration that gets the snake', DEFAULT_CONFIG)
    .addHelpText('after', '\nIt overwrites nothing, and keeps the comments of the configuration.')
    .addHelpText('after', '\nExit codes: 0 written; 2 the name is taken, or the configuration is wrong.')
    .action(addNew);
}

function addNew(name: string, { config: file, from }: NewFlags): void {
  const { config } = readConfig(file, process.env, 'home');
  const root = path.dirname(config.strategies);
  const extension = languageOf(config.strategies);
  const strategy = path.join(config.strategies, `${name}.${extension}`);
  const test = path.join(root, 'test', `${name}.test.${extension}`);
  const prefix = `/${name}`;
  const isServed = [...config.snakes, ...config.experiments].some((one) => one.prefix === prefix);
  const faults: Fault[] = ownFiles(config.strategies, name).map((taken) => toTaken(taken, 'exists'));
  if (existsSync(test)) faults.push(toTaken(test, 'exists'));
  if (isServed) faults.push(toTaken(file, `has the prefix "${prefix}"`));
  if (faults.length > 0) throw new UsageError(faults);

  writeNew(strategy, strategyText(from, extension));
  print(`wrote ${path.relative('.', strategy)}`);
  if (!isCheckout(root)) {
    writeNew(test, testText(name, extension, path.basename(config.strategies)));
    print(`wrote ${path.relative('.', test)}`);
  }
  writeFileSync(file, addToConfiguration(readFileSync(file, 'utf8'), { prefix, strategy: name }));
  print(`added ${prefix} to ${file}`);
  print('\n`npx serpentarium check` asks it for its first move; `serve --reload` serves it already.');
}

function toTaken(source: string, what: string): Fault {
  return { source: path.relative('.', source) || source, message: `${what} already. Choose another name.` };
}

/** The files of an own strategy; a shipped one of that name is in nobody's way. */
function ownFiles(folder: string, name: string): string[] {
  const directory = listStrategies(folder);
  const files = 'problem' in directory ? [] : (directory.files.get(name) ?? []);
  return files.map((each) => path.join(folder, each));
}

/** That of the strategies which are there. */
function languageOf(folder: string): Extension {
  const directory = listStrategies(folder);
  const files = 'problem' in directory ? [] : [...directory.files.values()].flat();
  return files.length > 0 && files.every((file) => file.endsWith('.js')) ? 'js' : 'ts';
}

/** Whether a folder is Serpentarium's own, whose tests have a form and a place of their own. */
function isCheckout(root: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    return isRecord(manifest) && manifest['name'] === 'serpentarium';
  } catch {
    return false;
  }
}
