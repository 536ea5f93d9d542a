/** How a host speaks with one kind of child process. All that supervises children knows nothing else of their kinds. */
import type { Program } from '../../processes/program.js';
import type { TurnJob } from '../strategy/runner.js';
import type { FromChild, ToChild } from './messages.js';

/** Speaks with one child: from our messages to its lines, and from its lines to our messages. */
export interface Dialect {
  /** What the child is told first of all, as lines. */
  readonly greeting: string;
  /** What is likely if it has not loaded in time; follows a full stop. */
  readonly slowToLoad: string;
  /** The same if it computes on and on in a move. */
  readonly slowToMove: string;
  /** Whether it says when it is done with a `start` or `end`. */
  readonly reportsAll: boolean;
  /** A message as lines; '' if such a child need not know. Throws an `Error` if it cannot be written. */
  write(message: ToChild, job?: TurnJob): string;
  /** Whether JSON that the child wrote is a message within its limits; anything else ends the child. Never throws. */
  isMessage(this: void, value: unknown): value is object;
  /** What such a message means. */
  read(message: object): readonly FromChild[];
  /** What a line means that it wrote to standard error. */
  print(line: string): readonly FromChild[];
  /** The child is gone. */
  close(hadLoaded: boolean): void;
}

/** A child that is about to be started. */
export interface Launch {
  readonly program: Program;
  readonly dialect: Dialect;
}
