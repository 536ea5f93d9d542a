/** Games of the journal in the official viewer's format: the game, and frames. */
import { isRecord } from '../../errors/kind-of.js';
import type { Coordinate } from '../../rules/types.js';
import { parseRequest } from '../../wire/reader.js';
import { DEFAULT_CUSTOMIZATION, type Game } from '../../wire/resources.js';
import type { ViewerTurn, ViewerCoordinate, ViewerFrame, ViewerGame, ViewerSnake } from '../../wire/viewer.js';
import type { FullGameRow } from '../../views/game-rows.js';
import type { Query, JournalReader } from '../../journal/journal.js';
import type { BoardSnakeView, GameBoardView } from '../../views/game.js';
import { followGame } from '../../recorded/board-history.js';

export interface ViewerSource {
  /**
   * The key of the game at an address; `undefined` if there is none. An address has the whole id of the game here, or
   * the engine's, so that games cannot be guessed.
   */
  find(id: string): Promise<string | undefined>;
  /** A game and some of its frames; `undefined` if it was deleted. */
  read(key: string, offset: number, limit: number): Promise<FramesView | undefined>;
}

/**
 * The games of a journal, finished or not. Guarantees one query of the journal at a time: viewers may wait, other users
 * do not.
 */
export class JournalViewerSource implements ViewerSource {
  readonly #journal: JournalReader;
  #last: Promise<unknown> = Promise.resolve();

  constructor(journal: JournalReader) {
    this.#journal = journal;
  }

  async find(id: string): Promise<string | undefined> {
    const games = await this.#ask(() => this.#journal.findIds(id));
    return games.find((found) => found.id === id || found.game === id)?.id;
  }

  read(key: string, offset: number, limit: number): Promise<FramesView | undefined> {
    return this.#ask(() => this.#journal.ask(framesQuery, { id: key, offset, limit }));
  }

  #ask<Result>(question: () => Promise<Result>): Promise<Result> {
    const answer = this.#last.then(question);
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}

/**
 * An engine that removes dead snakes from the board does not report the cause; an empty one would mean that they live.
 */
const UNKNOWN_CAUSE = 'unknown';

interface FramesQuery {
  readonly id: string;
  readonly offset: number;
  readonly limit: number;
}

export interface FramesView {
  readonly game: ViewerGame;
  readonly count: number;
  readonly frames: readonly ViewerFrame[];
  readonly isOver: boolean;
}

export const framesQuery: Query<FramesQuery, FramesView | undefined> = {
  name: 'frames',
  async run({ db }, { id, ...page }) {
    const { findGame } = await import('../../journal/store/read-games.js');
    const game = await findGame(db, id);
    return game && viewGame(game, page);
  },
};

/**
 * A game in the viewer's format; an imported one as its engine sent it, as far as known. Dead snakes stay in all later
 * frames, with their last body.
 */
export function viewGame(kept: FullGameRow, { offset, limit }: Omit<FramesQuery, 'id'>): FramesView {
  const bodies = [...kept.list.map(({ body }) => body), ...(kept.end === undefined ? [] : [kept.end])];
  const imported = kept.imported && readImported(bodies);
  const frames = imported?.frames ?? toFrames(kept);
  const isOver = kept.endedAt !== undefined;
  return {
    game: imported?.game ?? toGame(kept, bodies[0]),
    count: frames.length,
    frames: frames.slice(offset, offset + limit),
    isOver,
  };
}

/** The source of an imported game; `undefined` if one of its requests lacks it. */
function readImported(
  bodies: readonly string[],
): { readonly game: ViewerGame; readonly frames: ViewerFrame[] } | undefined {
  const viewed = bodies.map((body) => {
    const request: unknown = JSON.parse(body);
    return isRecord(request) ? (request['viewer'] as ViewerTurn | undefined) : undefined;
  });
  const [first] = viewed;
  if (first === undefined || viewed.includes(undefined)) return undefined;
  return { game: first.game, frames: viewed.map((turn) => turn!.frame) };
}

function toGame(kept: FullGameRow, body: string | undefined): ViewerGame {
  const { id, width, height } = kept;
  const isOver = kept.endedAt !== undefined;
  if (body !== undefined) return toViewerGame(id, parseRequest(body).game, { width, height }, isOver);
  return { ID: id, Status: isOver ? 'complete' : 'running', Width: width, Height: height, Ruleset: {} };
}

export function toViewerGame(
  id: string,
  { ruleset, map, timeout, source }: Game,
  { width, height }: { readonly width: number; readonly height: number },
  isOver: boolean,
): ViewerGame {
  const size = { ID: id, Status: isOver ? 'complete' : 'running', Width: width, Height: height };
  return {
    ...size,
    Ruleset: toRuleset(ruleset),
    SnakeTimeout: timeout,
    Source: source,
    RulesetName: ruleset.name,
    RulesStages: [],
    Map: map,
  };
}

/** The settings as strings, as the official engine names them; the version shows how its turns are counted. */
function toRuleset({ name, version, settings }: Game['ruleset']): Record<string, string> {
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale, squad } = settings;
  const numbers = { foodSpawnChance, minimumFood, hazardDamagePerTurn, ...royale, ...(name === 'squad' && squad) };
  const texts = Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]));
  return { name, ...(version !== '' && { version }), ...texts };
}

function toFrames(kept: FullGameRow): ViewerFrame[] {
  return [...followGame([kept])].map(({ turn, board }, index, boards) => {
    const before = boards[index - 1]?.row;
    return toViewerFrame(turn, board, before?.turn === turn - 1 && before.feedback?.used === 'no');
  });
}

/** With the snakes that are wholly seen: the viewer knows no fog. `isLost`: the engine did not use our last answer. */
export function toViewerFrame(turn: number, { snakes, food, hazards }: GameBoardView, isLost = false): ViewerFrame {
  return {
    Turn: turn,
    Snakes: snakes
      .filter(({ isUnseen }) => isUnseen !== true)
      .map((snake) => toViewerSnake(snake, isLost && snake.isYou === true)),
    Food: food.map(toViewerCell),
    Hazards: hazards.map(toViewerCell),
  };
}

/**
 * A snake of a frame. The viewer shows the latency "0" as an error, and engines measure 0 for fast answers as well as
 * for late ones: only a turn that is known to be lost gets it.
 */
function toViewerSnake({ latency = '', ...snake }: BoardSnakeView, isLost: boolean): ViewerSnake {
  const { id, name, body, health, shout = '', squad = '', color, death } = snake;
  const { head = DEFAULT_CUSTOMIZATION.head, tail = DEFAULT_CUSTOMIZATION.tail } = snake;
  return {
    ID: id,
    Name: name,
    URL: '',
    Body: body.map(toViewerCell),
    Health: Number(health),
    Death: death ? { Cause: death.cause ?? UNKNOWN_CAUSE, Turn: death.turn, EliminatedBy: death.by ?? '' } : null,
    Color: color,
    HeadType: head,
    TailType: tail,
    Latency: isLost ? '0' : Number(latency) === 0 ? '' : latency,
    Shout: shout,
    Squad: squad,
    APIVersion: '1',
    Author: '',
    StatusCode: 200,
    Error: '',
    IsBot: false,
    IsEnvironment: false,
  };
}

function toViewerCell({ x, y }: Coordinate): ViewerCoordinate {
  return { X: x, Y: y };
}
