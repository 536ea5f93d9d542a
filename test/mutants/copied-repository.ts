/**
 * A copy of the repository in a temporary folder, where mutants are built and tested. All that runs there is in
 * bubblewrap, with separate processes, network and temporary files: a mutant that kills or deletes the wrong thing
 * reaches nothing else, and all that it started ends with it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../support/fixtures.js';

/** How a run of tests ended. A test is named by its whole title; how long each file took is in ms. */
export type RunOutcome =
  | { readonly kind: 'passed'; readonly durations: ReadonlyMap<string, number> }
  | {
      readonly kind: 'failed';
      readonly test: string;
      readonly files: readonly string[];
      readonly durations: ReadonlyMap<string, number>;
    }
  | { readonly kind: 'crashed'; readonly message: string }
  | { readonly kind: 'hanging' };

interface Test {
  readonly fullTitle: string;
  readonly file: string;
  readonly duration?: number;
}

interface MochaReport {
  readonly tests: readonly Test[];
  readonly failures: readonly Test[];
}

/** A file of the report, below the copy. */
const REPORT = 'dist/report.json';
/** More files than this are worth several processes. */
const MANY_FILES = 20;

export class CopiedRepository {
  readonly #root = path.join(mkdtempSync(path.join(tmpdir(), 'mutants-')), 'repository');

  /** @throws Error if the copy cannot be built. */
  constructor() {
    const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: inRepository('.'),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error('git does not list the files of the repository');
    for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(inRepository(name)))) {
      cpSync(inRepository(file), path.join(this.#root, file), { verbatimSymlinks: true });
    }
    symlinkSync(inRepository('node_modules'), path.join(this.#root, 'node_modules'));
  }

  /** Builds some folders with the file of `src/` as given. Returns whether that worked. */
  async build(folders: readonly string[], file?: string, text?: string): Promise<boolean> {
    if (file !== undefined && text !== undefined) this.write(file, text);
    return (await this.#run(['bin/build.js', ...folders], Infinity)).status === 0;
  }

  read(file: string): string {
    return readFileSync(path.join(this.#root, 'src', file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.#root, 'src', file), text);
  }

  /**
   * Runs files of tests, which stop at the first failure if `bails`; for no longer than `limit` ms.
   *
   * @param kind `unit` or the kind that has its own configuration.
   */
  async test(
    kind: 'unit' | 'e2e',
    files: readonly string[],
    { bails, limit }: { readonly bails: boolean; readonly limit: number },
  ): Promise<RunOutcome> {
    const report = path.join(this.#root, REPORT);
    rmSync(report, { force: true });
    const { status, output } = await this.#run(
      [
        'node_modules/mocha/bin/mocha.js',
        ...(kind === 'e2e' ? ['--config', 'test/e2e/.mocharc.cjs'] : []),
        ...(bails ? ['--bail'] : []),
        ...(kind === 'unit' && files.length > MANY_FILES ? ['--parallel'] : []),
        '--reporter',
        'json',
        '--reporter-option',
        `output=${REPORT}`,
        ...files.map((file) => `dist/test/${file.replace(/\.ts$/, '.js')}`),
      ],
      limit,
    );
    if (status === undefined) return { kind: 'hanging' };
    if (!existsSync(report)) return { kind: 'crashed', message: output.trim().split('\n').at(-1) ?? '' };
    const { tests, failures } = JSON.parse(readFileSync(report, 'utf8')) as MochaReport;
    const nameOf = (test: Test) => path.relative(path.join(this.#root, 'dist/test'), test.file).replace(/\.js$/, '.ts');
    const durations = new Map(files.map((file) => [file, 0]));
    for (const test of tests) durations.set(nameOf(test), (durations.get(nameOf(test)) ?? 0) + (test.duration ?? 0));
    if (failures.length > 0) {
      const failed = new Set(failures.map(nameOf));
      return { kind: 'failed', test: failures[0]!.fullTitle, files: [...failed], durations };
    }
    if (status !== 0) return { kind: 'crashed', message: `exit code ${status}` };
    return { kind: 'passed', durations };
  }

  remove(): void {
    rmSync(path.dirname(this.#root), { recursive: true, force: true });
  }

  /** Runs a program of Node; no status: it was killed at the limit. */
  async #run(command: readonly string[], limit: number): Promise<{ status?: number; output: string }> {
    mkdirSync(this.#root, { recursive: true });
    const sandbox = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-net', '--ro-bind', '/', '/'];
    const mounts = ['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--bind', this.#root, this.#root];
    const child = spawn(
      'bwrap',
      [...sandbox, ...mounts, '--setenv', 'TMPDIR', '/tmp', '--chdir', this.#root, process.execPath, ...command],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-10_000)));
    }
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        child.kill('SIGKILL');
      },
      Math.min(limit, 2 ** 31 - 1),
    );
    const status = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
    clearTimeout(timer);
    return isLate ? { output } : { status, output };
  }
}
