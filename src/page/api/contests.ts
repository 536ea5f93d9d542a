/**
 * What server and browser say to each other about contests: the calls of `compare`, `tournament` and `tune` that run on
 * this machine. Moments are in ms since 1970.
 *
 * - `GET api/contests`: {@link ContestLine}[], those that run first, then those that are over, the newest first
 * - `GET api/contests/ID`: {@link ContestView}
 * - `GET api/contests/ID/live`: server-sent events, at most one a second. Each `contest` event is a
 *   {@link ContestView}; `end` says that there will be no more
 */

/** A contest in one line. */
export interface ContestLine {
  readonly id: string;
  readonly kind: 'match' | 'tournament' | 'tuning';
  /** `stopped`: it ended before its time. */
  readonly state: 'running' | 'over' | 'stopped';
  /** Who plays, in a few words. */
  readonly title: string;
  readonly startedAt: number;
  /** The moment of this state. */
  readonly at: number;
  readonly games: number;
  readonly pairs: number;
  /** It ends after this many pairs at the latest. */
  readonly maxPairs: number;
  readonly gamesPerPair: number;
  /** Of this run. */
  readonly gamesPerMinute: number;
  /** An estimate; absent if it is over. */
  readonly pairsLeft?: number;
  /** The live line, as the terminal shows it, without speed and time left. */
  readonly line: string;
  /** Where its own page is; absent once it is over. */
  readonly url?: string;
  /** Absent if its games are played on this machine. */
  readonly workers?: WorkerCounts;
}

/** The workers of a contest that plays on a queue, by what they do. */
export interface WorkerCounts {
  readonly playing: number;
  readonly silent: number;
  readonly refused: number;
}

/** Most workers that a contest lists. */
export const MAX_WORKERS = 200;

/** What a worker says of itself, on the queue as on the page. */
export interface WorkerFacts {
  /** Drawn by chance at its start. */
  readonly id: string;
  /** For people. Not unique. */
  readonly name: string;
  /** The name of its machine. */
  readonly machine: string;
  /** Of Serpentarium: `0.1.0`. */
  readonly version: string;
  /** Of Node: `v20.19.0`. */
  readonly node: string;
  readonly cores: number;
  /** Jobs that it plays at once. */
  readonly concurrency: number;
  /** Relative to a reference machine; see `measureSpeed`. */
  readonly speed: number;
}

/** A worker of a contest: what it says of itself, and how it did. */
export interface WorkerView extends WorkerFacts {
  /** `silent`: it has not been heard of for a while. */
  readonly state: 'playing' | 'silent' | 'refused';
  /** Why it is refused. */
  readonly reason?: string;
  /** Of its pairs that count. */
  readonly games: number;
  readonly gamesPerMinute: number;
  readonly lostTurns: number;
}

/** A contest as it is now. */
export interface ContestView extends ContestLine {
  readonly seed: string;
  /** What is played: `standard, 11 × 11, 100 ms`. */
  readonly game: string;
  readonly details: MatchDetails | TournamentDetails | TuningDetails;
  /** Those that are refused come first, then those that play; at most {@link MAX_WORKERS}. */
  readonly workerRows?: readonly WorkerView[];
}

/** One contestant, over all its seats. */
export interface ContestantView {
  readonly name: string;
  /** With its options, or its URL. */
  readonly label: string;
  readonly answers: number;
  readonly lostTurns: number;
  readonly failures: number;
  readonly fallbacks: number;
  readonly crashes: number;
  /** In ms. */
  readonly p50: number;
  readonly p99: number;
  /** Mean length at the end of a game. */
  readonly length: number;
  readonly deaths: Readonly<Record<string, number>>;
  /** The first thing that went wrong. */
  readonly problem?: string;
}

/** How games ended for a contestant. */
export interface OutcomeCounts {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Mean over its games, from 0 to 1. */
  readonly score: number;
}

/** A side of a match; `games` are those in which its score counts. Opponents have none. */
export interface MatchSide extends ContestantView {
  readonly role: string;
  readonly outcomes?: OutcomeCounts;
}

/** An Elo difference with its 95 % interval. `null`: not bounded on this side. */
export interface EloView {
  readonly elo: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The test of a match. */
export interface SprtView {
  readonly llr: number;
  /** It goes on between these. */
  readonly lower: number;
  readonly upper: number;
  readonly verdict: 'H0' | 'H1' | 'undecided';
  readonly elo0: number;
  readonly elo1: number;
  readonly alpha: number;
  readonly beta: number;
}

/** A match after so many pairs. */
export interface MatchPoint extends EloView {
  readonly pairs: number;
  /** Absent without a test. */
  readonly llr?: number;
}

/** How a `compare` goes, seen from the candidate. */
export interface MatchDetails {
  readonly kind: 'match';
  /** Snakes in a game. */
  readonly snakes: number;
  /** Base, candidate, opponents. */
  readonly sides: readonly MatchSide[];
  /** Pairs by the points of the candidate: 0, ½, 1, 1½, 2. Duels only. */
  readonly pentanomial?: readonly number[];
  /** From 0 to 1; at 0.5 both are equally good. */
  readonly score: number;
  readonly elo: EloView;
  /** The probability that the candidate is better. */
  readonly los: number;
  readonly test?: SprtView;
  /** In the order of the pairs, at most 402; from where this run began. */
  readonly trail: readonly MatchPoint[];
  /** The verdict for people. */
  readonly sentence: string;
}

/** A participant of a tournament. */
export interface ParticipantView extends ContestantView, OutcomeCounts {
  /** Relative to the mean of all; absent unless the games are duels. */
  readonly elo?: number;
  /** Half of the 95 % interval. */
  readonly eloError?: number;
  /** Weng-Lin. */
  readonly skill: { readonly mean: number; readonly deviation: number };
  /** Points against each participant in the order of the list, and the games in which they met; `null` for itself. */
  readonly against: readonly ({ readonly points: number; readonly games: number } | null)[];
}

/** How a `tournament` goes; the best comes first. */
export interface TournamentDetails {
  readonly kind: 'tournament';
  /** Snakes in a game. */
  readonly perGame: number;
  readonly isGauntlet: boolean;
  readonly participants: readonly ParticipantView[];
  /** What the tables do not say. */
  readonly remarks: readonly string[];
}

/** An option that is tuned. */
export interface TunedParameter {
  readonly name: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly start: number;
  /** What would be tried now. */
  readonly value: number;
  /** Values at even distances, the first is the start; at most 400. */
  readonly trail: readonly number[];
}

/** How a `tune` goes. */
export interface TuningDetails {
  readonly kind: 'tuning';
  /** Pairs from one point of the trails to the next. */
  readonly trailEvery: number;
  readonly parameters: readonly TunedParameter[];
  readonly strategy: ContestantView;
}
