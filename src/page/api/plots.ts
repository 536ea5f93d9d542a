/**
 * What server and browser say to each other about many games: snakes by version, experiments, contests. Types only.
 *
 * - `GET api/snakes`: {@link ShownSnakes}; `GET api/snakes/PREFIX?version=`: {@link SnakeStats}
 * - `GET api/experiments`: {@link ShownExperiment}[]
 * - `GET api/contests`: {@link ShownContest}[] of this machine; `GET api/contests/ID`: one, with its trails
 */

/** A share of games with its 95 % interval. */
export interface ShownShare {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** All snakes that are mounted or have games, each with its versions; the newest version comes first. */
export interface ShownSnakes {
  readonly snakes: readonly {
    readonly prefix: string;
    readonly isMounted: boolean;
    readonly versions: readonly ShownVersion[];
  }[];
}

/** One version of a snake: code, options and version string. */
export interface ShownVersion {
  readonly strategy: string;
  readonly version: string;
  readonly hash: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly winRate?: ShownShare;
  /** Mean of (n − place) / (n − 1). */
  readonly score?: number;
}

/** All that is plotted of one snake. */
export interface SnakeStats {
  readonly prefix: string;
  readonly versions: readonly ShownVersion[];
  /** At most 200 points in the order of time, each the mean score of equally many games. */
  readonly scores: readonly {
    readonly from: number;
    readonly to: number;
    readonly games: number;
    readonly score: number;
  }[];
  /** Number of deaths by cause, the most frequent first. */
  readonly causes: Readonly<Record<string, number>>;
  /** Our time for an answer: how many took up to so many ms. */
  readonly took: readonly { readonly upTo: number; readonly answers: number }[];
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  readonly lost: number;
  /** The most frequent first; at most 100. */
  readonly opponents: readonly {
    readonly name: string;
    readonly games: number;
    /** Games in which it placed behind our snake, level with it, and before it. */
    readonly ahead: number;
    readonly level: number;
    readonly behind: number;
  }[];
}

/** A live experiment, as it grew. */
export interface ShownExperiment {
  readonly name: string;
  readonly snake: string;
  readonly isRunning: boolean;
  readonly split: number | 'shadow';
  readonly sides: readonly { readonly variant: 'base' | 'candidate'; readonly label: string; readonly games: number }[];
  /** The verdict as `report` prints it. */
  readonly verdict: string;
  /** At most 200 points: the effect on the score, and its confidence sequence, after so many games. */
  readonly effect: readonly {
    readonly games: number;
    readonly effect: number;
    readonly low: number;
    readonly high: number;
  }[];
}

/** A `compare`, `tournament` or `tune` of this machine. */
export interface ShownContest {
  readonly id: string;
  readonly kind: 'compare' | 'tournament' | 'tune';
  /** The words of its command line. */
  readonly command: string;
  readonly state: 'running' | 'over';
  readonly startedAt: number;
  readonly at: number;
  readonly pairs: number;
  readonly gamesPerMinute: number;
  /** Pairs that are left, as estimated; absent if that is not known. */
  readonly left?: number;
  /** In a sentence. */
  readonly verdict: string;
  readonly match?: ShownMatch;
  readonly tournament?: ShownTournament;
  readonly tuning?: ShownTuning;
}

/** How a `compare` goes. */
export interface ShownMatch {
  readonly sides: readonly [string, string];
  /** Pairs by the points of the candidate: 0, ½, 1, 1½, 2. */
  readonly pentanomial: readonly number[];
  readonly elo: { readonly elo: number; readonly error: number };
  readonly bounds: { readonly lower: number; readonly upper: number; readonly elo0: number; readonly elo1: number };
  /** At most 200 points. */
  readonly trail: readonly {
    readonly pairs: number;
    readonly llr: number;
    readonly elo: number;
    readonly error: number;
  }[];
}

/** How a `tournament` goes: players in the order of their rating, and the score of each row against each column. */
export interface ShownTournament {
  readonly players: readonly {
    readonly name: string;
    readonly rating: number;
    readonly error: number;
    readonly games: number;
  }[];
  readonly table: readonly (readonly { readonly games: number; readonly score: number }[])[];
}

/** How a `tune` goes: the value of each parameter, in at most 200 points. */
export interface ShownTuning {
  readonly parameters: readonly {
    readonly name: string;
    readonly min: number;
    readonly max: number;
    readonly values: readonly { readonly pairs: number; readonly value: number }[];
  }[];
}
