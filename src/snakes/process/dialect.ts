/** How a host talks to one kind of child process. The supervisor of children knows nothing else about their kind. */
import type { Program } from '../../processes/program.js';
import type { TurnJob } from '../strategy/runner.js';
import type { FromChild, ToChild } from './messages.js';

/** Translates for one child: our messages to its lines, and its lines to our messages. */
export interface Dialect {
  /** The first lines sent to the child. */
  readonly greeting: string;
  /** The likely cause if it does not load in time; follows a full stop. */
  readonly slowToLoad: string;
  /** The likely cause if a move computes without end. */
  readonly slowToMove: string;
  /** Whether it reports the return of a `start` or `end`. */
  readonly reportsAll: boolean;
  /** A message as lines; '' if such a child does not need it. Throws an `Error` if it cannot be serialized. */
  write(message: ToChild, job?: TurnJob): string;
  /** Whether JSON that the child wrote is a message within its limits; anything else ends the child. Never throws. */
  isMessage(this: void, value: unknown): value is object;
  read(message: object): readonly FromChild[];
  print(line: string): readonly FromChild[];
  /** The child has exited. */
  close(hadLoaded: boolean): void;
}

export interface Launch {
  readonly program: Program;
  readonly dialect: Dialect;
}
