/** Commands of documents, typed one after the other as readers type them, and what they print held against the page. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shellLines } from './command-lines.js';
import { codeBlocks } from './markdown.js';
import { soon, until } from './soon.js';

export interface TypedCommand {
  /** Without its prompt and comment. */
  readonly line: string;
  /** The lines of output that the page shows below it. */
  readonly shown: readonly string[];
}

/** The commands of each block: all lines of one for a shell; where there are prompts, output follows `$ command`. */
export function commandBlocks(markdown: string): readonly (readonly TypedCommand[])[] {
  return codeBlocks(markdown).flatMap(({ language, code }) => {
    if (/^\$ /m.test(code)) {
      const parts = code.split(/^\$ /m).slice(1);
      return [parts.map((part) => split(part.replaceAll('\\\n', ' ')))];
    }
    return language === 'sh' ? [shellLines(code).map((line) => ({ line, shown: [] }))] : [];
  });
}

function split(part: string): TypedCommand {
  const [line = '', ...shown] = part.trimEnd().split('\n');
  return { line: shellLines(line)[0] ?? '', shown };
}

/**
 * The first shown line that the output lacks; undefined if it has all, in their order. `…` stands for any lines, and so
 * does what the page leaves out between two. Unless all is `exact`, a number stands for any number.
 */
export function firstMissing(shown: readonly string[], output: string, exact: boolean): string | undefined {
  const toPattern = (line: string) => {
    const text = line.trimEnd();
    return exact
      ? text
      : text.replaceAll(/[0-9a-f]{8,}(?:-[0-9a-f]+)*|[+−-]?\d+(?:\.\d+)?/g, '#').replaceAll(/ +/g, ' ');
  };
  const lines = output.split('\n').map(toPattern);
  let at = 0;
  for (const line of shown.filter((each) => each !== '…').map(toPattern)) {
    const found = lines.indexOf(line, at);
    if (found < 0) return line;
    at = found + 1;
  }
  return undefined;
}

const COMMAND_LIMIT_MS = 300_000;

/** A shell of one reader: `cd` and `export` hold for what is typed next. What serves, runs on until `close`. */
export class Terminal {
  readonly #state = mkdtempSync(path.join(tmpdir(), 'serpentarium-terminal-'));
  readonly #running = new Set<ChildProcess>();

  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#env = env;
    writeFileSync(this.#file, `cd '${folder}'\n`);
  }

  get #file(): string {
    return path.join(this.#state, 'state');
  }

  /** Types a command, and waits for its end. Resolves to its exit code and all that it printed. */
  async type(line: string): Promise<{ readonly code: number | null; readonly output: string }> {
    const { ended, output } = this.#start(
      `${line}\ncode=$?; { export -p; echo "cd '$PWD'"; } > '${this.#file}'; exit $code`,
    );
    const code = await soon(ended, () => `the end of ${line}:\n${output()}`, COMMAND_LIMIT_MS);
    return { code, output: output() };
  }

  /** Types a command that serves. Resolves when it does; the last of its lines says where. */
  async serve(line: string): Promise<{ readonly pid: number }> {
    const { ended, output } = this.#start(line);
    const pattern = /"pid":(\d+),"msg":"serving"/;
    const early = ended.then(() => Promise.reject(new Error(`${line} does not serve:\n${output()}`)));
    early.catch(() => undefined);
    await Promise.race([until(() => pattern.test(output()), COMMAND_LIMIT_MS), early]);
    return { pid: Number(pattern.exec(output())![1]) };
  }

  /** Ends all that serves as platforms do, and forgets the rest. Resolves to the exit codes. */
  async close(): Promise<(number | null)[]> {
    const codes = await this.stop();
    rmSync(this.#state, { recursive: true, force: true });
    return codes;
  }

  /** Ends all that serves. Resolves to the exit codes. */
  stop(): Promise<(number | null)[]> {
    return Promise.all(
      [...this.#running].map((child) => {
        const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
        process.kill(-child.pid!, 'SIGTERM');
        return soon(ended, () => 'a command to end after SIGTERM', COMMAND_LIMIT_MS);
      }),
    );
  }

  #start(script: string) {
    const child = spawn('bash', ['-c', `. '${this.#file}'\n${script}`], {
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    }
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', (code) => {
        this.#running.delete(child);
        resolve(code);
      });
    });
    return { ended, output: () => printed };
  }
}
