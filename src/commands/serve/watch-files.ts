/** Notices that files have changed on disk. Called for the configuration and its strategies, by `serve.ts`. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/** A file that was written less than this long ago is read whatever its time says, in ms: it may change again. */
const FRESH_MS = 2000;

/** What is known of a file: if `mark` changes, we read it; if `digest` changes, its content has changed. */
interface KnownFile {
  readonly mark: string;
  readonly digest: string;
}

/** What to watch, how often, and whom to call. */
export interface WatchFilesOptions {
  /** The files to look at. Called before each look, since the files of a strategy change with its imports. */
  readonly list: () => readonly string[];
  /** Called with the files whose content has changed, once a look finds no further change. */
  readonly onChange: (files: readonly string[]) => void;
  /** Time between two looks, in ms. */
  readonly interval: number;
  /** Whether a file that was not in the list before counts as changed. */
  readonly isNewAChange: boolean;
}

/**
 * Watches files until the function that it returns is called. Does not keep the process alive, and never throws: a file
 * that is gone or cannot be read has not changed.
 *
 * Looks at the files again and again instead of asking the system for events: those are lost on network disks and in
 * containers, and miss what happens before the first look.
 */
export function watchFiles({ list, onChange, interval, isNewAChange }: WatchFilesOptions): () => void {
  const known = new Map<string, KnownFile>();
  for (const file of list()) learnAtOnce(known, file);
  const changed = new Set<string>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const files = list();
    const found = await Promise.all(files.map((file) => hasChanged(known, file, isNewAChange)));
    isLooking = false;
    const now = files.filter((_, index) => found[index]);
    for (const file of now) changed.add(file);
    if (now.length > 0 || changed.size === 0) return;
    const all = [...changed];
    changed.clear();
    onChange(all);
  };
  const timer = setInterval(() => void look(), interval).unref();
  return () => clearInterval(timer);
}

function learnAtOnce(known: Map<string, KnownFile>, file: string): void {
  try {
    known.set(file, { mark: markOf(statSync(file)), digest: digestOf(readFileSync(file)) });
  } catch {
    // It counts as new when it is there.
  }
}

async function hasChanged(known: Map<string, KnownFile>, file: string, isNewAChange: boolean): Promise<boolean> {
  try {
    const before = known.get(file);
    const stats = await stat(file);
    const mark = markOf(stats);
    if (before?.mark === mark && Date.now() - stats.mtimeMs > FRESH_MS) return false;
    const digest = digestOf(await readFile(file));
    known.set(file, { mark, digest });
    return before === undefined ? isNewAChange : before.digest !== digest;
  } catch {
    return false;
  }
}

function markOf({ mtimeMs, size, ino }: Readonly<Record<'mtimeMs' | 'size' | 'ino', number>>): string {
  return `${mtimeMs} ${size} ${ino}`;
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}
