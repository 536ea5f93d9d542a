/** Who lives? Some engines leave eliminated snakes on the board, unmarked, for the rest of the game. One census a game. */
import type { Position } from '../rules/position.js';
import { eliminateSnake, eliminationOf, headOf, isAlive } from '../rules/snakes.js';
import type { Cell } from '../rules/types.js';
import { toPosition, type SeatedPosition } from '../wire/to-position.js';
import { eliminateDead } from './eliminate-dead.js';
import type { GameRequest } from '../wire/resources.js';

/** Dead remembered of one game. No game has more snakes; whoever invents them does not fill our memory. */
const MAX_DEAD = 256;

/**
 * Remembers the dead of one game and finds the new ones in each request.
 *
 * Once dead is dead for ever. Newly dead are those whom the rules would eliminate on the board as it arrived; and, when
 * the last turn seen was the one before, those whose head did not move; a game's last request may show the board of the one
 * before again. On turn 0 all live. Whoever is asked for a move lives, and whom it would have died of is dead. Engines that
 * take the dead off the board lose nothing by it.
 */
export class AliveTracker {
  readonly #dead = new Set<string>();
  /** Where the heads of the living were on the last turn seen. */
  readonly #heads = new Map<string, Cell>();
  #turn = -1;
  #position: Position | undefined;

  /** The snakes known to be dead, by id. */
  get dead(): ReadonlySet<string> {
    return this.#dead;
  }

  /**
   * Takes a request in. Returns its position with the living alone in play; it stands until the next call.
   *
   * @param asked whether `you` is asked for a move, and so lives.
   */
  update(request: GameRequest, asked: boolean): SeatedPosition {
    const { turn, you } = request;
    if (turn === 0) this.#dead.clear();
    if (asked) this.#dead.delete(you.id);
    const snakes = request.board.snakes.filter((snake) => snake.body.length > 0 && !this.#dead.has(snake.id));
    if (asked && !snakes.some((snake) => snake.id === you.id)) snakes.push(you);
    const seated = toPosition(request, snakes, this.#position);
    this.#position = seated.position;
    if (turn > 0) {
      eliminateDead(seated.position, request);
      const lain = asked ? killerOf(seated) : undefined;
      if (lain !== undefined) {
        this.#dead.add(lain);
        return this.update(request, asked);
      }
      this.#bury(seated, request, asked);
    }
    this.#remember(seated.position, turn);
    return seated;
  }

  #bury({ position, seat: mine }: SeatedPosition, request: GameRequest, asked: boolean): void {
    const isNext = asked && request.turn === this.#turn + 1;
    for (let seat = 0; seat < position.snakeCount; seat++) {
      const id = position.ids[seat]!;
      if (asked && seat === mine) continue;
      if (isNext && isAlive(position, seat) && this.#heads.get(id) === headOf(position, seat)) {
        eliminateSnake(position, seat, 'snake-collision', -1);
      }
      if (!isAlive(position, seat)) this.#dead.add(id);
    }
    for (const id of this.#dead) {
      if (this.#dead.size <= MAX_DEAD) break;
      this.#dead.delete(id);
    }
  }

  #remember(position: Position, turn: number): void {
    this.#turn = turn;
    this.#heads.clear();
    for (let seat = 0; seat < position.snakeCount; seat++) {
      if (isAlive(position, seat)) this.#heads.set(position.ids[seat]!, headOf(position, seat));
    }
  }
}

/** Who would have killed the snake that is asked, and so lives: then it is the other one that died, on a turn we did not see. */
function killerOf({ position, seat }: SeatedPosition): string | undefined {
  const by = seat < 0 ? undefined : eliminationOf(position, seat)?.by;
  return by === undefined || by === '' || by === position.ids[seat] ? undefined : by;
}
