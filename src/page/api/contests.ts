/**
 * What server and browser say to each other about contests: the calls of `compare`, `tournament` and `tune` that run on
 * this machine. Moments are in ms since 1970.
 *
 * - `GET api/contests`: {@link ContestLine}[], those that run first, then those that are over, the newest first
 * - `GET api/contests/ID`: {@link ContestView}
 * - `GET api/contests/ID/live`: server-sent events, at most one a second. Each `contest` event is a
 *   {@link ContestView}; `end` says that there will be no more
 *
 * The shapes are JSON schemas, since a host asks other processes for their contests. What passes goes to browsers, so
 * that every list and every string is bounded.
 */
import { Type, type SchemaValue, type Static, type TSchema } from '../../wire/type.js';

const closed = { additionalProperties: false };
const text = Type.String({ maxLength: 2000 });
const name = Type.String({ maxLength: 300 });
const number = Type.Number();
const count = Type.Integer({ minimum: 0 });
const points = { maxItems: 500 };
const rows = { maxItems: 200 };
/** A number, or `null`. */
const bounded = Type.Unsafe<number | null>({ type: ['number', 'null'] });
const maybe = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2000 });
const deaths = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: count,
  maxProperties: 50,
});

/** One of these shapes, told apart by their `kind`. */
function oneOf<Shapes extends readonly TSchema[]>(...shapes: Shapes) {
  const discriminator = { propertyName: 'kind' };
  return Type.Unsafe<Static<Shapes[number]>>({ type: 'object', required: ['kind'], discriminator, oneOf: shapes });
}

const workerCounts = Type.Object({ playing: count, silent: count, refused: count }, closed);
/** The workers of a contest that plays on a queue, by what they do. */
export type WorkerCounts = SchemaValue<typeof workerCounts>;

export const MAX_WORKERS = 200;

const workerFacts = {
  /** Drawn by chance at its start. */
  id: name,
  /** For people. Not unique. */
  name,
  /** The name of its machine. */
  machine: name,
  /** Of Serpentarium: `0.1.0`. */
  version: name,
  /** Of Node: `v20.19.0`. */
  node: name,
  cores: count,
  /** Jobs that it plays at once. */
  concurrency: count,
  /** Relative to a reference machine; see `measureSpeed`. */
  speed: number,
};
const facts = Type.Object(workerFacts, closed);
/** What a worker says of itself, on the queue as on the page. */
export type WorkerFacts = SchemaValue<typeof facts>;

const worker = Type.Object(
  {
    ...workerFacts,
    /** `silent`: it has not been heard of for a while. */
    state: Type.Enum(['playing', 'silent', 'refused']),
    /** Why it is refused. */
    reason: Type.Optional(text),
    /** Of its pairs that count. */
    games: count,
    gamesPerMinute: number,
    lostTurns: count,
  },
  closed,
);
/** A worker of a contest: what it says of itself, and how it did. */
export type WorkerView = SchemaValue<typeof worker>;

const pondered = Type.Object({ turns: count, found: count }, closed);
/** Turns before which a snake has pondered, and those of them that it had expected. */
export type PonderedView = SchemaValue<typeof pondered>;

const contestantFields = {
  name,
  /** The strategy's name with its options, or the URL: for people. */
  label: text,
  /** Turns on which it was asked. */
  answers: count,
  lostTurns: count,
  failures: count,
  fallbacks: count,
  crashes: count,
  /** Time of an answer, in ms: half of the answers took at most `p50`, and 99 % at most `p99`. */
  took: Type.Object({ p50: number, p99: number }, closed),
  /** Mean length at the end of a game, in cells. */
  length: number,
  /** Absent if it has not. */
  pondered: Type.Optional(pondered),
  deaths,
  /** The first thing that went wrong. */
  problem: maybe,
  /** The reason of the first crash. */
  crash: maybe,
};
const contestant = Type.Object(contestantFields, closed);
/** One contestant, over all its seats. */
export type ContestantView = SchemaValue<typeof contestant>;

const outcomeFields = {
  games: count,
  wins: count,
  draws: count,
  losses: count,
  /** Mean over its games, from 0 to 1. */
  score: number,
};
const outcomes = Type.Object(outcomeFields, closed);
/** How a contestant's games ended. */
export type OutcomesView = SchemaValue<typeof outcomes>;

const eloFields = { elo: bounded, low: bounded, high: bounded };
const elo = Type.Object(eloFields, closed);
/** An Elo difference with its 95 % interval. `null`: not bounded on this side. */
export type EloView = SchemaValue<typeof elo>;

const test = Type.Object(
  {
    llr: number,
    /** It goes on between these. */
    lower: number,
    upper: number,
    verdict: Type.Enum(['H0', 'H1', 'undecided']),
    elo0: number,
    elo1: number,
    alpha: number,
    beta: number,
  },
  closed,
);
export type SprtView = SchemaValue<typeof test>;

