/** The events that a mounted snake records in the journal: `snakes/` makes them, `journal/` writes them. */
import type { GameOutcome } from '../inference/game-outcome.js';
import type { Used } from '../inference/move-used.js';
import type { Direction } from '../rules/types.js';
import type { GameRef } from '../wire/resources.js';
import type { CleanNote } from '../wire/note.js';
import type { Answer } from '../wire/responses.js';

/** Which side of a live experiment plays a game. */
export interface Assignment {
  readonly experiment: string;
  readonly variant: 'base' | 'candidate';
  /** Share of games that the candidate gets; 0 if it is the base's shadow. */
  readonly split: number;
  /** Identifies code, version and options of both sides. Games with different strings are never compared. */
  readonly sides?: string;
}

/** What the candidate of a shadow experiment answered to a turn that the base had answered. `took` in ms. */
export type ShadowAnswer =
  | { readonly kind: 'moved'; readonly move: Direction; readonly took: number }
  | { readonly kind: 'late' | 'failed' | 'illegal'; readonly reason: string; readonly took: number }
  /** There was no time to ask it. */
  | { readonly kind: 'skipped' };

/**
 * What a shadow made of a turn: the move of its base or another one, none that could be sent, or nothing, because there
 * was no time to ask it.
 */
export type ShadowOutcome = 'agreed' | 'differed' | Exclude<ShadowAnswer['kind'], 'moved'>;

/** Who plays a game: the strategy as it was loaded. */
export interface StrategyFacts {
  readonly strategy: string;
  /** Hash of the strategy's code, the same for the same code on every machine. */
  readonly hash: string;
  /** From the customization; empty if it has none. */
  readonly version: string;
  /** The options as configured. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly assignment?: Assignment | undefined;
}

/**
 * The step of a snake in an imported game, as the frames of its engine show it. What the snake answered, why and
 * how fast is not known: the engine may have repeated an earlier move.
 */
export interface ImportedStep {
  readonly kind: 'seen';
  readonly move: Direction;
  readonly shout?: string;
  readonly took?: undefined;
  /** No engine shows one. */
  readonly note?: CleanNote;
}

/** What a snake did on a turn: the answer of one that is mounted here, or the step of one in an imported game. */
export type TurnAnswer = Answer | ImportedStep;

/** All values of {@link ImportUnknown}, in the order in which they are shown. */
export const IMPORT_UNKNOWNS = [
  'strategy',
  'answers',
  'times',
  'moment',
  'ruleset',
  'settings',
  'squads',
  'map',
  'timeout',
  'turns',
  'end',
] as const;
/**
 * What the source of an imported game does not tell. `strategy`: which strategy played; `answers`: what the snake
 * answered and why, beyond the steps that it made; `times`: budgets, and how long answers took; `moment`: when the game
 * was played; `ruleset`, `settings`, `map`, `timeout`: not stated, and assumed to be the usual ones; `squads`: what
 * squad mates share; `turns`: some are missing; `end`: how the game ended.
 */
export type ImportUnknown = (typeof IMPORT_UNKNOWNS)[number];

/** Where an imported game comes from, and what is not known of it. */
export interface ImportNote {
  /** The address or the file that it was read from. */
  readonly from: string;
  readonly unknown: readonly ImportUnknown[];
}

/** What the request after an answer showed of it. `latency` is the engine's, in ms; empty if it measured none. */
export interface AnswerFeedback {
  readonly used: Used;
  readonly latency: string;
}

/** One answered turn. Times in ms; `at`, the moment of the answer, in ms since 1970. */
export interface TurnFacts {
  readonly turn: number;
  readonly at: number;
  readonly answer: TurnAnswer;
  /** The time that the strategy was given; absent in an imported game. */
  readonly budget?: number | undefined;
  /** The travel time that was assumed; absent in an imported game. */
  readonly overhead?: number | undefined;
  /** What became of the answer to the turn before; absent if this request does not show it. */
  readonly last?: AnswerFeedback | undefined;
  /** Absent when the turn is recorded first; known later than the rest. */
  readonly shadow?: ShadowAnswer | undefined;
  /** What became of this answer, the last of its game, as the `/end` shows it. */
  readonly end?: AnswerFeedback | undefined;
}

/**
 * One event of a game. The events of a game are recorded in the order in which they happened; `body` is a request as it
 * arrived.
 *
 * - `began`: the first request of a game came, or the first of a new run of it from turn 0.
 * - `turn`: a `/move` was answered. Recorded again, with its shadow, when the shadow has answered: the later one
 *   counts.
 * - `ended`: the game is over. Only the shadow of the last turn may follow, and then this event once more. The host may
 *   not know the game: its turns came to others, whose events may reach the journal later.
 */
export type JournalEvent =
  | (GameRef & {
      readonly kind: 'began';
      readonly at: number;
      readonly body: string;
      readonly player: StrategyFacts;
    } & {
      /** Present if the game was not played by a snake of this host, but read from an engine or a file. */
      readonly imported?: ImportNote | undefined;
    })
  | (GameRef & { readonly kind: 'turn'; readonly body: string; readonly facts: TurnFacts })
  | (GameRef & {
      readonly kind: 'ended';
      readonly at: number;
      /** Absent if no `/end` came. */
      readonly body?: string | undefined;
      /** As far as the host could tell: see {@link SeenTurns}. */
      readonly outcome: GameOutcome;
      /** Absent if nobody else can have had turns of the game. */
      readonly saw?: SeenTurns | undefined;
    });

/**
 * The last turns in a row on which the host was asked that was sent the end of a game. If the journal has turns before
 * or after them, other hosts had some, and the outcome is inferred again from all.
 */
export type SeenTurns = readonly [first: number, last: number];

/** What a host saw that does not know the game. */
export const NO_TURNS: SeenTurns = [0, -1];

export type EventOf<Kind extends JournalEvent['kind']> = Extract<JournalEvent, { kind: Kind }>;
