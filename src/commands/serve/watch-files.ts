/** Notices changes of the files of a configuration or its strategies. Called by `serve.ts`. */
import { webcrypto } from 'node:crypto';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { loadBytes } from '../../config/read-text.js';

/**
 * A file that was written less than this long ago is always read, in ms: it may change again within the same timestamp.
 */
const FRESH_MS = 2000;
/** A larger file is a program rather than a source, in bytes: its size and time are compared. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The state of a file: if `mark` changes, it is read; if `digest` changes, its content has changed. */
interface KnownFile {
  readonly mark: string;
  readonly digest: string;
}

export interface WatchFilesOptions {
  /** The files to watch. Called before each check, since the files of a strategy change with its imports. */
  readonly list: () => readonly string[] | Promise<readonly string[]>;
  /** Called with the files whose content has changed, once a check finds no further change. */
  readonly onChange: (files: readonly string[]) => void;
  /** Time between two checks, in ms. */
  readonly interval: number;
  /** Whether a new file in the list counts as changed. */
  readonly isNewAChange: boolean;
}

/**
 * Watches files until the function that it returns is called. Resolves when it has read them. Does not keep the process
 * alive, and never rejects: a deleted, unreadable or special file counts as unchanged.
 *
 * Polls the files instead of asking the system for events, which are lost on network disks and in containers, and miss
 * changes before the first check. Reads one file at a time, outside of the event loop.
 */
export async function watchFiles({ list, onChange, interval, isNewAChange }: WatchFilesOptions): Promise<() => void> {
  const known = new Map<string, KnownFile>();
  for (const file of await list()) await hasChanged(known, file, false);
  const changed = new Set<string>();
  let isChecking = false;
  const look = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const now: string[] = [];
    for (const file of await list()) if (await hasChanged(known, file, isNewAChange)) now.push(file);
    isChecking = false;
    for (const file of now) changed.add(file);
    if (now.length > 0 || changed.size === 0) return;
    const all = [...changed];
    changed.clear();
    onChange(all);
  };
  const timer = setInterval(() => void look(), interval).unref();
  return () => clearInterval(timer);
}

async function hasChanged(known: Map<string, KnownFile>, file: string, isNewAChange: boolean): Promise<boolean> {
  try {
    const before = known.get(file);
    const after = await learn(file, before);
    known.set(file, after);
    return before === undefined ? isNewAChange : before.digest !== after.digest;
  } catch {
    return false;
  }
}

/** The present state of a file; `before` if it need not be read. Rejects if it cannot be read. */
async function learn(file: string, before: KnownFile | undefined): Promise<KnownFile> {
  const { mtimeMs, size, ino } = await stat(file);
  const mark = `${mtimeMs} ${size} ${ino}`;
  if (size > MAX_BYTES) return { mark, digest: mark };
  if (before?.mark === mark && Date.now() - mtimeMs > FRESH_MS) return before;
  const hash = await webcrypto.subtle.digest('SHA-256', await loadBytes(file, MAX_BYTES));
  return { mark, digest: Buffer.from(hash).toString('base64') };
}

/** Most watched files below the directory of strategies. */
const MAX_FILES = 2000;
/** Most directory entries below it that are checked. */
const MAX_ENTRIES = 20_000;
/** Files that a strategy can import. */
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/** The sources below a directory, without hidden ones and packages. Empty if it cannot be read. */
export async function sourcesBelow(directory: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [directory];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        entries += 1;
        if (entries > MAX_ENTRIES || found.length >= MAX_FILES) return found;
        const name = path.join(folder, entry.name);
        if (isIgnored(name)) continue;
        if (entry.isDirectory()) folders.push(name);
        else if (SOURCE.test(name)) found.push(name);
      }
    } catch {
      // It was deleted, or is unreadable.
    }
  }
  return found;
}

/** Whether a file is neither source nor configuration: a package, or a temporary file of an editor. */
function isIgnored(name: string): boolean {
  const base = path.basename(name);
  return name.includes('node_modules') || /^\.[^.]|^#|~$|\.(sw[a-z]|tmp|bak)$|^sed\w{6}$|^4913$/.test(base);
}
