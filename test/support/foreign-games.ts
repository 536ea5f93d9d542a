/** A recording of ours, written as other tools write games. Each form is the list of its JSON values. */
import type { GameRequest, Snake } from '../../src/wire/resources.js';
import type { ViewerFrame, ViewerGame, ViewerSnake } from '../../src/wire/viewer.js';

interface TurnLine extends GameRequest {
  readonly moves: Readonly<Record<string, keyof typeof STEPS>>;
  readonly deaths: readonly {
    readonly id: string;
    readonly cause: string;
    readonly by: string;
    readonly turn: number;
  }[];
}

/** The values of a recording: the game, a line for each board, the result. */
export interface Recording {
  readonly about: Readonly<Record<string, unknown>>;
  readonly turns: readonly TurnLine[];
  readonly result: Readonly<Record<string, unknown>>;
}

export function parseRecording(lines: readonly string[]): Recording {
  const [about, ...others] = lines.map((line) => JSON.parse(line) as unknown);
  return { about, turns: others.slice(0, -1), result: others.at(-1) } as Recording;
}

const STEPS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] } as const;

/** The last body of a snake that dies: one step further and one turn hungrier. */
function afterStep(snake: Snake, { moves, board, game }: TurnLine): Snake {
  const [dx, dy] = STEPS[moves[snake.id]!];
  const { x, y } = snake.body[0]!;
  const wrap = (value: number, side: number) => (game.ruleset.name === 'wrapped' ? (value + side) % side : value);
  const head = { x: wrap(x + dx, board.width), y: wrap(y + dy, board.height) };
  return { ...snake, head, body: [head, ...snake.body.slice(0, -1)], health: Math.max(0, snake.health - 1) };
}

function toViewerSnake(snake: Snake, Death: ViewerSnake['Death']): ViewerSnake {
  const { id: ID, name: Name, health: Health, body, customizations, latency, shout, squad } = snake;
  const Body = body.map(({ x, y }) => ({ X: x, Y: y }));
  const { color: Color, head: HeadType, tail: TailType } = customizations;
  return { ID, Name, Body, Health, Death, Color, HeadType, TailType, Latency: latency, Shout: shout, Squad: squad };
}

function framesOf({ turns }: Recording): ViewerFrame[] {
  const shown = new Map<string, ViewerSnake>();
  return turns.map((line) => {
    const { turn, board, deaths } = line;
    for (const snake of board.snakes) shown.set(snake.id, toViewerSnake(snake, null));
    const [Food, Hazards] = [board.food, board.hazards].map((cells) => cells.map(({ x, y }) => ({ X: x, Y: y })));
    const frame = { Turn: turn, Snakes: [...shown.values()], Food: Food!, Hazards: Hazards! };
    for (const { id, cause: Cause, by: EliminatedBy, turn: Turn } of deaths) {
      const snake = afterStep(
        board.snakes.find((each) => each.id === id)!,
        line,
      );
      shown.set(id, toViewerSnake(snake, { Cause, Turn, EliminatedBy }));
    }
    return frame;
  });
}

function viewerGameOf({ turns }: Recording): ViewerGame {
  const { game, board } = turns[0]!;
  const { name, version, settings } = game.ruleset;
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale, squad } = settings;
  const stated = { name, version, foodSpawnChance, minimumFood, hazardDamagePerTurn, ...royale, ...squad };
  const Ruleset = Object.fromEntries(Object.entries(stated).map(([key, value]) => [key, String(value)]));
  const { id: ID, timeout: SnakeTimeout, map, source: Source } = game;
  return { ID, Status: 'complete', Width: board.width, Height: board.height, Ruleset, SnakeTimeout, Source, Map: map };
}

