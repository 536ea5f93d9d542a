/** What a snake's source consists of on this machine. Read by whoever mounts it: the files may change meanwhile. */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { CommandSource, SnakeSource } from '../config/source.js';
import { bundleStrategy, type Bundle } from './strategy/bundle.js';

/** A larger file counts by its size and time, in bytes: nobody wants to wait for it. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A command, which runs where it is. */
export interface CommandContent {
  readonly kind: 'command';
  readonly source: CommandSource;
  /** The first 16 hexadecimal digits of a SHA-256, of the words and the contents of those that are files. */
  readonly hash: string;
  /** Absolute paths of these files. */
  readonly inputs: readonly string[];
}

/** What can be mounted. `hash`: the same for the same content. `inputs`: the files that it comes from. */
export type SourceContent = ({ readonly kind: 'strategy' } & Bundle) | CommandContent;

/** Reads a source. Rejects with an `Error` that says what is wrong with its files. */
export async function readSource(source: SnakeSource): Promise<SourceContent> {
  if (source.kind === 'command') return readCommand(source);
  return { kind: 'strategy', ...(await bundleStrategy(source.file)) };
}

/** Absolute paths of the files that a source names: those of its words that are files. */
export function filesOf(source: SnakeSource): string[] {
  if (source.kind === 'strategy') return [source.file];
  const files = source.command.map((word) => path.resolve(source.cwd, word));
  return files.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

async function readCommand(source: CommandSource): Promise<CommandContent> {
  const hash = createHash('sha256').update(JSON.stringify(source.command));
  const inputs = filesOf(source);
  for (const file of inputs) {
    const { size, mtimeMs } = await stat(file);
    if (size > MAX_BYTES) hash.update(`${size} ${mtimeMs}`);
    else for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  }
  return { kind: 'command', source, hash: hash.digest('hex').slice(0, 16), inputs };
}

/**
 * Owns the contents of the sources of one start of a host or command.
 *
 * Guarantees that a source has the same content wherever it is mounted, even if it changes on disk meanwhile; a failure
 * is the same for all, too. Never reads a source twice.
 */
export class SourceCache {
  readonly #contents = new Map<string, Promise<SourceContent>>();

  /** The content of a source. Rejects as {@link readSource} does. */
  read(source: SnakeSource): Promise<SourceContent> {
    const key = JSON.stringify(source);
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    const content = readSource(source);
    this.#contents.set(key, content);
    return content;
  }

  /** Absolute paths of all files that were read, without the host's own and without packages. */
  async files(): Promise<string[]> {
    const settled = await Promise.allSettled(this.#contents.values());
    const files = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.inputs : []));
    return [...new Set(files)];
  }
}
