/** The content of a file that holds a match, and the check that it is whole; `match-file.ts` reads and writes it. */
import { Ajv, type ValidateFunction } from 'ajv';
import { formatCount } from '../../terminal/format-numbers.js';
import { Type } from '../../wire/type.js';
import type { MatchIdentity } from './match-identity.js';
import { gamesPerPair } from './match-options.js';
import type { MatchTally } from './match-tally.js';
import { countGames } from './outcomes.js';

/** What the file begins with. It changes with the content: files of another format are refused. */
export const FORMAT = 'serpentarium match 2';

/** The content of the file. */
export interface SavedMatch {
  readonly format: typeof FORMAT;
  /** The words of a command line that asks for this match; those on where to read and write are left out. */
  readonly arguments: readonly string[];
  readonly identity: MatchIdentity;
  readonly tally: MatchTally;
}

const count = Type.Integer({ minimum: 0 });
const share = Type.Number({ minimum: -1, maximum: 1 });
const text = Type.String();
const closed = { additionalProperties: false };
/** An object with a value of one kind for each key. */
const mapOf = (keys: string, value: object) => ({ type: 'object', patternProperties: { [keys]: value }, ...closed });

const outcomes = Type.Object({ wins: count, draws: count, losses: count, points: Type.Number({ minimum: 0 }) }, closed);

const side = Type.Object(
  {
    games: count,
    answers: count,
    ownMoves: count,
    lostTurns: count,
    failures: count,
    fallbacks: count,
    crashes: count,
    problem: Type.Optional(text),
    crash: Type.Optional(text),
    length: count,
    took: Type.Unsafe(mapOf('^\\d+$', count)),
    deaths: Type.Unsafe(mapOf('^[a-z-]+$', count)),
  },
  closed,
);

const pairCounts = Type.Object({ ll: count, ld: count, wl: count, dd: count, wd: count, ww: count }, closed);
const differences = Type.Object({ count, mean: share, squares: Type.Number({ minimum: 0 }) }, closed);
/** One of both, told apart by `kind`. */
const pairScores = {
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  oneOf: [
    Type.Object({ kind: Type.Literal('duels'), counts: pairCounts }, closed),
    Type.Object({ kind: Type.Literal('differences'), differences }, closed),
  ],
};

const strategy = Type.Object({ name: text, code: text, options: Type.Object({}) }, closed);
const contestant = { anyOf: [strategy, Type.Object({ url: text }, closed)] };

const schema = Type.Object(
  {
    format: Type.Literal(FORMAT),
    arguments: Type.Array(text),
    identity: Type.Object(
      {
        contestants: Type.Array(Type.Unsafe(contestant), { minItems: 2 }),
        settings: Type.Object({ snakes: Type.Integer({ minimum: 2 }), seed: text, test: text }),
      },
      closed,
    ),
    tally: Type.Object(
      {
        pairs: count,
        played: count,
        turns: count,
        outcomes: Type.Object({ base: outcomes, candidate: outcomes }, closed),
        pairScores: Type.Unsafe(pairScores),
        sides: Type.Array(side, { minItems: 2 }),
      },
      closed,
    ),
  },
  closed,
);

/** Compiled when it is needed, in 30 ms: few matches are resumed. */
let isWhole: ValidateFunction<SavedMatch> | undefined;

/** Says what is wrong with the content of a file that should hold a match, in one clause; `undefined` if nothing is. */
export function findDamage(content: unknown): string | undefined {
  isWhole ??= new Ajv({
    strict: true,
    strictRequired: false,
    validateSchema: false,
    discriminator: true,
  }).compile<SavedMatch>(schema);
  if (isWhole(content)) return findContradiction(content);
  const { instancePath, message = 'is wrong' } = isWhole.errors![0]!;
  return `${instancePath.slice(1).replaceAll('/', '.') || 'the content'} ${message}`;
}

/** Numbers that should follow from each other and do not. */
function findContradiction({ identity, tally }: SavedMatch): string | undefined {
  const { pairs, outcomes: of, pairScores: scores, sides, played } = tally;
  const snakes = Number(identity.settings['snakes']);
  const perPair = gamesPerPair({ snakes });
  // Both sides play every game of a duel; of larger games, each plays half.
  const perSide = snakes === 2 ? perPair : perPair / 2;
  if ((snakes === 2) !== (scores.kind === 'duels'))
    return `tally.pairScores are not those of games of ${snakes} snakes`;
  const scored =
    scores.kind === 'duels'
      ? Object.values(scores.counts).reduce((sum, one) => sum + one, 0)
      : scores.differences.count;
  if (scored !== pairs) return `tally.pairScores are of ${formatCount(scored, 'pair')}, and tally.pairs is ${pairs}`;
  for (const [name, ended] of Object.entries(of)) {
    const games = countGames(ended);
    if (games !== pairs * perSide)
      return `tally.outcomes.${name} are of ${formatCount(games, 'game')}, not of ${pairs * perSide}`;
    if (ended.points > games) return `tally.outcomes.${name} has ${ended.points} points for ${games} games`;
  }
  if (sides.length !== identity.contestants.length) return 'tally.sides and identity.contestants differ in number';
  if (played > pairs * perPair) return `tally.played is ${played}, of ${pairs * perPair} games`;
  return undefined;
}
