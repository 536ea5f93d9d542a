/** `serpentarium new`: adds a snake to a project: its strategy, a test, and its entry in the configuration. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isCollection, isSeq, parse, parseDocument, type YAMLSeq } from 'yaml';
import { readConfig } from '../../config/read-config.js';
import { findStrategy, listIfThere } from '../../config/strategy-files.js';
import type { HostConfig, SnakeConfig } from '../../config/types.js';
import { messageOf, UsageError, usageFault, type Fault } from '../../errors/errors.js';
import { isRecord } from '../../errors/kind-of.js';
import { CommittedFiles } from '../../snakes/strategy/committed-files.js';
import { print } from '../../terminal/print.js';
import { choiceOf } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, configFlag, flag } from '../flags.js';
import {
  CLIENT,
  pythonFiles,
  pythonModule,
  snakeName,
  STARTERS,
  strategyText,
  testText,
  writeNew,
  type Starter,
} from '../init/starters.js';

export default defineCommand({
  arguments: [argument('<NAME>', 'the name of the snake', snakeName)],
  flags: [
    flag('--from <STRATEGY>', `${STARTERS.join(', ')}, or a version such as first@v1 (default: greedy)`, starter),
    flag('--python', 'in Python (default: if all snakes of the configuration are)'),
    configFlag('the configuration that gets the snake'),
  ],
  notes: 'Keeps files that exist, and the comments of the configuration.\n',
  exits: { 0: 'written', 2: 'the name is taken, or wrong configuration' },
  examples: ['new second', 'new second --from champion'],
  async run({ words: [name], flags: { config: file, from, python } }) {
    const { config } = readConfig(file, process.env, 'home');
    const prefix = `/${name}`;
    const { files, entry } =
      (python ?? (from === undefined && config.snakes.length > 0 && config.snakes.every(isPython)))
        ? pythonSnake(name, config, from)
        : await strategy(name, config, from);
    const faults = Object.keys(files)
      .filter((each) => existsSync(each) && path.basename(each) !== CLIENT)
      .map((taken) => toTaken(taken, 'exists'));
    if ([...config.snakes, ...config.experiments].some((one) => one.prefix === prefix)) {
      faults.push(toTaken(file, `has the prefix "${prefix}"`));
    }
    if (faults.length > 0) throw new UsageError(faults);

    for (const [each, content] of Object.entries(files)) {
      if (writeNew(each, content)) print(`wrote ${path.relative('.', each)}`);
    }
    writeFileSync(file, addToConfiguration(readFileSync(file, 'utf8'), { prefix, ...entry }));
    print(`added ${prefix} to ${file}`);
    print('\n`npx serpentarium check` asks it for its first move. A running `npm run dev` has loaded it.');
  },
});

function toTaken(source: string, what: string): Fault {
  return { source: path.relative('.', source) || source, message: `${what} already. Choose another name.` };
}

/** The parts of a new snake: files by path, and the lines that mount it. */
interface SnakeParts {
  readonly files: Readonly<Record<string, string>>;
  readonly entry: NewSnake;
}

async function strategy(name: string, { strategies }: HostConfig, from = 'greedy'): Promise<SnakeParts> {
  const root = path.dirname(strategies);
  const own = listIfThere(strategies, strategies).files;
  const all = [...own.values()].flat();
  const older = from.includes('@') ? await readVersion(from, strategies) : undefined;
  const isScript = older?.isScript ?? (all.length > 0 && all.every((each) => each.endsWith('.js')));
  const extension = isScript ? 'js' : 'ts';
  // A shipped strategy of that name is no conflict; a strategy in the other language is.
  const file = path.join(strategies, own.get(name)?.[0] ?? `${name}.${extension}`);
  const test = path.join(root, 'test/strategies', `${name}.test.${extension}`);
  const tested = isCheckout(root) ? {} : { [test]: testText(name, extension, path.basename(strategies)) };
  const text = older?.text ?? strategyText(name, from as Starter, extension);
  return { files: { [file]: text, ...tested }, entry: { strategy: name } };
}

/** The file of an earlier version, as it was. Rejects with a {@link UsageError}. */
async function readVersion(from: string, strategies: string): Promise<{ text: string; isScript: boolean }> {
  const found = findStrategy(listIfThere(strategies, path.relative('.', strategies)), from);
  if ('problem' in found) throw usageFault('--from', found.problem);
  try {
    const commit = await CommittedFiles.open(found.file, found.version!);
    return { text: (await commit.read(commit.file)).toString(), isScript: commit.file.endsWith('js') };
  } catch (thrown) {
    throw usageFault('--from', `strategy "${from}": ${messageOf(thrown)}`);
  }
}

function starter(word: string): string {
  return word.includes('@') ? word : choiceOf(STARTERS)(word);
}

function isPython({ source }: SnakeConfig): boolean {
  return source.kind === 'command' && path.basename(source.command[0]).startsWith('python');
}

/** A snake in Python, with the folder and command of the last one. */
function pythonSnake(name: string, { file, strategies, snakes }: HostConfig, from: string | undefined): SnakeParts {
  if (from !== undefined) throw usageFault('--from', `"${from}" is not in Python. Leave out one of the flags.`);
  const source = snakes.findLast(isPython)?.source;
  const last = source?.kind === 'command' ? source : undefined;
  const base = path.resolve(path.dirname(file));
  const folder = last?.cwd ?? path.join(path.dirname(strategies), 'snakes');
  const command = `[${last?.command[0] ?? 'python3'}, ${pythonModule(name)}.py]`;
  return { files: pythonFiles(name, folder), entry: { command, cwd: path.relative(base, folder) || '.' } };
}

/** Whether a folder is Serpentarium's own repository, whose tests have their own form and place. */
function isCheckout(root: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    return isRecord(manifest) && manifest['name'] === 'serpentarium';
  } catch {
    return false;
  }
}

/** Keys of a snake, their values written as YAML. */
type NewSnake = Readonly<Record<string, string>>;

/**
 * The text with one more snake at the end, written like the last one, with its key if that is a variable; everything
 * else is unchanged.
 */
export function addToConfiguration(text: string, snake: NewSnake): string {
  const document = parseDocument(text);
  const snakes = document.get('snakes');
  const key = isSeq(snakes) ? snakes.getIn([snakes.items.length - 1, 'key']) : undefined;
  const entries = { ...snake, ...(typeof key === 'string' && key.startsWith('$') && { key }) };
  const place = isSeq(snakes) && snakes.flow !== true ? endOf(snakes, text) : undefined;
  if (place !== undefined) {
    return `${text.slice(0, place.offset)}${written(entries, place)}${text.slice(place.offset)}`;
  }
  // A list in brackets, or none: the library rewrites the document, and keeps its comments.
  const item = document.createNode(
    Object.fromEntries(Object.entries(entries).map(([name, yaml]) => [name, parse(yaml)])),
  );
  if (isSeq(snakes) && snakes.items.length > 0) snakes.add(item);
  else document.set('snakes', document.createNode([item]));
  return document.toString({ lineWidth: 0 });
}

/** Where the next item of a list begins, and how items are written. */
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

function written(snake: NewSnake, { indent, isFlow }: Place): string {
  const lines = Object.entries(snake).map(([name, yaml]) => `${name}: ${yaml}`);
  if (isFlow) return `\n${indent}- { ${lines.join(', ')} }`;
  return `\n${indent}- ${lines.join(`\n${indent}  `)}`;
}
