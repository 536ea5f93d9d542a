/** Children that run a strategy: our own program, which speaks in the messages themselves. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toLine } from '../../processes/child-channel.js';
import { nodeProgram } from '../../processes/program.js';
import type { TurnJob } from '../strategy/runner.js';
import type { Dialect, Launch } from './child-spec.js';
import { readFromChild, type FromChild, type LoadMessage, type ToChild } from './messages.js';

export interface StrategyProgram extends Pick<LoadMessage, 'code' | 'keepsNotes' | 'options'> {
  readonly memoryMb: number;
  /** A folder for temporary files (default: the system's). */
  readonly folder?: string | undefined;
}

export function launchStrategy({ memoryMb, folder = tmpdir(), ...load }: StrategyProgram): () => Launch {
  return () => {
    const own = path.join(folder, `serpentarium-${randomUUID()}`);
    const program = nodeProgram(new URL('./strategy-main.mjs', import.meta.url), memoryMb);
    return { program, dialect: new StrategyDialect({ type: 'load', folder: own, ...load }) };
  };
}

/** Owns the folder of one child. Guarantees that it is removed even if the child was killed while it loaded. */
class StrategyDialect implements Dialect {
  readonly slowToLoad = 'Does it loop when it is imported?';
  readonly idleToLoad = 'It hardly computed: is this machine busy, or does it await something when it is imported?';
  readonly slowToMove = 'Does it loop, or never ask timeLeft()?';
  readonly reportsAll = true;
  readonly greeting: string;
  readonly #folder: string;

  constructor(load: LoadMessage) {
    this.greeting = `${JSON.stringify(load)}\n`;
    this.#folder = load.folder;
  }

  write(message: ToChild, job?: TurnJob): string {
    // A strategy's child checks its deadlines itself.
    if (message.type === 'expired') return '';
    const line = `${JSON.stringify(message)}\n`;
    return job === undefined ? line : `${line}${toLine(job.text)}\n`;
  }

  read(value: unknown): FromChild[] | undefined {
    const message = readFromChild(value);
    return message && [message];
  }

  print(): FromChild[] {
    return [];
  }

  close(hadLoaded: boolean): void {
    if (!hadLoaded) rm(this.#folder, { recursive: true, force: true }, () => undefined);
  }
}
