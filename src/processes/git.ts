/**
 * Reads a Git repository by plumbing commands alone: they run no hook, filter or monitor, write nothing, and use no
 * network. Text of users is only ever an argument after `--end-of-options`.
 */
import { execFile } from 'node:child_process';
import { codeOf } from '../errors/errors.js';

/** Most bytes of an answer: the list of all files of a commit, or one file. */
const MAX_BYTES = 16 * 1024 ** 2;
const MAX_MS = 20_000;
/** A repository's own settings may name programs and servers. A folder of files may be a repository, with settings. */
const SETTINGS = ['core.fsmonitor=false', 'safe.bareRepository=explicit', 'core.useReplaceRefs=false'];

/** Git has failed. The message is a sentence with the likely cause. */
export class GitError extends Error {}

/**
 * What Git prints for a plumbing command in the repository around a folder. Rejects with a {@link GitError}.
 *
 * @param folder must exist.
 */
export async function git(folder: string, ...words: readonly string[]): Promise<Buffer> {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const env = environment();
  const options = { cwd: folder, env, encoding: 'buffer', maxBuffer: MAX_BYTES, timeout: MAX_MS } as const;
  return new Promise((resolve, reject) => {
    execFile('git', ['--no-pager', ...settings, ...words], options, (failure, stdout, stderr) => {
      if (failure === null) resolve(stdout);
      else reject(new GitError(explain(failure, stderr.toString(), folder), { cause: failure }));
    });
  });
}

/** The answer as text without the final line break. */
export async function gitText(folder: string, ...words: readonly string[]): Promise<string> {
  return (await git(folder, ...words)).toString().replace(/\n$/, '');
}

/** Without the `GIT_…` variables that a hook or a shell may have set: they name other repositories and programs. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  // Before Git 2.45, only the list of no protocols keeps it from fetching what is missing. It outweighs all settings.
  const offline = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '' };
  return { ...Object.fromEntries(kept), ...offline, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
}

function explain(failure: Error, printed: string, folder: string): string {
  if (codeOf(failure) === 'ENOENT')
    return 'Git is not installed, and it has the commits. Install it, or leave out the "@"';
  if (codeOf(failure) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `a file of the commit, or the list of them, is larger than ${MAX_BYTES / 1024 ** 2} MB`;
  if (/dubious ownership/.test(printed)) {
    const [, trusted = folder] = /safe\.directory (\S.*)/.exec(printed) ?? [];
    return `its repository belongs to another user. To trust it: git config --global --add safe.directory ${trusted}`;
  }
  if (/not a git repository|must be run in a work tree/.test(printed))
    return `"${folder}" is in no working copy of Git`;
  if (/promisor|lazy fetching/.test(printed))
    return 'this is a partial clone without one of its files. Clone without "--filter"';
  const line = printed.split('\n').find((one) => /^(fatal|error): /.test(one)) ?? failure.message;
  return `Git reports "${line.replace(/^\w+: /, '')}"`;
}
