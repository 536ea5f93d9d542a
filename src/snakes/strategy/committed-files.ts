/**
 * The files of a Git commit, for the bundler. They are read from Git's objects at the paths that they would have in the
 * working copy, which stays untouched: no file is checked out.
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { realPath } from '../../config/secrets.js';
import { SOURCE } from '../../config/strategy-files.js';
import { didYouMean } from '../../errors/did-you-mean.js';
import { messageOf } from '../../errors/errors.js';
import { isRecord } from '../../errors/kind-of.js';
import { git, GitError, gitText } from '../../processes/git.js';
import { isWithin } from '../../processes/sandbox/bubblewrap.js';
import { Slots } from '../../processes/slots.js';

/** A file cannot be taken from the commit. The message is a sentence. */
export class NotCommitted extends Error {}

/** Processes of Git that read files at once. */
const READERS = 4;
/** The list of a commit's files is read in pieces of this size: a host answers its engines in between. */
const PIECE_BYTES = 64 * 1024;
/** A larger one would take too long to parse between two turns. */
const MAX_LOCKFILE_BYTES = 2 * 1024 ** 2;
/** Most characters of a package's version. */
const MAX_VERSION = 100;

const FILE = /^100/;
/** Names of entries that lead elsewhere, by their mode. */
const LEADS_ELSEWHERE: Readonly<Record<string, string>> = { '120000': 'a symbolic link', '160000': 'a submodule' };

/** The order in which esbuild looks for a file without its extension. */
const EXTENSIONS = ['', '.tsx', '.ts', '.jsx', '.js', '.css', '.json'];

type Entry = Readonly<Record<'mode' | 'object', string>>;

export class CommittedFiles {
  /** Absolute path of the working copy, without symbolic links. */
  readonly #root: string;
  /** By absolute path. */
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #slots = new Slots(READERS);
  readonly #used = new Set<string>();
  /** Of the lockfile. */
  #packages: Promise<Readonly<Record<string, unknown>> | undefined> | undefined;
  /** The first digits of the commit, for messages. */
  readonly commit: string;
  /** Absolute path of the strategy's file. */
  readonly file: string;

  /**
   * The files of a commit. Rejects with a {@link GitError} or {@link NotCommitted}.
   *
   * @param file absolute path of the strategy in the working copy; it may have had another extension, and need not
   *   exist now.
   */
  static async open(file: string, revision: string): Promise<CommittedFiles> {
    const folder = existingFolder(path.dirname(file));
    const root = realPath(await gitText(folder, 'rev-parse', '--show-toplevel'));
    const commit = await findCommit(folder, revision);
    const listed = await git(folder, 'ls-tree', '-rz', '--full-tree', commit);
    const entries = new Map<string, Entry>();
    for (let from = 0, to: number; from < listed.length; from = to) {
      to = listed.indexOf('\0', Math.min(from + PIECE_BYTES, listed.length - 1)) + 1;
      for (const line of listed.toString('utf8', from, to).split('\0')) {
        const [, mode, object, name] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? [];
        if (name !== undefined) entries.set(path.join(root, name), { mode: mode!, object: object! });
      }
      await setImmediate();
    }
    const wanted = path.join(realPath(path.dirname(file)), path.basename(file));
    return new CommittedFiles(root, commit, entries, wanted);
  }

  private constructor(root: string, commit: string, entries: ReadonlyMap<string, Entry>, wanted: string) {
    this.#root = root;
    this.#entries = entries;
    this.commit = commit.slice(0, 10);
    this.file = this.#findStrategy(wanted);
  }

  /** Whether the bundler has been given this file. */
  isUsed(file: string): boolean {
    return this.#used.has(file);
  }

