/** Games of the journal in the official viewer's format: the game, and frames. */
import { replayGame, type ReplayStep } from '../../inference/replay-game.js';
import { isRecord } from '../../kind-of.js';
import { eliminationOf, isAlive, seatOf } from '../../rules/snakes.js';
import type { Coordinate } from '../../rules/types.js';
import { parseRequest } from '../../wire/reader.js';
import type { Game, Snake } from '../../wire/resources.js';
import type {
  ViewerTurn,
  ViewerCoordinate,
  ViewerDeath,
  ViewerFrame,
  ViewerGame,
  ViewerSnake,
} from '../../wire/viewer.js';
import type { FullGameRow } from '../../journal/game-rows.js';
import type { Query } from '../../journal/journal-queries.js';
import type { JournalReader } from '../../journal/journal.js';

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
  const cast = new Cast(kept);
  const frames: ViewerFrame[] = [];
  const bodies = kept.list.map(({ body }) => body);
  let index = 0;
  for (const turn of replayGame(bodies, kept.end)) {
    const frame = cast.toFrame(turn, kept.list[index - 1]);
    // The end may repeat the board of the last turn.
    if (frames.at(-1)?.Turn === frame.Turn) frames.pop();
    frames.push(frame);
    index++;
  }
  return frames;
}

/**
 * The snakes of a game from frame to frame. Owns their seats, their last bodies and their deaths: our snake's is
 * recorded, the others are inferred from the boards.
 */
class Cast {
  readonly #kept: FullGameRow;
  /** By id, in order of appearance. */
  readonly #snakes = new Map<string, Snake>();
  readonly #deaths = new Map<string, ViewerDeath>();

  constructor(kept: FullGameRow) {
    this.#kept = kept;
  }

  /** `before` is the previous turn, whose answer the frame shows. */
  toFrame(replayed: ReplayStep, before: FullGameRow['list'][number] | undefined): ViewerFrame {
    const { turn, board, you } = replayed.request;
    const present = board.snakes.some(({ id }) => id === you.id) ? board.snakes : [...board.snakes, you];
    for (const snake of present) if (!this.#deaths.has(snake.id)) this.#snakes.set(snake.id, snake);
    this.#noteDeaths(replayed);
    const isLost = before?.turn === turn - 1 && before.feedback?.used === 'no';
    return {
      Turn: turn,
      Snakes: Array.from(this.#snakes.values(), (snake) =>
        toViewerSnake(snake, this.#deaths.get(snake.id) ?? null, snake.id === you.id && isLost),
      ),
      Food: board.food.map(toViewerCell),
      Hazards: board.hazards.map(toViewerCell),
    };
  }

  /** Records new deaths. Our snake lives as long as it is asked for moves. */
  #noteDeaths({ request: { turn, you }, position, isEnd }: ReplayStep): void {
    if (turn === 0) this.#deaths.clear();
    for (const id of this.#snakes.keys()) {
      if (this.#deaths.has(id)) continue;
      const isMine = id === you.id;
      const seat = position.ids.includes(id) ? seatOf(position, id) : -1;
      if (isMine ? !isEnd || this.#kept.died === undefined : seat >= 0 && isAlive(position, seat)) continue;
      const seen = seat < 0 ? undefined : eliminationOf(position, seat);
      this.#deaths.set(
        id,
        isMine ? this.#ownDeath : { Cause: seen?.cause ?? UNKNOWN_CAUSE, Turn: turn, EliminatedBy: seen?.by ?? '' },
      );
    }
  }

  get #ownDeath(): ViewerDeath {
    const { cause = UNKNOWN_CAUSE, killer, died = 0, you } = this.#kept;
    const by = [...this.#snakes.values()].find(({ id, name }) => id !== you && name === killer);
    return { Cause: cause, Turn: died, EliminatedBy: by?.id ?? '' };
  }
}

/**
 * A snake of a frame. The viewer shows the latency "0" as an error, and engines measure 0 for fast answers as well as
 * for late ones: only a turn that is known to be lost gets it.
 */
export function toViewerSnake(snake: Snake, death: ViewerDeath | null, isLost: boolean): ViewerSnake {
  const { id, name, body, health, latency, shout, squad, customizations } = snake;
  const { color, head, tail } = customizations;
  return {
    ID: id,
    Name: name,
    URL: '',
    Body: body.map(toViewerCell),
    Health: health,
    Death: death,
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

export function toViewerCell({ x, y }: Coordinate): ViewerCoordinate {
  return { X: x, Y: y };
}