/** The requests that a snake gets, `/start` and `/end` included. */
function requestsTo(you: string, { turns }: Recording): unknown[] {
  const { board: first } = turns[0]!;
  const last = (turn: number) =>
    turns
      .slice(0, turn + 1)
      .flatMap((line) => line.board.snakes.filter(({ id }) => id === you))
      .at(-1);
  const asked = turns.filter(({ board }) => board.snakes.some(({ id }) => id === you));
  return [turns[0]!, ...asked.filter((line) => line !== turns.at(-1)), turns.at(-1)!].map(({ game, turn, board }) => ({
    game,
    turn,
    board,
    you: last(turn) ?? first.snakes[0],
  }));
}

/** With the keys of another case: numbers and text stay. */
function withKeys(value: unknown, toKey: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withKeys(item, toKey));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [toKey(key), withKeys(part, toKey)]));
}

/** With all numbers as text. */
function withTexts(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'number' ? String(part) : part));
}

/** Forms with frames: they have the deaths as well. */
export const FRAMED: Readonly<Record<string, (recording: Recording) => unknown[]>> = {
  'answers of an engine': (it) => [{ Game: viewerGameOf(it) }, { count: 1, frames: framesOf(it) }],
  'pages of the engine in Go': (it) => {
    const frames = framesOf(it);
    const pages = [frames.slice(0, 5), frames.slice(5)].map((Frames) => ({ Count: Frames.length, Frames }));
    return [{ Game: viewerGameOf(it), LastFrame: frames.at(-1) }, ...pages, { Count: 0, Frames: null }];
  },
  'a downloaded game': (it) => [{ Game: viewerGameOf(it), Frames: framesOf(it) }],
  'a list of frames after the game': (it) => [{ Game: viewerGameOf(it) }, framesOf(it)],
  'a saved stream': (it) => [
    ...framesOf(it).map((Data) => ({ Type: 'frame', Data })),
    { Type: 'game_end', Data: viewerGameOf(it) },
  ],
  'a stream that begins with its game': (it) => [
    { Game: viewerGameOf(it) },
    ...framesOf(it).map((Data) => ({ Type: 'frame', Data })),
    { Type: 'game_end', Data: {} },
  ],
  'keys in lower case': (it) =>
    [{ id: 'a test', game: viewerGameOf(it), frames: framesOf(it) }].map((value) => ({
      ...value,
      game: { ...(withKeys(value.game, (key) => key.toLowerCase()) as object), ruleset: value.game.Ruleset },
      frames: withKeys(value.frames, (key) => key[0]!.toLowerCase() + key.slice(1)),
    })),
  'numbers as text': (it) => [withTexts({ Game: viewerGameOf(it), Frames: framesOf(it) })],
};

/** Forms without moves and deaths. */
export const BARE: Readonly<Record<string, (recording: Recording) => unknown[]>> = {
  'the official command-line tool': ({ about, turns, result }) => {
    const { id, ruleset, map, timeout, source } = about;
    const { winnerId, winnerName, isDraw } = result;
    const boards = turns.map(({ game, turn, board, you }) => ({ game, turn, board, you }));
    return [{ id, ruleset, map, timeout, source }, ...boards, { winnerId, winnerName, isDraw }];
  },
  'saved requests': (it) => {
    const last = (id: string) => it.turns.findLastIndex(({ board }) => board.snakes.some((snake) => snake.id === id));
    const [longest] = it.turns[0]!.board.snakes.toSorted((one, other) => last(other.id) - last(one.id));
    return requestsTo(longest!.id, it);
  },
};

/** How the values of a file are written one after the other. */
export const LAYOUTS: Readonly<Record<string, (values: readonly unknown[]) => string>> = {
  'a line each': (values) => values.map((value) => JSON.stringify(value)).join('\n'),
  'lines of Windows, and a byte order mark': (values) =>
    `\uFEFF${values.map((value) => JSON.stringify(value)).join('\r\n')}\r\n`,
  'no breaks': (values) => values.map((value) => JSON.stringify(value)).join(''),
  'many lines': (values) => values.map((value) => JSON.stringify(value, undefined, 2)).join('\n\n'),
  'a list': (values) => JSON.stringify(values),
};