  /** The file to which an import of this absolute path leads. Throws {@link NotCommitted}. */
  resolve(wanted: string): string {
    // TypeScript imports a file by the extension that it compiles to.
    const [, bare, kind] = /^(.*)\.([cm]?)jsx?$/s.exec(wanted) ?? [];
    const places = [
      ...EXTENSIONS.map((one) => wanted + one),
      ...(bare === undefined ? [] : [`${bare}.${kind}ts`, `${bare}.tsx`]),
      ...EXTENSIONS.slice(1).map((one) => path.join(wanted, `index${one}`)),
    ];
    const found = places.find((place) => FILE.test(this.#entries.get(place)?.mode ?? ''));
    if (found === undefined) throw new NotCommitted(this.#whyMissing(wanted));
    // The settings of a host are no part of a strategy, even if they were committed.
    if (/^\.env\b/.test(path.basename(found)))
      throw new NotCommitted(`${this.#shown(found)} is never read from a commit`);
    this.#used.add(found);
    return found;
  }

  /** The content of a file that {@link CommittedFiles.resolve} has found. Rejects with a {@link GitError}. */
  read(file: string): Promise<Buffer> {
    const { object } = this.#entries.get(file)!;
    return this.#slots.run(() => git(this.#root, 'cat-file', 'blob', object));
  }

  /** The version of a package in the nearest lockfile of the commit above the strategy; absent if it is unknown. */
  async lockedVersion(name: string): Promise<string | undefined> {
    try {
      this.#packages ??= this.#readLockfile(path.dirname(this.file));
      const locked = (await this.#packages)?.[`node_modules/${name}`];
      return isRecord(locked) ? String(locked['version']).slice(0, MAX_VERSION) : undefined;
    } catch {
      return 'of a lockfile that cannot be read';
    }
  }

  async #readLockfile(folder: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const lockfile = path.join(folder, 'package-lock.json');
    if (!this.#entries.has(lockfile)) {
      const isAbove = folder === this.#root || !isWithin(folder, this.#root);
      return isAbove ? undefined : this.#readLockfile(path.dirname(folder));
    }
    const bytes = await this.read(lockfile);
    if (bytes.length > MAX_LOCKFILE_BYTES) throw new NotCommitted(`${this.#shown(lockfile)} is too large`);
    return (JSON.parse(bytes.toString()) as { packages: Record<string, unknown> }).packages;
  }

  /** The file of a strategy: as written, or with another extension. */
  #findStrategy(wanted: string): string {
    const folder = path.dirname(wanted);
    const bare = bareNameOf(wanted);
    const inside = folder + path.sep;
    const isNeighbour = (one: string) => one.startsWith(inside) && path.dirname(one) === folder && SOURCE.test(one);
    const names = [...this.#entries.keys()].filter(isNeighbour);
    const found = names.includes(wanted) ? [wanted] : names.filter((one) => bareNameOf(one) === bare);
    const place = `commit ${this.commit} of "${path.relative('.', folder) || '.'}"`;
    if (found.length > 1) throw new NotCommitted(`${place} has several files "${bare}"`);
    if (found.length === 0) throw new NotCommitted(`it is not in ${place}.${didYouMean(bare, names.map(bareNameOf))}`);
    return this.resolve(found[0]!);
  }

  #whyMissing(wanted: string): string {
    if (!isWithin(wanted, this.#root))
      return `${this.#shown(wanted)} is outside of the repository, so it has no version`;
    for (let place = wanted; place !== this.#root; place = path.dirname(place)) {
      const what = LEADS_ELSEWHERE[this.#entries.get(place)?.mode ?? ''];
      if (what !== undefined) return `${this.#shown(place)} is ${what} in commit ${this.commit}, which is not followed`;
    }
    return `${this.#shown(wanted)} is not in commit ${this.commit}`;
  }

  #shown(file: string): string {
    return `"${path.relative('.', file)}"`;
  }
}

function bareNameOf(file: string): string {
  return path.basename(file).replace(SOURCE, '');
}

/** The commit of a name, and whether that is a branch or tag. Rejects as {@link CommittedFiles.open}. */
export async function findRevision(file: string, revision: string): Promise<{ commit: string; isRef: boolean }> {
  const folder = existingFolder(path.dirname(file));
  const commit = await findCommit(folder, revision);
  return { commit, isRef: (await gitText(folder, 'rev-parse', '--symbolic-full-name', revision)) !== '' };
}

/** The hash of a commit. A date in braces is the last first-parent commit before it. */
async function findCommit(folder: string, revision: string): Promise<string> {
  const moment = /^\{(.+)\}$/s.exec(revision)?.[1];
  if (moment !== undefined) return findCommitBefore(folder, moment);
  // No commit has such a name: Git would search messages for it, or look for a file.
  const hasPath = revision.startsWith(':') || /^[^{}]*:/.test(revision);
  try {
    if (hasPath) throw new GitError('it names a file');
    return await gitText(folder, 'rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`);
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    const isUnknown = /Needed a single revision|unknown revision|names a file/.test(messageOf(thrown));
    const reason = isUnknown ? 'the repository has no such commit, branch or tag' : messageOf(thrown);
    throw new NotCommitted(`"${revision}": ${reason}${await shallowHint(folder)}`);
  }
}

async function shallowHint(folder: string): Promise<string> {
  const isShallow = (await gitText(folder, 'rev-parse', '--is-shallow-repository')) === 'true';
  return isShallow ? '. This clone is shallow: "git fetch --unshallow --tags" fetches all commits' : '';
}

async function findCommitBefore(folder: string, moment: string): Promise<string> {
  const now = Date.now() / 1000;
  const seconds = Number((await gitText(folder, 'rev-parse', `--since=${moment}`)).replace(/^--max-age=/, ''));
  // Git reads any other text as the current time.
  if (Math.abs(seconds - now) < 5 && moment.trim() !== 'now') {
    throw new NotCommitted(`"${moment}" is no date for Git. Write for example "{2 weeks ago}" or "{2026-03-01}"`);
  }
  const words = ['--first-parent', '--max-count=1', `--before=${seconds}`, 'HEAD', '--'];
  const found = await gitText(folder, 'rev-list', ...words);
  if (found !== '') return found;
  const day = new Date(seconds * 1000).toISOString();
  throw new NotCommitted(`no commit is from before ${day}${await shallowHint(folder)}`);
}

/** The folder, or the nearest one above it that exists. */
export function existingFolder(folder: string): string {
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  return existingFolder(path.dirname(folder));
}
