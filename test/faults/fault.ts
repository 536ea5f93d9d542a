/** What a fault is: one small module that hurts a host again and again while a real game is played on it. */
import type { Chance } from '../../src/rules/chance.js';
import type { FaultHost, FaultHostOptions } from './fault-host.js';
import type { WatchedGame } from './watched-game.js';

export interface Scene {
  readonly host: FaultHost;
  /** The game that must not notice anything. */
  readonly game: WatchedGame;
  readonly seed: string;
  /** Seeded: the same seed hurts in the same order. */
  readonly chance: Chance;
  /** Aborted when the time of the fault is over. */
  readonly signal: AbortSignal;
  /** A temporary folder of this fault. */
  readonly folder: string;
  /** Notes that something was lost, as a sentence. */
  report(problem: string): void;
  /** Resolves after `ms`, or as soon as `signal` is aborted. */
  pause(ms: number): Promise<void>;
  /** Calls again and again with a pause in between, in ms, until `signal` is aborted. Resolves with how often. */
  repeat(ms: number, hurt: (times: number) => void | Promise<void>): Promise<number>;
}

export interface Fault {
  readonly name: string;
  /** What is done, as a phrase. */
  readonly what: string;
  /** Why it cannot be tried on this machine; `undefined` if it can. */
  unavailable?(): string | undefined;
  /** What must happen before its time begins. */
  begin?(scene: Scene): Promise<void>;
  /** Prepares `folder`, and returns how its own host is started. {@link Fault.restore} must close whatever it opens. */
  prepare?(folder: string): Partial<FaultHostOptions> | Promise<Partial<FaultHostOptions>>;
  /** Undoes {@link Fault.prepare}, after the host has ended. */
  restore?(folder: string): void;
  /** Hurts until `signal` is aborted, and undoes what it did. Returns how often it did. */
  inflict(scene: Scene): Promise<number>;
  /** What is still wrong when all is over, as sentences. The game is still being played. */
  aftermath?(scene: Scene): Promise<string[]>;
  /** Whether the host may answer for a strategy meanwhile, because its children are what is hurt. */
  readonly hurtsStrategies?: true;
  /** Prefixes of the snakes of the game; `/cautious` and `/greedy` by default. */
  readonly game?: readonly string[];
  /** Least time that it needs, in ms. */
  readonly atLeast?: number;
}
