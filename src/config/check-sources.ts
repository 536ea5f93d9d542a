/** Checks the source of each snake, and finds it on this machine. Called by `read-config.ts`. */
import { statSync, accessSync, constants } from 'node:fs';
import { basename, dirname, isAbsolute, resolve, delimiter, join } from 'node:path';
import { hostname, networkInterfaces } from 'node:os';
import { didYouMean } from '../errors/did-you-mean.js';
import { isLoopbackUrl } from '../exchange/loopback.js';
import type { DeepPartial, ReportFault, Reports } from './check-shape.js';
import { diskReason, isFile } from './read-text.js';
import { namesIn } from './suggest-neighbour.js';
import type { ConfigFile } from './schema.js';
import { portOf, SOURCE_KINDS, type ProgramSource, type SnakeSource } from './types.js';
import { findStrategy, type StrategyDirectory } from './strategy-files.js';

type Snake = DeepPartial<ConfigFile['snakes'][number]>;

export interface SourceDeps extends Reports {
  /** Path of the configuration. */
  readonly file: string;
  /** The folders of the variable `PATH`. */
  readonly path: string | undefined;
  /** Absent if there is none, which has been reported. */
  readonly directory: StrategyDirectory | undefined;
  /** The ports of the host, if it is to run. */
  readonly ownPorts: readonly number[];
  /** All keys of a snake, unknown ones included. */
  readonly keysOf: (index: number) => readonly string[];
}

/**
 * Finds the source of each snake, by its index. Reports snakes without a source, and programs that serve the same port.
 */
export function findSources(snakes: readonly (Snake | undefined)[], deps: SourceDeps): Map<number, SnakeSource> {
  const sources = new Map<number, SnakeSource>();
  const served = new Map<number, number>();
  for (const [index, snake] of snakes.entries()) {
    const source = snake === undefined ? undefined : findSource(snake, index, deps);
    if (source === undefined) continue;
    sources.set(index, source);
    if (source.kind !== 'upstream' || source.run === undefined) continue;
    const port = portOf(new URL(source.url));
    const other = served.get(port);
    served.set(port, other ?? index);
    if (other === undefined) continue;
    const message = `port ${port} is served by the "run" of line ${deps.lineOf(['snakes', other, 'run'])}. Remove one of them.`;
    deps.fault(['snakes', index, 'run'], message, 'key');
  }
  return sources;
}

function findSource(snake: Snake, index: number, deps: SourceDeps): SnakeSource | undefined {
  const { isWritten, directory } = deps;
  const fault: ReportFault = (key, message, part) => deps.fault(['snakes', index, ...key], message, part);
  const has = (key: string) => isWritten(['snakes', index, key]);
  const [kind, other] = SOURCE_KINDS.filter(has);
  if (kind === undefined) {
    // A misspelt key has been reported.
    if (deps.keysOf(index).some((key) => didYouMean(key.split(':', 1)[0]!, SOURCE_KINDS) !== '')) return undefined;
    const description = 'name of a file in the strategies directory, without .ts or .js';
    const message = `"strategy" is missing: ${description}. For a snake in another language, write "command" or "upstream".`;
    return void fault(['strategy'], message);
  }
  // Two sources have been reported.
  if (other !== undefined) return undefined;
  const { strategy, upstream, prefix = '', cwd } = snake;
  if (kind === 'command') {
    const program = findSourceProgram('command', snake.command, cwd, deps, fault);
    return program && { kind, ...program };
  }
  if (kind === 'upstream') {
    const url = upstream === undefined ? undefined : findUrl(upstream, has('run'), deps.ownPorts, fault);
    const run = has('run') ? findSourceProgram('run', snake.run, cwd, deps, fault) : undefined;
    if (url === undefined || (has('run') && run === undefined)) return undefined;
    const name = prefix.replace(/^\/+/, '') || 'upstream';
    return { kind, name, url: url.href, ...(run && { run }) };
  }
  if (strategy === undefined || directory === undefined) return undefined;
  const found = findStrategy(directory, strategy);
  return 'problem' in found ? void fault(['strategy'], found.problem) : { kind, name: strategy, ...found };
}

/** The URL of an upstream. Its faults are reported without it: it may contain a password. */
function findUrl(written: string, hasRun: boolean, ownPorts: readonly number[], fault: ReportFault): URL | undefined {
  const problem = urlProblem(written);
  if (problem !== undefined) return void fault(['upstream'], `"upstream" ${problem}`);
  const url = new URL(written);
  const port = portOf(url);
  if (ownPorts.includes(port) && isThisMachine(url)) {
    const message = `"upstream" points back to this host: port ${port} is its own. The server needs another.`;
    return void fault(['upstream'], message);
  }
  if (!hasRun || (url.protocol === 'http:' && isNear(url))) return url;
  const message =
    '"run" serves on this machine, but "upstream" points elsewhere. Write "http://127.0.0.1:PORT", or remove one of them.';
  return void fault(['run'], message, 'key');
}

