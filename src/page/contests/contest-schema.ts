/**
 * The check that another process really answered with contests. What passes it goes to browsers, so that every list and
 * every string in it is bounded.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import { Type } from '../../wire/type.js';
import { MAX_WORKERS, type ContestLine, type ContestView } from '../api/contests.js';

const closed = { additionalProperties: false };
const text = Type.String({ maxLength: 2000 });
const name = Type.String({ maxLength: 300 });
const number = Type.Number();
const count = Type.Integer({ minimum: 0 });
const points = { maxItems: 500 };
const rows = { maxItems: 200 };
/** A number, or `null`. */
const bounded = Type.Unsafe<number | null>({ type: ['number', 'null'] });
const deaths = Type.Unsafe({ type: 'object', additionalProperties: count, maxProperties: 50 });

const workers = Type.Object({ playing: count, silent: count, refused: count }, closed);

const line = {
  id: Type.String({ pattern: '^[0-9a-f]{12}$' }),
  kind: Type.Enum(['match', 'tournament', 'tuning']),
  state: Type.Enum(['running', 'over', 'stopped']),
  title: text,
  startedAt: number,
  at: number,
  games: count,
  pairs: count,
  maxPairs: count,
  gamesPerPair: count,
  gamesPerMinute: number,
  pairsLeft: Type.Optional(number),
  line: text,
  url: Type.Optional(name),
  workers: Type.Optional(workers),
};

const worker = Type.Object(
  {
    id: name,
    name,
    machine: name,
    version: name,
    node: name,
    cores: count,
    concurrency: count,
    speed: number,
    state: Type.Enum(['playing', 'silent', 'refused']),
    reason: Type.Optional(text),
    games: count,
    gamesPerMinute: number,
    lostTurns: count,
  },
  closed,
);

const contestant = {
  name,
  label: text,
  answers: count,
  lostTurns: count,
  failures: count,
  fallbacks: count,
  crashes: count,
  p50: number,
  p99: number,
  length: number,
  deaths,
  problem: Type.Optional(text),
};
const outcomes = { games: count, wins: count, draws: count, losses: count, score: number };
const elo = { elo: bounded, low: bounded, high: bounded };

const test = Type.Object(
  {
    llr: number,
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

const match = Type.Object(
  {
    kind: Type.Literal('match'),
    snakes: count,
    sides: Type.Array(
      Type.Object({ role: name, ...contestant, outcomes: Type.Optional(Type.Object(outcomes, closed)) }, closed),
      rows,
    ),
    pentanomial: Type.Optional(Type.Array(count, { maxItems: 5 })),
    score: number,
    elo: Type.Object(elo, closed),
    los: number,
    test: Type.Optional(test),
    trail: Type.Array(Type.Object({ pairs: count, llr: Type.Optional(number), ...elo }, closed), points),
    sentence: text,
  },
  closed,
);

const against = Type.Unsafe({
  anyOf: [{ type: 'null' }, Type.Object({ points: number, games: number }, closed)],
});
const participant = {
  ...contestant,
  ...outcomes,
  elo: Type.Optional(number),
  eloError: Type.Optional(number),
  skill: Type.Object({ mean: number, deviation: number }, closed),
  against: Type.Array(against, rows),
};
const tournament = Type.Object(
  {
    kind: Type.Literal('tournament'),
    perGame: count,
    isGauntlet: Type.Boolean(),
    participants: Type.Array(Type.Object(participant, closed), rows),
    remarks: Type.Array(text, rows),
  },
  closed,
);

const parameter = { name, minimum: number, maximum: number, start: number, value: number };
const tuning = Type.Object(
  {
    kind: Type.Literal('tuning'),
    trailEvery: count,
    parameters: Type.Array(Type.Object({ ...parameter, trail: Type.Array(number, points) }, closed), rows),
    strategy: Type.Object(contestant, closed),
  },
  closed,
);

const details = {
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  oneOf: [match, tournament, tuning],
};

const lines = Type.Array(Type.Object(line, closed), { maxItems: 50 });
const contest = Type.Object(
  {
    ...line,
    seed: text,
    game: text,
    details: Type.Unsafe(details),
    workerRows: Type.Optional(Type.Array(worker, { maxItems: MAX_WORKERS })),
  },
  closed,
);

/** Compiled when they are needed: few hosts ever see a contest. */
let isLines: ValidateFunction<ContestLine[]> | undefined;
let isContest: ValidateFunction<ContestView> | undefined;

/** Whether a value is a list of contests. Takes out what it does not know. */
export function isContestLines(value: unknown): value is ContestLine[] {
  isLines ??= compile<ContestLine[]>(lines);
  return isLines(value);
}

/** Whether a value is a contest with all that is shown of it. Takes out what it does not know. */
export function isContestView(value: unknown): value is ContestView {
  isContest ??= compile<ContestView>(contest);
  return isContest(value);
}

/** Other versions say more than this one knows: 0.1 had findings about workers. */
function compile<Value>(schema: object): ValidateFunction<Value> {
  const options = { strict: true, strictRequired: false, allowUnionTypes: true, validateSchema: false };
  return new Ajv({ ...options, discriminator: true, removeAdditional: true }).compile<Value>(schema);
}
