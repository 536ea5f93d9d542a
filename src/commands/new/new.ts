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
import {
  snakeName,
  STARTERS,
  strategyText,
  testText,
  writeNew,
  type Extension,
  type Starter,
} from '../init/starters.js';
import { isCollection, isSeq, parseDocument, type YAMLSeq } from 'yaml';

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

  writeNew(strategy, strategyText(name, from, extension));
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

interface NewSnake {
  readonly prefix: string;
  readonly strategy: string;
}

/** The text with one more snake behind the others, written as the last of them; all else is as it was. */
export function addToConfiguration(text: string, snake: NewSnake): string {
  const document = parseDocument(text);
  const snakes = document.get('snakes');
  const place = isSeq(snakes) && snakes.flow !== true ? endOf(snakes, text) : undefined;
  if (place !== undefined) {
    return `${text.slice(0, place.offset)}${written(snake, place)}${text.slice(place.offset)}`;
  }
  // A list in brackets, or none: the library writes the document again, and keeps its comments.
  if (isSeq(snakes) && snakes.items.length > 0) snakes.add(document.createNode(snake));
  else document.set('snakes', document.createNode([snake]));
  return document.toString({ lineWidth: 0 });
}

/** Where the next item of a list begins, and how the items are written. */
interface Place {
  readonly offset: number;
  readonly indent: string;
  readonly isFlow: boolean;
}

function endOf(list: YAMLSeq, text: string): Place | undefined {
  const last = list.items.at(-1);
  if (!isCollection(last)) return undefined;
  const [start, end] = last.range!;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const [, indent] = /^( *)- /.exec(text.slice(lineStart, start)) ?? [];
  if (indent === undefined) return undefined;
  const lineEnd = text.indexOf('\n', text.slice(0, end).trimEnd().length);
  return { offset: lineEnd < 0 ? text.length : lineEnd, indent, isFlow: last.flow === true };
}

function written({ prefix, strategy }: NewSnake, { indent, isFlow }: Place): string {
  if (isFlow) return `\n${indent}- { prefix: ${prefix}, strategy: ${strategy} }`;
  return `\n${indent}- prefix: ${prefix}\n${indent}  strategy: ${strategy}`;
}
