/** Serpentarium as those have it who install it: packed, in a folder of theirs, run by npm. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, lstatSync, symlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from './fixtures.js';
import { soon } from './soon.js';
import { Terminal } from './typed.js';

/** What `npm pack` reads, and the packages of a clone. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'LICENSE',
  'bin',
  'clients',
  'config',
  'create',
  'deploy',
  'docs',
  'src',
  'strategies',
  'templates',
  'test',
];
const LOCAL = { PORT: '0', ADMIN_PORT: '0', HOST: '127.0.0.1' };
const START_LIMIT_MS = 120_000;
/** npm's error codes for an unreachable registry. */
const AWAY = /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH|EIDLETIMEOUT)\b/;

/** The registry cannot be reached: what needs it is to be skipped. */
export class RegistryAway extends Error {}

export interface Served {
  readonly url: string;
  /** Sends SIGTERM to the one process that was started, as platforms do. Resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Temporary folders, and the processes started in them; one for each suite. */
export class Installations {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'serpentarium-installed-')));
  readonly #groups: number[] = [];

  /** Packs a copy of the checkout, as for a release. Returns the tarball. */
  async pack(): Promise<string> {
    const clone = this.clone('clone');
    symlinkSync(inRepository('node_modules'), path.join(clone, 'node_modules'));
    await this.run('npm', ['pack', '--silent', '--pack-destination', this.folder], clone);
    return path.join(
      this.folder,
      readdirSync(this.folder).find((file) => file.endsWith('.tgz'))!,
    );
  }

  /** A copy of the checkout, without packages and not built. */
  clone(name: string): string {
    const clone = path.join(this.folder, name);
    for (const each of SOURCES) cpSync(inRepository(each), path.join(clone, each), { recursive: true });
    return clone;
  }

  /** An empty folder. */
  make(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** `npm install`. Throws {@link RegistryAway}. */
  async install(folder: string, words: readonly string[] = [], bin = ''): Promise<void> {
    await this.fetching(['install', ...words], folder, bin);
  }

  /** An npm command that needs the registry. Throws {@link RegistryAway}. */
  async fetching(words: readonly string[], folder: string, bin = ''): Promise<void> {
    try {
      await this.run('npm', [...words, '--no-audit', '--no-fund', '--prefer-offline'], folder, bin);
    } catch (thrown) {
      if (thrown instanceof Error && AWAY.test(thrown.message)) throw new RegistryAway('the registry is unreachable');
      throw thrown;
    }
  }

  /** Runs a command to its end; returns its standard output. Throws all that it printed if it fails. */
  async run(command: string, words: readonly string[], folder: string, bin = ''): Promise<string> {
    const running = promisify(execFile)(command, words, { cwd: folder, env: environment(bin), maxBuffer: 2 ** 24 });
    const { stdout } = await running.catch((failed: { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${words.join(' ')} failed:\n${failed.stdout}\n${failed.stderr}`);
    });
    return stdout;
  }

  /** Runs a serving command on free ports, as platforms run a Procfile. Resolves when it serves. */
  async start(command: string, folder: string, bin = '', given: NodeJS.ProcessEnv = {}): Promise<Served> {
    const env = { ...environment(bin), ...LOCAL, ...given };
    const child = spawn('bash', ['-c', command], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#groups.push(child.pid!);
    let printed = '';
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const serving = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface(stream).on('line', (line) => {
          printed += `${line}\n`;
          const [, port] = /"port":(\d+).*"msg":"serving"/.exec(line) ?? [];
          if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
        });
      }
      void ended.then((code) => reject(new Error(`${command} ended with ${code}:\n${printed}`)));
    });
    const url = await soon(serving, () => `${command} to serve:\n${printed}`, START_LIMIT_MS);
    const stop = () => {
      child.kill('SIGTERM');
      return soon(ended, () => `${command} to end after SIGTERM:\n${printed}`, START_LIMIT_MS);
    };
    return { url, stop };
  }

  /** A shell in a folder, whose hosts take free ports, or the given ones. */
  terminal(folder: string, given: NodeJS.ProcessEnv = {}): Terminal {
    return new Terminal(folder, { ...environment(''), ...LOCAL, ...given });
  }

  /** Ends all that was started, and removes the folders. */
  close(): void {
    for (const group of this.#groups) {
      try {
        process.kill(-group, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Megabytes on disk, as `du` counts them. */
export function diskUse(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const blocks = files.map((file) => lstatSync(path.join(file.parentPath, file.name)).blocks);
  return (blocks.reduce((sum, each) => sum + each, 0) * 512) / 1024 ** 2;
}

/** Without what npm tells the programs that it runs, and with another Node first if one is given. */
function environment(bin: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_V8_COVERAGE|INIT_CWD)/i.test(name));
  const search = [...(bin === '' ? [] : [bin]), process.env['PATH'] ?? ''].join(path.delimiter);
  return { ...Object.fromEntries(own), PATH: search };
}