function urlProblem(written: string): string | undefined {
  const expected = 'a URL such as "http://127.0.0.1:8081"';
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(written)?.[1]?.toLowerCase();
  if (scheme === undefined) return `is not ${expected}. Did you forget "http://"?`;
  if (scheme !== 'http' && scheme !== 'https')
    return `begins with "${scheme}://". Servers take "http://" or "https://".`;
  if (!URL.canParse(written)) return `is not ${expected}.`;
  const { pathname, hash } = new URL(written);
  if (hash !== '') return 'has a "#", which no server sees. Remove it and what follows.';
  const action = /\/(start|move|end)\/*$/.exec(pathname)?.[1];
  return action === undefined ? undefined : `ends in "/${action}", which the host adds itself. Remove it.`;
}

/** Names below `localhost` lead to this machine as well. */
function isNear(url: URL): boolean {
  return isLoopbackUrl(url) || url.hostname.endsWith('.localhost');
}

function isThisMachine(url: URL): boolean {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  return isNear(url) || ['0.0.0.0', '::', hostname().toLowerCase(), ...own].includes(bare);
}

function findSourceProgram(
  key: 'command' | 'run',
  [word, ...rest]: readonly (string | undefined)[] = [],
  folder: string | undefined,
  { file, path }: SourceDeps,
  fault: ReportFault,
): ProgramSource | undefined {
  if (word === undefined || rest.includes(undefined)) return undefined;
  const cwd = resolve(dirname(file), folder ?? '.');
  const problem = folderProblem(cwd);
  if (problem !== undefined) {
    if (folder !== undefined) fault(['cwd'], `"${folder}" ${problem}. It was looked for at "${cwd}".`);
    return undefined;
  }
  const found = findProgram(word, cwd, path);
  if ('problem' in found) return void fault([key, 0], found.problem);
  const { program } = found;
  const words: ProgramSource['command'] = [word, ...(rest as string[])];
  // An interpreter is in PATH, or absolute; the file that it runs is the snake.
  const own = words.find((one) => !isAbsolute(one) && isFile(resolve(cwd, one)));
  return { name: basename(own ?? program), command: words, program, cwd };
}

function folderProblem(folder: string): string | undefined {
  try {
    return statSync(folder).isDirectory() ? undefined : 'is no folder';
  } catch (thrown) {
    return diskReason(thrown);
  }
}

/** The absolute path of a command's program; or a sentence on why it cannot be started. */
function findProgram(
  word: string,
  cwd: string,
  path = '',
): { readonly program: string } | { readonly problem: string } {
  if (word.includes('/')) return findAt(word, resolve(cwd, word));
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const program = folders.map((folder) => join(folder, word)).find(isProgram);
  if (program !== undefined) return { program };
  if (isFile(join(cwd, word))) return { problem: `program "${word}" is not in PATH. Did you mean "./${word}"?` };
  const spaced = splitHint(word);
  const known = folders.flatMap(namesIn);
  return { problem: `program "${word}" is not in PATH.${spaced || didYouMean(word, known) || ' Is it installed?'}` };
}

function findAt(word: string, file: string): { readonly program: string } | { readonly problem: string } {
  if (isProgram(file)) return { program: file };
  try {
    if (statSync(file).isDirectory()) return { problem: `program "${word}" is a folder. Name the file in it.` };
  } catch (thrown) {
    const hint = splitHint(word) || didYouMean(basename(word), namesIn(dirname(file)));
    return { problem: `program "${word}" ${diskReason(thrown)}.${hint} It was looked for at "${file}".` };
  }
  const problem = `program "${word}" is not executable. Did you forget "chmod +x"?`;
  const interpreter = INTERPRETERS[/\.\w+$/.exec(word)?.[0] ?? ''];
  return { problem: interpreter === undefined ? problem : `${problem} Or write [${interpreter}, ${word}].` };
}

/** The interpreters of files that are often not executable. */
const INTERPRETERS: Readonly<Record<string, string>> = { '.py': 'python3', '.js': 'node', '.mjs': 'node', '.sh': 'sh' };

/** A hint for a whole command line in one word. */
function splitHint(word: string): string {
  return /\s/.test(word.trim()) ? ` Did you mean [${word.trim().split(/\s+/).join(', ')}]?` : '';
}

function isProgram(file: string): boolean {
  if (!isFile(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
