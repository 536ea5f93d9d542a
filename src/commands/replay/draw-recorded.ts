/** A recorded game as pages of text: each turn as `play` draws it, with what was made of it. */
import { drawTurn, type Gone } from '../../arena/output/draw-turn.js';
import { COLORED, PLAIN, printable, type Paint } from '../../terminal/paint.js';
import type { Position } from '../../rules/position.js';
import { eliminationOf, isAlive, seatOf } from '../../rules/snakes.js';
import { AliveTracker } from '../../inference/alive-tracker.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import type { Recording } from './recording.js';

/** Colours where people look on, unless they want none: see https://no-color.org. */
export function paintOfTerminal(): Paint {
  return process.stdout.isTTY && !process.env['NO_COLOR'] ? COLORED : PLAIN;
}

/** A page for each turn, and one for the end. Other players choose names and shouts: nothing in them is to be obeyed by a terminal. */
export function drawRecording({ title, turns, end, result }: Recording, paint: Paint): string[] {
  const roll = new Roll();
  const toPage = (drawing: readonly string[], notes: readonly string[]): string =>
    [printable(title), ...drawing, ...notes.map(printable)].join('\n');
  const pages = turns.map(({ request, notes }) => toPage(roll.draw(request, true, paint), notes));
  return [...pages, toPage(end === undefined ? [] : roll.draw(end, false, paint), [result])];
}

/**
 * The snakes of a game, from turn to turn. Some engines leave the dead on the board and some take them off; only what went
 * before tells who lives, and each keeps its letter.
 */
class Roll {
  readonly #census = new AliveTracker();
  /** By seat: in the order in which they were first seen. */
  readonly #snakes = new Map<string, Snake>();
  readonly #gone = new Map<string, Gone>();

  /** @param asked whether `you` is asked for a move, and so lives. */
  draw(request: GameRequest, asked: boolean, paint: Paint): string[] {
    const { turn, board, you } = request;
    if (turn === 0) this.#gone.clear();
    for (const snake of [...board.snakes, you]) this.#snakes.set(snake.id, snake);
    const ids = [...this.#snakes.keys()];
    const counted = this.#census.update(request, asked);
    ids.forEach((id, seat) => {
      if (this.#gone.has(id) || (asked && id === you.id) || lives(counted.position, id)) return;
      this.#gone.set(id, { seat, turn, ...causeOf(counted.position, id, ids) });
    });
    const frame = { turn, board, snakes: Array.from(this.#snakes.values(), (snake) => named(snake, you)) };
    return drawTurn({ frame, replies: [], deaths: [...this.#gone.values()] }, paint);
  }
}

function lives(position: Position, id: string): boolean {
  return position.ids.includes(id) && isAlive(position, seatOf(position, id));
}

/** As far as the board shows it: it is that of an engine that leaves the dead there. Of those found by their stillness it shows nothing. */
function causeOf(position: Position, id: string, ids: readonly string[]): Pick<Gone, 'cause' | 'by'> {
  const death = position.ids.includes(id) ? eliminationOf(position, seatOf(position, id)) : undefined;
  if (death === undefined || (death.cause === 'snake-collision' && death.by === '')) return { by: -1 };
  return { cause: death.cause, by: ids.indexOf(death.by) };
}

/** With a word on whose eyes the page is seen with: a file has the requests of several. */
function named(snake: Snake, you: Snake): Snake {
  return { ...snake, name: `${printable(snake.name)}${snake.id === you.id ? ' (you)' : ''}` };
}
