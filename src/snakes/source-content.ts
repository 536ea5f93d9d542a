/** The content of a snake's source on this machine. The caller that mounts it reads it: the files may change later. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loadBytes } from '../config/read-text.js';
import { programOf, type CommandSource, type SnakeSource, type UpstreamSource } from '../config/types.js';
import { bundleStrategy, type Bundle } from './strategy/bundle.js';
import { readVersion } from './strategy/kept-versions.js';
import type { StrategyShape } from './strategy/validate-module.js';

/** A larger file counts by its size and time, in bytes: hashing it would take too long. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A command, which runs where it lies. */
export interface CommandContent {
  readonly kind: 'command';
  readonly source: CommandSource;
  /** The first 16 hexadecimal digits of a SHA-256 over the words of the command and the contents of its files. */
  readonly hash: string;
  readonly inputs: readonly string[];
}

/** A server: its URL, and the program that the host runs for it. */
export interface UpstreamContent {
  readonly kind: 'upstream';
  readonly source: UpstreamSource;
  readonly hash: string;
  readonly inputs: readonly string[];
}

export type ChildContent = ({ readonly kind: 'strategy' } & Bundle) | CommandContent;

/** What can be mounted. Equal content has an equal `hash`. `inputs`: its files. */
export type SourceContent = ChildContent | UpstreamContent;

/** Reads a source. Rejects with an `Error` that names the fault in its files. */
export async function readSource(source: SnakeSource): Promise<SourceContent> {
  if (source.kind === 'strategy') {
    const { file, bounds, version } = source;
    const bundle = version === undefined ? bundleStrategy(file, bounds) : readVersion(source, version);
    return { kind: 'strategy', ...(await bundle) };
  }
  const read = await readWords(source);
  return source.kind === 'command' ? { kind: 'command', source, ...read } : { kind: 'upstream', source, ...read };
}

/** Absolute paths of the words of a source that are files. */
function filesOf(source: SnakeSource): string[] {
  if (source.kind === 'strategy') return [source.file];
  const { command, cwd } = programOf(source) ?? { command: [], cwd: '' };
  const files = command.map((word) => path.resolve(cwd, word));
  return files.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

async function readWords(source: CommandSource | UpstreamSource): Promise<Pick<CommandContent, 'hash' | 'inputs'>> {
  const words = [...(source.kind === 'upstream' ? [source.url] : []), ...(programOf(source)?.command ?? [])];
  const hash = createHash('sha256').update(JSON.stringify(words));
  const inputs = filesOf(source);
  for (const file of inputs) {
    const { size, mtimeMs } = await stat(file);
    if (size > MAX_BYTES) hash.update(`${size} ${mtimeMs}`);
    else hash.update(await loadBytes(file, MAX_BYTES));
  }
  return { hash: hash.digest('hex').slice(0, 16), inputs };
}

/** Loads a strategy; does not wait for it if its exports are known. */
type Prove = (known?: StrategyShape) => Promise<StrategyShape | string>;

/**
 * Owns the contents of the sources of one start of a host or command.
 *
 * Guarantees that a source has the same content, or the same failure, wherever it is mounted, even if it changes on
 * disk meanwhile. Never reads a source twice, nor waits twice for the same strategy to load.
 */
export class SourceCache {
  readonly #contents = new Map<string, Promise<SourceContent>>();
  readonly #proofs = new Map<string, Promise<StrategyShape | string>>();

  /** Rejects as {@link readSource} does. */
  read(source: SnakeSource): Promise<SourceContent> {
    const key = JSON.stringify(source);
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    const content = readSource(source);
    this.#contents.set(key, content);
    return content;
  }

  /**
   * Loads a strategy. Resolves with its exports, or with why it cannot be loaded. Waits for the first of several with
   * the same key: the others are used while they still load.
   */
  async prove(key: string, load: Prove): Promise<StrategyShape | string> {
    const first = this.#proofs.get(key);
    if (first === undefined) {
      const proof = load();
      this.#proofs.set(key, proof);
      return proof;
    }
    const found = await first;
    return typeof found === 'string' ? found : load(found);
  }

  /** Absolute paths of all files that were read, without packages and the host's own files. */
  async files(): Promise<string[]> {
    const settled = await Promise.allSettled(this.#contents.values());
    const files = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.inputs : []));
    return [...new Set(files)];
  }
}
