/**
 * The resources of the Battlesnake API v1: each definition gives type, schema and defaults. Field names are the API's
 * (docs.battlesnake.com/api). A default replaces a value that is absent, null or wrong. Fields without a default are
 * those without which no answer is possible.
 */
import { Type, type Static, type TSchema } from './type.js';

/** A string that may be absent. */
const text = (description: string, fallback = '') => Type.String({ default: fallback, description });
/** A value that fog of war may hide: null if it is absent, null or wrong. */
const hidden = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true, default: null });
const flag = (description: string) => Type.Boolean({ default: false, description });

const CoordinateSchema = Type.Object(
  {
    x: Type.Integer({ description: 'column, 0 at the left' }),
    y: Type.Integer({ description: 'row, 0 at the bottom' }),
  },
  { description: 'A cell. Heads of snakes that just died may lie off the board.' },
);

const Coordinates = (description: string) => Type.Array(CoordinateSchema, { default: [], description });

export const RulesetSettings = Type.Object(
  {
    foodSpawnChance: Type.Integer({ default: 15, description: 'chance in 100 that a turn brings new food' }),
    minimumFood: Type.Integer({ default: 1, description: 'keep at least this much food on the board' }),
    hazardDamagePerTurn: Type.Integer({ default: 14, description: 'health lost on a hazard; negative heals' }),
    viewRadius: Type.Optional(Type.Integer({ description: 'with fog of war: steps from the head that a snake sees' })),
    hazardMap: text('deprecated: the name of a hazard map'),
    hazardMapAuthor: text('deprecated: its author'),
    royale: Type.Object(
      { shrinkEveryNTurns: Type.Integer({ default: 25, description: 'turns between two shrinks of the safe area' }) },
      { default: {}, description: 'settings of royale' },
    ),
    squad: Type.Object(
      {
        allowBodyCollisions: flag('squad mates may cross each other'),
        sharedElimination: flag('if one is eliminated, all are'),
        sharedHealth: flag('all have the health of the healthiest'),
        sharedLength: flag('all have the length of the longest'),
      },
      { default: {}, description: 'settings of squad' },
    ),
  },
  { default: {}, description: 'The numbers that a ruleset is played with.' },
);
/** The numbers that a ruleset is played with, complete. */
export type RulesetSettings = Static<typeof RulesetSettings>;

export const Ruleset = Type.Object(
  {
    name: text(
      'standard, solo, royale, wrapped, constrictor, wrapped_constrictor, squad, or one unknown to us',
      'standard',
    ),
    version: text('release of the rules; "cli" from the command-line engine'),
    settings: RulesetSettings,
  },
  { default: {}, description: 'Which game is played.' },
);
/** Which game is played: name, version and settings. */
export type Ruleset = Static<typeof Ruleset>;

/** The timeout if the engine sends none, in ms. */
export const DEFAULT_TIMEOUT = 500;

export const Game = Type.Object(
  {
    id: Type.String({ minLength: 1, description: 'the same in all requests of a game' }),
    ruleset: Ruleset,
    map: text('id of the map; empty if the engine does not say'),
    timeout: Type.Integer({
      minimum: 1,
      maximum: 3_600_000,
      default: DEFAULT_TIMEOUT,
      description: 'ms from the engine sending a request to our answer reaching it, overhead included',
    }),
    source: text('the kind of event: tournament, league, arena, challenge, custom, or empty'),
  },
  { description: 'The game that a request is about.' },
);
/** The game that a request is about. */
export type Game = Static<typeof Game>;

/** The customization of a snake that has none. */
export const DEFAULT_CUSTOMIZATION = { color: '#888888', head: 'default', tail: 'default' } as const;

export const Customizations = Type.Object(
  {
    color: text('#rrggbb', DEFAULT_CUSTOMIZATION.color),
    head: text('name of the head', DEFAULT_CUSTOMIZATION.head),
    tail: text('name of the tail', DEFAULT_CUSTOMIZATION.tail),
  },
  { default: {}, description: 'How a snake is drawn.' },
);
/** How a snake is drawn. */
export type Customizations = Static<typeof Customizations>;

