/** Shell lines of the documentation, held against the commands and flags that exist. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { addCommand, COMMANDS } from '../../src/commands/all-commands.js';
import { inRepository } from './fixtures.js';

/** What the command line and package.json offer. */
export interface Offered {
  /** Each command of `serpentarium` with its flags, long and short, and its subcommands with theirs. */
  readonly commands: ReadonlyMap<string, ReadonlySet<string>>;
  readonly scripts: readonly string[];
}

/** Asks the commands for their flags, and package.json for its scripts: here, and in a project. */
export async function readOffered(): Promise<Offered> {
  const program = new Command('serpentarium');
  for (const name of Object.keys(COMMANDS)) await addCommand(program, name);
  const commands = new Map(
    program.commands.flatMap((command) =>
      [command.name(), ...command.aliases()].map((name) => [name, new Set(flagsOf(command))] as const),
    ),
  );
  const scripts = await Promise.all(['package.json', 'templates/ts/package.json'].map(scriptNames));
  return { commands, scripts: scripts.flat() };
}

async function scriptNames(file: string): Promise<string[]> {
  return Object.keys((JSON.parse(await readFile(inRepository(file), 'utf8')) as { scripts: object }).scripts);
}

/** Lines of a shell script, continued lines joined, without prompts and comments. */
export function shellLines(code: string): string[] {
  return code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/^\$ /, '').replace(/(^|\s)#.*$/, ''))
    .filter((line) => line.trim() !== '');
}

/** What is wrong with a shell line, as sentences. Programs that are not ours are skipped. */
export function faultsOf(line: string, offered: Offered): string[] {
  return line.split(/&&|\|\||[;|](?=\s)/).flatMap((part) => faultsOfCall(wordsOf(part), offered));
}

function faultsOfCall(words: readonly string[], { commands, scripts }: Offered): string[] {
  const [program, ...rest] = words;
  if (program === 'npm') {
    const [verb, script] = rest;
    const called = verb === 'run' ? rest.find((word) => word !== 'run' && !word.startsWith('-')) : verb;
    const isScript = verb === 'run' || verb === 'test' || verb === 'start';
    return isScript && !scripts.includes(called!) ? [`package.json has no script "${script}"`] : [];
  }
  if (program === 'mocha') return rest.filter(isMissingTest).map((file) => `no source for "${file}"`);
  if (program !== 'serpentarium') return [];
  const [command, ...flags] = rest;
  if (command === undefined || command.startsWith('-')) return [];
  const known = commands.get(command);
  if (known === undefined) return [`serpentarium has no command "${command}"`];
  return flags
    .map((flag) => flag.split('=')[0]!)
    .filter((flag) => /^--?[a-zA-Z]/.test(flag) && !known.has(flag))
    .map((flag) => `serpentarium ${command} has no flag "${flag}"`);
}

/** The words of one call: without variables before it, `npx`, and the long form of calling the command line. */
function wordsOf(part: string): string[] {
  const words = [...part.matchAll(/'[^']*'|"[^"]*"|[^\s'"]+(?:'[^']*'|"[^"]*")?/g)].map(([word]) => word);
  while (/^\w+=/.test(words[0] ?? '')) words.shift();
  if (words[0] === 'npx') words.shift();
  if (words[0] === 'node' && words[1] === 'bin/serpentarium.js') words.splice(0, 2, 'serpentarium');
  return words;
}

function isMissingTest(word: string): boolean {
  const [, source] = /^dist\/(test\/[^*]+)\.js$/.exec(word) ?? [];
  return source !== undefined && !existsSync(inRepository(`${source}.ts`));
}

function flagsOf(command: Command): string[] {
  const own = command.options.flatMap(({ short = '', long = '' }) => [short, long]);
  return ['-h', '--help', ...own, ...command.commands.flatMap(flagsOf)];
}
