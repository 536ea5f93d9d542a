/** The events that a mounted snake records in the journal: `snakes/` makes them, `journal/` writes them. */
import type { GameOutcome } from '../inference/game-outcome.js';
import type { GuardState } from '../views/report-lines.js';
import type { AnswerFeedback, ImportNote, ShadowAnswer, TurnAnswer } from '../views/game-rows.js';
import type { GameRef } from '../wire/resources.js';
import { createHash } from 'node:crypto';

/** The side of a live experiment that plays a game. */
export interface Assignment {
  readonly experiment: string;
  readonly variant: 'base' | 'candidate';
  /** The candidate's share of games; 0 for a shadow, and if the sides play side by side. */
  readonly split: number;
  /** The probability that this game went to the candidate (default: `split`). */
  readonly share?: number | undefined;
  /**
   * Identifies code, version and options of both sides. Games with different strings are never compared. Absent for a
   * shadow.
   */
  readonly sides?: string;
}

/** A shadow's answer compared with the base: the same move, another one, no valid one, or skipped for lack of time. */
export type ShadowOutcome = 'agreed' | 'differed' | Exclude<ShadowAnswer['kind'], 'moved'>;

/** The strategy that plays a game, as it was loaded. */
export interface StrategyFacts {
  readonly strategy: string;
  /** Hash of the strategy's code, the same for the same code on every machine. */
  readonly hash: string;
  /** From the customization; empty by default. */
  readonly version: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly assignment?: Assignment | undefined;
}

/** One answered turn. Times in ms; `at`, the moment of the answer, in ms since 1970. */
export interface TurnFacts {
  readonly turn: number;
  readonly at: number;
  readonly answer: TurnAnswer;
  /** The strategy's time; absent in an imported game. */
  readonly budget?: number | undefined;
  /** The assumed network latency; absent in an imported game. */
  readonly overhead?: number | undefined;
  /** The engine's use of the previous answer; absent if this request does not show it. */
  readonly last?: AnswerFeedback | undefined;
  /** Absent when the turn is first recorded; it follows later. */
  readonly shadow?: ShadowAnswer | undefined;
  /** The engine's use of this answer, the last one of its game, as the `/end` shows it. */
  readonly end?: AnswerFeedback | undefined;
}

/**
 * One event of a game. Events are recorded in order; `body` is a request as received.
 *
 * - `began`: the first request of a game came, or the first of a new run of it from turn 0.
 * - `turn`: a `/move` was answered. Recorded again, with its shadow, when the shadow has answered: the later one
 *   counts.
 * - `ended`: the game is over. Only the shadow of the last turn may follow, and then this event again. The host may
 *   not know the game: its turns came to others, whose events may reach the journal later.
 * - `guarded`: the candidate of the experiment at `snake` gets another share of new games; the ids are empty.
 */
export type JournalEvent =
  | (GameRef & {
      readonly kind: 'began';
      readonly at: number;
      readonly body: string;
      readonly player: StrategyFacts;
    } & {
      /** Present if the game was imported from an engine or a file. */
      readonly imported?: ImportNote | undefined;
    })
  | (GameRef & { readonly kind: 'turn'; readonly body: string; readonly facts: TurnFacts })
  | (GameRef & {
      readonly kind: 'ended';
      readonly at: number;
      readonly body?: string | undefined;
      /** As inferred from the turns in `saw`. */
      readonly outcome: GameOutcome;
      /** Absent if no other host can have turns of the game. */
      readonly saw?: TurnRange | undefined;
    })
  | (GameRef &
      GuardState & {
        readonly kind: 'guarded';
        readonly body?: string | undefined;
      } & Readonly<Record<'experiment' | 'candidate', string>>);

/**
 * The last turns in a row that reached the host which received the `/end`. If the journal has turns outside this range,
 * other hosts had some, and the outcome is inferred again from all of them.
 */
export type TurnRange = readonly [first: number, last: number];

/** The turns of a host that does not know the game. */
export const NO_TURNS: TurnRange = [0, -1];

export type EventOf<Kind extends JournalEvent['kind']> = Extract<JournalEvent, { kind: Kind }>;

/** The engines' ids of the games of events, each once. */
export function engineIdsOf(events: Iterable<GameRef>): string[] {
  return [...new Set([...events].map(({ game }) => game))];
}

/**
 * 16 hexadecimal digits. The same game of the same snake has the same id in every journal. If a game is played again
 * under the ids of one that has ended, `run` distinguishes them: 2 is the second one.
 */
export function gameIdOf({ snake, game, you }: GameRef, run = 1): string {
  return createHash('sha256')
    .update(JSON.stringify(run === 1 ? [snake, game, you] : [snake, game, you, run]))
    .digest('hex')
    .slice(0, 16);
}