const snakeFields = {
  id: text('the same in all requests of a game'),
  name: text('as registered with the engine'),
  health: Type.Integer({ minimum: 0, maximum: 100, default: 100, description: '0 to 100' }),
  body: Coordinates('from head to tail; stacked cells repeat'),
  latency: text('ms that the engine measured for the last turn, as a string; some engines send "0" after a timeout'),
  head: Type.Object(
    { x: Type.Integer({ default: 0 }), y: Type.Integer({ default: 0 }) },
    { default: {}, description: 'the first cell of the body' },
  ),
  length: Type.Integer({ minimum: 0, default: 0, description: 'number of cells of the body' }),
  shout: text('what the snake shouted with its last move'),
  squad: text('squad mates share this; empty outside of squad games'),
  customizations: Customizations,
};

export const Snake = Type.Object(snakeFields, { default: {}, description: 'A snake on the board.' });
/** A snake on the board. The first cell of its body is its head. */
export type Snake = Static<typeof Snake>;

export const UnseenSnake = Type.Object(
  {
    ...snakeFields,
    health: hidden(Type.Integer({ minimum: 1, maximum: 100, description: '1 to 100' })),
    body: Type.Array(hidden(CoordinateSchema), { default: [], description: 'null: one or more hidden cells' }),
    head: hidden(CoordinateSchema),
    length: hidden(Type.Integer({ minimum: 0, description: 'as the engine sends it, perhaps inexact' })),
  },
  { default: {}, description: 'A living snake that fog of war hides, wholly or in part.' },
);
/** A living snake that fog of war hides, wholly or in part: what is not seen is null, a body without a cell empty. */
export type UnseenSnake = Static<typeof UnseenSnake>;
export type AnySnake = Snake | UnseenSnake;

/** The snake that is asked. An id and a cell are required. */
export const You = Type.Object(
  {
    ...snakeFields,
    id: Type.String({ minLength: 1 }),
    body: Type.Array(CoordinateSchema, { minItems: 1, description: 'from head to tail' }),
  },
  { description: 'The snake that is asked.' },
);

/** Longest side of a board, in cells. */
export const MAX_BOARD_SIDE = 100;
const side = Type.Integer({ minimum: 1, maximum: MAX_BOARD_SIDE });

export const Board = Type.Object(
  {
    height: side,
    width: side,
    food: Coordinates('cells with food'),
    hazards: Coordinates('cells with hazards; stacked ones repeat'),
    snakes: Type.Array(Snake, { default: [], description: 'the snakes; some engines leave eliminated ones in' }),
    unseen: Type.Array(UnseenSnake, { default: [], description: 'with fog of war: the snakes not wholly seen' }),
  },
  { description: 'The board of one turn.' },
);
/** The board of one turn, as the API describes it. */
export type Board = Static<typeof Board>;

export const GameRequest = Type.Object(
  {
    game: Game,
    turn: Type.Integer({ minimum: 0, default: 0, description: 'turn number; the first is 0' }),
    board: Board,
    you: You,
  },
  { description: 'The body of /start, /move and /end.' },
);
/** The body of `/start`, `/move` and `/end`, complete and of the right types, as {@link readRequest} returns it. */
export type GameRequest = Static<typeof GameRequest>;

/** The key of one snake's game. All three parts are needed: a mounted snake may play twice in one game. */
export interface GameRef {
  /** Prefix of the mounted snake that plays. */
  readonly snake: string;
  /** The engine's id of the game. */
  readonly game: string;
  /** The engine's id of our snake in it. */
  readonly you: string;
}

/** The `latency` that an engine reports with a snake, in ms; NaN if it reports none. "0" may also mean a timeout. */
export function parseLatency(latency: string): number {
  return latency.trim() === '' ? Number.NaN : Number(latency);
}