/** `llr` is absent without a test. */
const point = Type.Object({ pairs: count, llr: Type.Optional(number), ...eloFields }, closed);
/** A match after so many pairs. */
export type MatchPoint = SchemaValue<typeof point>;

const side = Type.Object({ role: name, ...contestantFields, outcomes: Type.Optional(outcomes) }, closed);
/** A side of a match; `outcomes` are of the games in which its score counts. Opponents have none. */
export type MatchSide = SchemaValue<typeof side>;

const match = Type.Object(
  {
    kind: Type.Literal('match'),
    /** Snakes in a game. */
    snakes: count,
    /** Base, candidate, opponents. */
    sides: Type.Array(side, rows),
    /** Pairs by the points of the candidate: 0, ½, 1, 1½, 2. Duels only. */
    pentanomial: Type.Optional(Type.Array(count, { maxItems: 5 })),
    /** From 0 to 1; at 0.5 both are equally good. */
    score: number,
    elo,
    /** The probability that the candidate is better. */
    los: number,
    test: Type.Optional(test),
    /** In the order of the pairs, at most 402; from where this run began. */
    trail: Type.Array(point, points),
    /** The verdict for people. */
    sentence: text,
  },
  closed,
);
/** How a `compare` goes, seen from the candidate. */
export type MatchDetails = SchemaValue<typeof match>;

const meeting = Type.Object({ points: number, games: number }, closed);
const participant = Type.Object(
  {
    ...contestantFields,
    ...outcomeFields,
    /** Relative to the mean of all; absent unless the games are duels. */
    elo: Type.Optional(number),
    /** Half of the 95 % interval. */
    eloError: Type.Optional(number),
    /** Weng-Lin. */
    skill: Type.Object({ mean: number, deviation: number }, closed),
    /** Points against each participant in the order of the list, and the games in which they met; `null` for itself. */
    against: Type.Array(Type.Unsafe<Static<typeof meeting> | null>({ anyOf: [{ type: 'null' }, meeting] }), rows),
  },
  closed,
);
export type ParticipantView = SchemaValue<typeof participant>;

const tournament = Type.Object(
  {
    kind: Type.Literal('tournament'),
    /** Snakes in a game. */
    perGame: count,
    isGauntlet: Type.Boolean(),
    participants: Type.Array(participant, rows),
    /** What the tables do not say. */
    remarks: Type.Array(text, rows),
  },
  closed,
);
/** How a `tournament` goes; the best comes first. */
export type TournamentDetails = SchemaValue<typeof tournament>;

const parameter = Type.Object(
  {
    name,
    minimum: number,
    maximum: number,
    start: number,
    /** What would be tried now. */
    value: number,
    /** Values at even distances, the first is the start; at most 400. */
    trail: Type.Array(number, points),
  },
  closed,
);
export type TunedParameter = SchemaValue<typeof parameter>;

const tuning = Type.Object(
  {
    kind: Type.Literal('tuning'),
    /** Pairs from one point of the trails to the next. */
    trailEvery: count,
    parameters: Type.Array(parameter, rows),
    strategy: contestant,
  },
  closed,
);
export type TuningDetails = SchemaValue<typeof tuning>;

const lineFields = {
  id: Type.String({ pattern: '^[0-9a-f]{12}$' }),
  kind: Type.Enum(['match', 'tournament', 'tuning']),
  /** `stopped`: it ended before its time. */
  state: Type.Enum(['running', 'over', 'stopped']),
  /** Who plays, in a few words. */
  title: text,
  /** Of the test of a match; absent without one. */
  verdict: Type.Optional(Type.Enum(['H0', 'H1', 'undecided'])),
  startedAt: number,
  at: number,
  games: count,
  pairs: count,
  /** It ends after this many pairs at the latest. */
  maxPairs: count,
  gamesPerPair: count,
  /** Of this run. */
  gamesPerMinute: number,
  /** An estimate; absent if it is over. */
  pairsLeft: Type.Optional(number),
  /** The live line, as the terminal shows it, without speed and time left. */
  line: text,
  /** Where its own page is; absent once it is over. */
  url: Type.Optional(name),
  /** Absent if its games are played on this machine. */
  workers: Type.Optional(workerCounts),
};
const line = Type.Object(lineFields, closed);
export type ContestLine = SchemaValue<typeof line>;
export const contestLinesSchema = Type.Array(line, { maxItems: 50 });

export const contestViewSchema = Type.Object(
  {
    ...lineFields,
    seed: text,
    /** What is played: `standard, 11 × 11, 100 ms`. */
    game: text,
    details: oneOf(match, tournament, tuning),
    /** Those that are refused come first, then those that play. */
    workerRows: Type.Optional(Type.Array(worker, { maxItems: MAX_WORKERS })),
  },
  closed,
);
export type ContestView = SchemaValue<typeof contestViewSchema>;
