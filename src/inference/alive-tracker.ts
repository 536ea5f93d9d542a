/** Tracks which snakes are alive: some engines leave eliminated snakes on the board, unmarked. One per game. */
import type { Position } from '../rules/position.js';
import { eliminateSnake, eliminationOf, headOf, isAlive, NO_KILLER } from '../rules/snakes.js';
import { eliminateSnakes } from '../rules/stages/eliminate.js';
import { shareElimination } from '../rules/stages/squad.js';
import type { Cell, Coordinate } from '../rules/types.js';
import type { GameRequest } from '../wire/resources.js';
import { toPosition, type SeatedPosition } from '../wire/to-position.js';

/** Most dead snakes remembered for a game. No real game has more, but a client may invent ids. */
const MAX_DEAD = 256;

/**
 * Remembers the dead of one game and finds new ones in each request.
 *
 * It owns the ids of the dead and the position it returns, which the next update overwrites. It guarantees:
 * - A dead snake stays dead until it moves, which shows that it was judged wrongly on a board after missed turns, or
 *   until turn 0, where every snake is alive again.
 * - A snake that is asked for a move is alive; if the rules say another snake killed it, that other one is the dead
 *   one.
 * - Otherwise a snake is dead if the rules would eliminate it on the board as it arrived, or if its head has not moved
 *   since the turn before. At the end of a game a still head proves nothing: the last request may repeat the board
 *   before it.
 *
 * It never modifies a request. Engines that remove the dead from the board are served as well.
 */
export class AliveTracker {
  readonly #dead = new Set<string>();
  /** Where the heads of the dead lie. */
  readonly #fallen = new Map<string, Coordinate>();
  /** The living snakes of the last turn, and the head of each. */
  readonly #living: string[] = [];
  readonly #heads: Cell[] = [];
  #turn = -1;
  #firstTurn = -1;
  #shown = 0;
  #hasGaps = false;
  #position: Position | undefined;

  /** The ids of the snakes known to be dead. */
  get dead(): ReadonlySet<string> {
    return this.#dead;
  }

  /** The turn of the first request since turn 0, if any came; −1 before. */
  get firstTurn(): number {
    return this.#firstTurn;
  }

  /** Whether a turn is missing between two requests. */
  get hasGaps(): boolean {
    return this.#hasGaps;
  }

  /** The largest number of snakes on one board. */
  get shown(): number {
    return this.#shown;
  }

  /**
   * Processes the next request. Returns its position, in which dead snakes are eliminated or missing; the next update
   * overwrites it.
   *
   * @param asked whether `you` is asked for a move, and therefore alive.
   */
  update(request: GameRequest, asked: boolean): SeatedPosition {
    const { turn, you } = request;
    if (turn === 0) {
      this.#dead.clear();
      this.#hasGaps = false;
    }
    if (turn === 0 || this.#firstTurn < 0) this.#firstTurn = turn;
    if (this.#turn >= 0 && turn > this.#turn + 1) this.#hasGaps = true;
    this.#shown = Math.max(this.#shown, request.board.snakes.length);
    this.revive(request);
    if (asked) this.#dead.delete(you.id);
    const seated = this.#judge(request, asked);
    this.#recordHeads(seated.position, turn);
    return seated;
  }

  /** The position of a request, in which the snakes are eliminated that must have died. */
  #judge(request: GameRequest, asked: boolean): SeatedPosition {
    const seated = livingPosition(request, this.#dead, asked, this.#position);
    this.#position = seated.position;
    if (request.turn === 0) return seated;
    eliminateDead(seated.position, request);
    const killer = asked ? killerOf(seated) : undefined;
    if (killer !== undefined) {
      this.#dead.add(killer);
      return this.#judge(request, asked);
    }
    this.#recordDeaths(seated, request, asked);
    return seated;
  }

  /** Forgets the deaths of snakes that have moved since. */
  revive({ board }: GameRequest): void {
    for (const { id, body } of board.snakes) {
      const [head, at] = [body[0], this.#fallen.get(id)];
      if (this.#dead.has(id) && at && head && (head.x !== at.x || head.y !== at.y)) this.#dead.delete(id);
    }
  }

  #recordDeaths({ position, seat: mine }: SeatedPosition, request: GameRequest, asked: boolean): void {
    const isNext = asked && request.turn === this.#turn + 1;
    for (let seat = 0; seat < position.snakeCount; seat++) {
      const id = position.ids[seat]!;
      if (asked && seat === mine) continue;
      if (isNext && isAlive(position, seat) && this.#headOf(id) === headOf(position, seat)) {
        eliminateSnake(position, seat, 'snake-collision', NO_KILLER);
      }
      if (!isAlive(position, seat)) this.#dead.add(id);
    }
    for (const id of this.#dead) {
      if (this.#dead.size <= MAX_DEAD) break;
      this.#dead.delete(id);
    }
    this.#fallen.clear();
    for (const { id, body } of request.board.snakes) if (this.#dead.has(id)) this.#fallen.set(id, { ...body[0]! });
  }

  #recordHeads(position: Position, turn: number): void {
    this.#turn = turn;
    let count = 0;
    for (let seat = 0; seat < position.snakeCount; seat++) {
      if (!isAlive(position, seat)) continue;
      this.#living[count] = position.ids[seat]!;
      this.#heads[count++] = headOf(position, seat);
    }
    this.#living.length = count;
  }

  #headOf(id: string): Cell | undefined {
    const index = this.#living.lastIndexOf(id);
    return index < 0 ? undefined : this.#heads[index];
  }
}

/**
 * The position of a request without the snakes known to be dead.
 *
 * @param asked whether `you` is asked for a move: it is then on the position even if the engine left it off the board.
 * @param into a position to build into if it has the right size.
 */
export function livingPosition(
  request: GameRequest,
  dead: ReadonlySet<string>,
  asked: boolean,
  into?: Position,
): SeatedPosition {
  const { board, you } = request;
  const snakes = board.snakes.filter((snake) => snake.body.length > 0 && !dead.has(snake.id));
  if (asked && !snakes.some((snake) => snake.id === you.id)) snakes.push(you);
  return toPosition(request, snakes, into);
}

/** The snake that killed the asked one, by the rules. It must have died itself, on a turn without a request. */
function killerOf({ position, seat }: SeatedPosition): string | undefined {
  const by = seat < 0 ? undefined : eliminationOf(position, seat)?.by;
  return by === undefined || by === '' || by === position.ids[seat] ? undefined : by;
}

/** Eliminates **in place** every snake that the rules would eliminate here, and its squad mates if they die with it. */
export function eliminateDead(position: Position, request: GameRequest): void {
  eliminateSnakes(position, { stacksAreHarmless: true });
  if (sharesElimination(request)) shareElimination(position);
}

/** Whether squad mates die together in this game. */
export function sharesElimination({ game: { ruleset } }: GameRequest): boolean {
  return ruleset.name === 'squad' && ruleset.settings.squad.sharedElimination;
}
