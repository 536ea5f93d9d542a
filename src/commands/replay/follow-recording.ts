/**
 * Follows a recorded game from turn to turn: its snakes and deaths. Called by every drawing of one, as text or
 * pictures.
 */
import { replayGame, type ReplayStep } from '../../inference/replay-game.js';
import type { Position } from '../../rules/position.js';
import { eliminationOf, isAlive, seatOf } from '../../rules/snakes.js';
import type { Coordinate } from '../../rules/types.js';
import { drawTurn, type DrawnDeath, type TurnDrawing } from '../../terminal/draw-turn.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import type { Recording } from './recording.js';
import type { Colors } from '../../terminal/colors.js';
import { printable } from '../../terminal/printable.js';

/**
 * Each turn of a game, and its final board if there is an `/end`. The board of the last turn is final if the snake was
 * asked on it, and always in a file.
 */
export function followRecording(recording: Recording): TurnDrawing[] {
  const { turns, end, isFile } = recording;
  const snakes = new RecordedSnakes(recording);
  const requests = turns.map(({ request }) => request);
  if (isFile) return requests.map((request) => snakes.show(request));
  const drawn = Array.from(replayGame(requests, end), (turn, index) => snakes.showReplayed(turn, turns[index]?.marks));
  return drawn.filter(({ turn }, index) => turn !== drawn[index + 1]?.turn);
}

/**
 * The snakes of a game from turn to turn. Owns their letters, which never change, and their recorded and inferred
 * deaths. Some engines leave dead snakes on the board and others remove them, so it follows the whole game to know who
 * is alive.
 */
class RecordedSnakes {
  readonly #recording: Recording;
  /** By seat: in order of appearance. */
  readonly #snakes = new Map<string, Snake>();
  readonly #inferred = new Map<string, DrawnDeath>();
  #lastTurn = -1;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** A turn of a game with recorded deaths. */
  show({ turn, board, you }: GameRequest, marks?: readonly Coordinate[]): TurnDrawing {
    for (const snake of [...board.snakes, you]) this.#snakes.set(snake.id, snake);
    const ids = [...this.#snakes.keys()];
    const recorded = (this.#recording.deaths ?? []).flatMap(({ id, cause, by, turn: died }): DrawnDeath[] => {
      const seat = ids.indexOf(id);
      return seat < 0 ? [] : [{ seat, cause, by: by === undefined ? -1 : ids.indexOf(by), turn: died }];
    });
    const mine = this.#recording.you ?? you.id;
    const snakes = [...this.#snakes.values()].map((snake) =>
      snake.id === mine ? { ...snake, name: `${snake.name} (you)` } : snake,
    );
    const deaths = [...recorded, ...this.#inferred.values()];
    return { turn, board, snakes, replies: [], deaths, marks };
  }

  /** A turn of a game whose deaths are inferred from its boards. */
  showReplayed({ request, position, isEnd }: ReplayStep, marks?: readonly Coordinate[]): TurnDrawing {
    const { turn, board, you } = request;
    if (turn === 0) this.#inferred.clear();
    for (const snake of [...board.snakes, you]) this.#snakes.set(snake.id, snake);
    const ids = [...this.#snakes.keys()];
    const isLatest = this.#lastTurn >= 0 && turn > this.#lastTurn + 1 && { isLatest: true };
    ids.forEach((id, seat) => {
      const isKnown = this.#inferred.has(id) || this.#recording.deaths?.some((death) => death.id === id);
      if (isKnown || (!isEnd && id === you.id) || isOnBoard(position, id)) return;
      const death = causeOf(position, id, ids);
      this.#inferred.set(id, { seat, turn, ...death, ...isLatest });
    });
    this.#lastTurn = turn;
    return this.show(request, marks);
  }
}

function isOnBoard(position: Position, id: string): boolean {
  return position.ids.includes(id) && isAlive(position, seatOf(position, id));
}

/**
 * Known only if the engine leaves the body on the board. A snake that counts as dead because it stopped moving has no
 * cause.
 */
function causeOf(position: Position, id: string, ids: readonly string[]): Pick<DrawnDeath, 'cause' | 'by'> {
  const death = position.ids.includes(id) ? eliminationOf(position, seatOf(position, id)) : undefined;
  if (death === undefined || (death.cause === 'snake-collision' && death.by === '')) return { by: -1 };
  return { cause: death.cause, by: ids.indexOf(death.by) };
}

export interface Page {
  /** The number of the shown turn. */
  readonly turn: number;
  readonly text: string;
}

/**
 * A page for each turn, and one for the end; in a file the last turn is the end. Names, shouts and notes are foreign
 * text and made printable.
 */
export function drawRecording(recording: Recording, colors: Colors): Page[] {
  const { title, turns, result, isFile, end } = recording;
  const hasEnd = isFile || end !== undefined;
  const shown = followRecording(recording);
  const toPage = (turn: number, drawing: readonly string[], notes: readonly string[]): Page => {
    return { turn, text: [printable(title), ...drawing, ...notes.map(printable)].join('\n') };
  };
  const pages = shown.map((drawn, index) => {
    const isEnd = hasEnd && index === shown.length - 1;
    return toPage(drawn.turn, drawTurn(drawn, colors), [...(turns[index]?.notes ?? []), ...(isEnd ? [result] : [])]);
  });
  return hasEnd ? pages : [...pages, toPage(turns.at(-1)?.request.turn ?? 0, [], [result])];
}
