/** A temporary Git repository with commits. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Repository {
  readonly path: string;
  /** Writes files without a commit. A content that starts with `-> ` makes a symbolic link. */
  write(files: Readonly<Record<string, string>>): void;
  /** Commits files at a time, in s since 1970 (default: the commits are a day apart), and returns the commit's hash. */
  commit(files: Readonly<Record<string, string>>, seconds?: number): string;
  git(...words: readonly string[]): string;
}

const FIRST_SECONDS = 1_700_000_000;
const DAY_SECONDS = 86_400;

/** Settings of the machine must not matter. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'A'],
      [`GIT_${who}_EMAIL`, 'a@example.com'],
    ]),
  ),
};

export function makeRepository(): Repository {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'serpentarium-git-')));
  let commits = 0;
  const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    execFileSync('git', [...words], { cwd: folder, encoding: 'utf8', env: { ...ENVIRONMENT, ...env }, stdio: 'pipe' });
  run(['init', '--quiet', '--initial-branch=main']);
  const write: Repository['write'] = (files) => {
    for (const [file, content] of Object.entries(files)) {
      const place = path.join(folder, file);
      mkdirSync(path.dirname(place), { recursive: true });
      if (!content.startsWith('-> ')) writeFileSync(place, content);
      else {
        rmSync(place, { force: true });
        symlinkSync(content.slice(3), place);
      }
    }
  };
  return {
    path: folder,
    write,
    commit(files, seconds = FIRST_SECONDS + commits * DAY_SECONDS) {
      commits += 1;
      write(files);
      if (Object.keys(files).length > 0) run(['add', '--force', '--', ...Object.keys(files)]);
      const date = `${seconds} +0000`;
      run(['commit', '--quiet', '--allow-empty', '-m', 'm'], { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
      return run(['rev-parse', 'HEAD']).trim();
    },
    git: (...words) => run(words).trim(),
  };
}
