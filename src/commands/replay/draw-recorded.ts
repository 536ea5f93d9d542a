/**
 * Draws a recorded game as pages of text: each turn as `play` draws it, with notes. Called by `replay` and `autopsy`.
 */
import { replayGame, type ReplayedTurn } from '../../inference/replay-game.js';
import type { Position } from '../../rules/position.js';
import { eliminationOf, isAlive, seatOf } from '../../rules/snakes.js';
import type { Colors } from '../../terminal/colors.js';
import { drawTurn, type DrawnDeath } from '../../terminal/draw-turn.js';
import { printable } from '../../terminal/printable.js';
import type { Snake } from '../../wire/resources.js';
import type { Recording } from './recording.js';

/** A page for each turn, and one for the end. Names, shouts and notes come from strangers and are made printable. */
export function drawRecording({ title, turns, end, result }: Recording, colors: Colors): string[] {
  const snakes = new RecordedSnakes();
  const toPage = (drawing: readonly string[], notes: readonly string[]): string =>
    [printable(title), ...drawing, ...notes.map(printable)].join('\n');
  const requests = turns.map(({ request }) => request);
  const drawings = Array.from(replayGame(requests, end), (turn) => snakes.draw(turn, colors));
  const pages = turns.map(({ notes }, index) => toPage(drawings[index]!, notes));
  return [...pages, toPage(drawings[turns.length] ?? [], [result])];
}

/**
 * The snakes of a game from turn to turn. Owns their letters, which never change, and their deaths. Some engines leave
 * dead snakes on the board and others remove them, so it follows the whole game to know who is alive.
 */
class RecordedSnakes {
  /** By seat: in the order in which they were first seen. */
  readonly #snakes = new Map<string, Snake>();
  readonly #deaths = new Map<string, DrawnDeath>();

  draw({ request: { turn, board, you }, position, isEnd }: ReplayedTurn, colors: Colors): string[] {
    if (turn === 0) this.#deaths.clear();
    for (const snake of [...board.snakes, you]) this.#snakes.set(snake.id, snake);
    const ids = [...this.#snakes.keys()];
    ids.forEach((id, seat) => {
      if (this.#deaths.has(id) || (!isEnd && id === you.id) || isOnBoard(position, id)) return;
      this.#deaths.set(id, { seat, turn, ...causeOf(position, id, ids) });
    });
    const snakes = Array.from(this.#snakes.values(), (snake) => markYou(snake, you));
    return drawTurn({ turn, board, snakes, replies: [], deaths: [...this.#deaths.values()] }, colors);
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

/** Marks the snake that the request was sent to: a file holds the requests of several. */
function markYou(snake: Snake, you: Snake): Snake {
  return snake.id === you.id ? { ...snake, name: `${snake.name} (you)` } : snake;
}
