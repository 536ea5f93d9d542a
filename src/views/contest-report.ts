/** The reports of contests: printed by `--json`, and shown by terminal and page. Browsers load this file. */
import type { Pentanomial } from '../stats/sample.js';
import type { SprtParameters, SprtVerdict } from '../stats/sprt.js';
import type { ShownReport } from './sections.js';

export type JsonNumber = number | 'Infinity' | '-Infinity';

export interface OutcomesReport {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Mean over its games, from 0 to 1. */
  readonly score: number;
}

/** The games of a contest, and how they were played. */
export interface PlayedReport {
  readonly games: number;
  readonly pairs: number;
  /** Of a game, on average. */
  readonly turns: number;
  readonly seed: string;
  /** Where the games began, as text; `null` for the engine's start. */
  readonly openings: string | null;
  /** The clock of the timeout: `cpu` is CPU time. */
  readonly clock: 'wall' | 'cpu';
  /** With the clock `cpu`: the contestants with the wall clock, because they are programs or servers. */
  readonly onWall: readonly string[];
}

/** One contestant, over all its seats. */
export interface ContestantReport {
  readonly name: string;
  /** The strategy's name with its options, or the URL. */
  readonly label: string;
  /** As configured; `null` for a snake behind a URL. */
  readonly options: Readonly<Record<string, unknown>> | null;
  readonly code: string | null;
  /** `null` for a local strategy. */
  readonly url: string | null;
  readonly answers: number;
  /** Turns on which the strategy's move was played. */
  readonly ownMoves: number;
  readonly lostTurns: number;
  readonly failures: number;
  readonly fallbacks: number;
  readonly crashes: number;
  /** Time of an answer, in ms: half of the answers took at most `p50`, and 99 % at most `p99`. */
  readonly took: { readonly p50: number; readonly p99: number };
  /** Mean length at the end of a game, in cells. */
  readonly length: number;
  /** Turns before which it pondered, and how many of them it had expected; absent if it did not ponder. */
  readonly pondered?: { readonly turns: number; readonly found: number };
  readonly deaths: Readonly<Record<string, number>>;
  readonly problem: string | null;
  readonly crash: string | null;
}

/** Seen from the candidate. `null` for anything that was not requested. */
export interface MatchReport extends PlayedReport {
  readonly snakes: number;
  /** Pairs by the candidate's points, from 0 to 2; duels only. */
  readonly pentanomial: Pentanomial | null;
  /** From 0 to 1; at 0.5 both are equally good. Half of 1 + the candidate's mean score − the base's. */
  readonly score: number;
  readonly elo: JsonNumber;
  /** Half the width of the 95 % interval from `eloLow` to `eloHigh`. */
  readonly eloError: JsonNumber;
  readonly eloLow: JsonNumber;
  readonly eloHigh: JsonNumber;
  /** Normalised Elo with half of its 95 % interval, as fishtest shows it; duels only. */
  readonly normalizedElo: number | null;
  readonly normalizedEloError: number | null;
  /** Likelihood of superiority: the probability that the candidate is better. */
  readonly los: number;
  readonly test: SprtParameters | null;
  readonly llr: number | null;
  readonly llrBounds: readonly [number, number] | null;
  /** The hypothesis that the test accepted. */
  readonly verdict: SprtVerdict | null;
  /** Games until the test, or the default test, decides at the present scores; `null` if unknown. */
  readonly gamesNeeded: number | null;
  /** The contestants that never played their strategy's move: with any, the result is void. */
  readonly didNotPlay: readonly string[];
  /** The verdict for people. */
  readonly sentence: string;
  /** The outcomes of base and candidate cover the games in which their score counts. */
  readonly base: ContestantReport & OutcomesReport;
  readonly candidate: ContestantReport & OutcomesReport;
  readonly opponents: readonly ContestantReport[];
}

/** The report of each side of a match after its role. */
export function sidesOf({ base, candidate, opponents }: MatchReport): (readonly [string, ContestantReport])[] {
  const numbered = opponents.map((report, index) => {
    return [opponents.length === 1 ? 'opponent' : `opponent ${index + 1}`, report] as const;
  });
  return [['base', base], ['candidate', candidate], ...numbered];
}

/** A participant with its ratings. Wins are games that it won alone. */
export interface ParticipantReport extends ContestantReport, OutcomesReport {
  /** Bradley-Terry, relative to the mean of all; `null` unless the games are duels. */
  readonly elo: number | null;
  /** Half of the 95 % interval of `elo`. */
  readonly eloError: number | null;
  /** Weng-Lin: mean and standard deviation of the skill, where a newcomer has 25 and 8.3. */
  readonly skill: { readonly mean: number; readonly deviation: number; readonly ordinal: number };
  /** Points against each participant, in the order of the list, and the games in which they met; `null` for itself. */
  readonly against: readonly ({ readonly points: number; readonly games: number } | null)[];
}

export interface TournamentReport extends PlayedReport {
  readonly perGame: number;
  readonly isGauntlet: boolean;
  /** False if a snake won or lost everything: then `elo` has no finite value, and half a draw was added per pairing. */
  readonly isEloFinite: boolean;
  /** The participants that never played their strategy's move: with any, the result means little. */
  readonly didNotPlay: readonly string[];
  /** Limits of the figures, for people. */
  readonly remarks: readonly string[];
  /** Best first: by Elo in duels, else by mean skill. */
  readonly participants: readonly ParticipantReport[];
}

export interface TunedParameter {
  readonly name: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly start: number;
  /** The mean over the last quarter of the course, rounded. */
  readonly value: number;
  /** Values at even distances, the first is the start; at most 400. */
  readonly trail: readonly number[];
}

export interface TuningReport extends PlayedReport {
  /** Pairs between two points of the trails. */
  readonly trailEvery: number;
  /** Whether the strategy ever played its own move: otherwise the result is void. */
  readonly didPlay: boolean;
  readonly parameters: readonly TunedParameter[];
  readonly strategy: ContestantReport;
}

/** The state of a contest, as sent to its page. Moments are in ms since 1970. */
export interface ContestView extends ShownReport {
  /** `stopped`: it ended early. */
  readonly state: 'running' | 'over' | 'stopped';
  /** The contestants, in a few words. */
  readonly title: string;
  /** The game: `standard on 11×11, 100 ms`. */
  readonly game: string;
  readonly startedAt: number;
  readonly games: number;
  readonly pairs: number;
  readonly maxPairs: number;
  /** Of this run. */
  readonly gamesPerMinute: number;
  /** An estimate; absent with too few pairs. */
  readonly gamesLeft: number | undefined;
}

export function toJsonNumber(value: number): JsonNumber {
  if (Number.isFinite(value)) return value;
  return value > 0 ? 'Infinity' : '-Infinity';
}
