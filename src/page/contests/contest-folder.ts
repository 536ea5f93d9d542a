/**
 * The folder in which the commands of this user on this machine say that they show a contest, and leave the last state
 * of those that are over. Written by commands with `--browser`, read by the host.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { isRecord } from '../../kind-of.js';
import { isProcessRunning } from '../../processes/signals.js';
import type { ContestView } from '../api/contests.js';
import { isContestView } from './contest-schema.js';

/** A command that shows its contests. */
export interface RunningPage {
  readonly pid: number;
  /** `http://127.0.0.1:49152` */
  readonly url: string;
}

/** Contests that are over are kept, as many as this. */
const MAX_RECENT = 20;
/** Files of commands that are read at most. */
const MAX_RUNNING = 50;
/** The largest files that are read, in bytes. */
const MAX_BYTES = { running: 4096, recent: 1024 * 1024 };

const RUNNING = /^page-\d+\.json$/;
const RECENT = /^contest-[0-9a-f]{12}\.json$/;

/**
 * The folder of this user in the system's folder for temporary files. Nobody else may read or write it: a folder of
 * another user, or with other rights, is refused.
 */
export class ContestFolder {
  readonly path: string;

  constructor(folder = path.join(tmpdir(), `serpentarium-contests-${userName()}`)) {
    this.path = folder;
  }

  /**
   * Says that this process shows its contests at `url`, and forgets commands that are gone. Returns what takes it back.
   * Throws if the folder cannot be used.
   */
  register(url: string): () => void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    if (!this.#isOurs()) throw new Error(`"${this.path}" belongs to somebody else, or others may write to it`);
    for (const { file, page } of this.#readPages()) if (page === undefined) rmSync(file, { force: true });
    const file = path.join(this.path, `page-${process.pid}.json`);
    this.#write(file, { pid: process.pid, url } satisfies RunningPage);
    return () => rmSync(file, { force: true });
  }

  /** Keeps the last state of a contest, and forgets the oldest. Throws if the folder cannot be used. */
  keep(contest: ContestView): void {
    this.#write(path.join(this.path, `contest-${contest.id}.json`), contest);
    const byAge = this.#list(RECENT).map((file) => ({ file, at: statSync(file).mtimeMs }));
    for (const { file } of byAge.sort((a, b) => b.at - a.at).slice(MAX_RECENT)) rmSync(file, { force: true });
  }

  /** The commands that show their contests now. */
  running(): RunningPage[] {
    return this.#readPages().flatMap(({ page }) => page ?? []);
  }

  /** The contests that are over, the newest first. What cannot be read is left out. */
  recent(): ContestView[] {
    const contests = this.#list(RECENT).map((file) => readJson(file, MAX_BYTES.recent));
    return contests.filter((one) => isContestView(one)).sort((a, b) => b.at - a.at);
  }

  #readPages() {
    return this.#list(RUNNING)
      .slice(0, MAX_RUNNING)
      .map((file) => {
        const content = readJson(file, MAX_BYTES.running);
        return { file, page: isRunningPage(content) && isProcessRunning(content.pid) ? content : undefined };
      });
  }

  #write(file: string, content: unknown): void {
    const partial = `${file}.${process.pid}.new`;
    writeFileSync(partial, JSON.stringify(content), { mode: 0o600 });
    renameSync(partial, file);
  }

  /** Paths of the files with such names; none if the folder is not there, or is not ours. */
  #list(names: RegExp): string[] {
    if (!this.#isOurs()) return [];
    try {
      const found = readdirSync(this.path).filter((file) => names.test(file));
      return found.map((file) => path.join(this.path, file));
    } catch {
      return [];
    }
  }

  #isOurs(): boolean {
    try {
      const stats = lstatSync(this.path);
      const uid = process.getuid?.();
      return stats.isDirectory() && (uid === undefined || (stats.uid === uid && (stats.mode & 0o077) === 0));
    } catch {
      return false;
    }
  }
}

/** An address of this machine and nothing behind it. */
const LOOPBACK_URL = /^http:\/\/127\.0\.0\.1:\d{1,5}$/;

function isRunningPage(value: unknown): value is RunningPage {
  if (!isRecord(value)) return false;
  const { pid, url } = value;
  return Number.isSafeInteger(pid) && Number(pid) > 1 && typeof url === 'string' && LOOPBACK_URL.test(url);
}

function readJson(file: string, maxBytes: number): unknown {
  try {
    if (lstatSync(file).size > maxBytes) return undefined;
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function userName(): string {
  return String(process.getuid?.() ?? userInfo().username.replace(/\W/g, '_'));
}
