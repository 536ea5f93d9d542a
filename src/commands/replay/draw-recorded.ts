/**
 * Draws a recorded game as pages of text: each turn as `play` draws it, with notes. Called by `replay` and `autopsy`.
 */
import { replayGame, type ReplayedTurn } from '../../inference/replay-game.js';
import type { Position } from '../../rules/position.js';
import { eliminationOf, isAlive, seatOf } from '../../rules/snakes.js';
import type { Coordinate } from '../../rules/types.js';
import type { Colors } from '../../terminal/colors.js';
import { drawTurn, type DrawnDeath } from '../../terminal/draw-turn.js';
import { printable } from '../../terminal/printable.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import type { Recording } from './recording.js';

/** A page of a drawn game. */
export interface Page {
  /** The number of the turn that it shows. */
  readonly turn: number;
  readonly text: string;
}

/**
 * A page for each turn, and one for the end; in a file the last turn is the end. Names, shouts and notes come from
 * strangers and are made printable.
 */
export function drawRecording(recording: Recording, colors: Colors): Page[] {
  const { title, turns, end, result, isFile } = recording;
  const snakes = new RecordedSnakes(recording);
  const toPage = (turn: number, drawing: readonly string[], notes: readonly string[]): Page => {
    return { turn, text: [printable(title), ...drawing, ...notes.map(printable)].join('\n') };
  };
  const requests = turns.map(({ request }) => request);
  const drawings = isFile
    ? requests.map((request) => snakes.draw(request, colors))
    : Array.from(replayGame(requests, end), (turn, index) => snakes.drawReplayed(turn, colors, turns[index]?.marks));
  const pages = turns.map(({ request, notes }, index) => {
    const isEnd = isFile && index === turns.length - 1;
    return toPage(request.turn, drawings[index]!, isEnd ? [...notes, result] : notes);
  });
  const last = end?.turn ?? requests.at(-1)?.turn ?? 0;
  return isFile ? pages : [...pages, toPage(last, drawings[turns.length] ?? [], [result])];
}

/**
 * The snakes of a game from turn to turn. Owns their letters, which never change, and their deaths: those on record,
 * and those it infers. Some engines leave dead snakes on the board and others remove them, so it follows the whole game
 * to know who is alive.
 */
class RecordedSnakes {
  readonly #recording: Recording;
  /** By seat: in the order in which they were first seen. */
  readonly #snakes = new Map<string, Snake>();
  readonly #inferred = new Map<string, DrawnDeath>();
  #lastTurn = -1;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** A turn of a game whose deaths are all on record. */
  draw({ turn, board, you }: GameRequest, colors: Colors, marks?: readonly Coordinate[]): string[] {
    for (const snake of [...board.snakes, you]) this.#snakes.set(snake.id, snake);
    const ids = [...this.#snakes.keys()];
    const recorded = (this.#recording.deaths ?? []).flatMap(({ id, cause, by, turn: died }): DrawnDeath[] => {
      const seat = ids.indexOf(id);
      return seat < 0 ? [] : [{ seat, cause, by: by === undefined ? -1 : ids.indexOf(by), turn: died }];
    });
    const mine = this.#recording.you ?? you.id;
    const snakes = Array.from(this.#snakes.values(), (snake) => markYou(snake, mine));
    const deaths = [...recorded, ...this.#inferred.values()];
    return drawTurn({ turn, board, snakes, replies: [], deaths, marks }, colors);
  }

  /** A turn of a game whose deaths follow from its boards. */
  drawReplayed({ request, position, isEnd }: ReplayedTurn, colors: Colors, marks?: readonly Coordinate[]): string[] {
    const { turn, board, you } = request;
    if (turn === 0) this.#inferred.clear();
    for (const snake of [...board.snakes, you]) this.#snakes.set(snake.id, snake);
    const ids = [...this.#snakes.keys()];
    const isLatest = this.#lastTurn >= 0 && turn > this.#lastTurn + 1;
    ids.forEach((id, seat) => {
      const isKnown = this.#inferred.has(id) || this.#recording.deaths?.some((death) => death.id === id);
      if (isKnown || (!isEnd && id === you.id) || isOnBoard(position, id)) return;
      const death = causeOf(position, id, ids);
      this.#inferred.set(id, { seat, turn, ...death, isLatest: isLatest && death.cause === undefined });
    });
    this.#lastTurn = turn;
    return this.draw(request, colors, marks);
  }
}

function isOnBoard(position: Position, id: string): boolean {
  return position.ids.includes(id) && isAlive(position, seatOf(position, id));
}

/**
 * Known only if the engine leaves the body on the board. A snake that was inferred to be dead because it stopped moving
 * has no cause.
 */
function causeOf(position: Position, id: string, ids: readonly string[]): Pick<DrawnDeath, 'cause' | 'by'> {
  const death = position.ids.includes(id) ? eliminationOf(position, seatOf(position, id)) : undefined;
  if (death === undefined || (death.cause === 'snake-collision' && death.by === '')) return { by: -1 };
  return { cause: death.cause, by: ids.indexOf(death.by) };
}

/** Marks the snake whose game is shown: a file holds the requests of several. */
function markYou(snake: Snake, you: string): Snake {
  return snake.id === you ? { ...snake, name: `${snake.name} (you)` } : snake;
}
