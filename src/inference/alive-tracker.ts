/** Tracks which snakes are alive: some engines leave eliminated snakes on the board, unmarked. One per game. */
import { cellAt } from '../rules/cells.js';
import type { Position } from '../rules/position.js';
import { eliminateSnake, eliminationOf, headOf, isAlive, NO_KILLER } from '../rules/snakes.js';
import { eliminateSnakes } from '../rules/stages/eliminate.js';
import { shareElimination } from '../rules/stages/squad.js';
import { MAX_SNAKES, type Cell, type Coordinate } from '../rules/types.js';
import type { PlainSnake } from '../rules/plain.js';
import { isFogged, listedOn, livingOn } from '../wire/fog.js';
import type { Board, GameRequest } from '../wire/resources.js';
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
 * - With fog of war, nothing of that can be judged: the snakes that the engine lists live, and the others are dead.
 *
 * It never modifies a request. Engines that remove the dead from the board are served as well.
 */
export class AliveTracker {
  readonly #dead = new Set<string>();
  /** Where the heads of the dead lie. */
  readonly #fallen = new Map<string, Coordinate>();
  /** The living snakes of the last turn, and the head of each. */
  #living: readonly string[] = [];
  #heads: readonly Cell[] = [];
  #turn = -1;
  #position: Position | undefined;
  /** The turn of the first request since turn 0, if any came; −1 before. */
  firstTurn = -1;
  /** Whether a turn is missing between two requests. */
  hasGaps = false;
  /** The largest number of snakes on one board. */
  shown = 0;

  /** The ids of the snakes known to be dead. */
  get dead(): ReadonlySet<string> {
    return this.#dead;
  }

  /**
   * Processes the next request. Returns its position, in which dead snakes are eliminated or missing; the next update
   * overwrites it.
   *
   * @param asked whether `you` is asked for a move, and therefore alive.
   */
  update(request: GameRequest, asked: boolean): SeatedPosition {
    this.#begin(request, asked);
    return this.#judge(request, asked);
  }

  /**
   * The same for a request for a move, but builds a position only if a snake may have died. On most turns none has:
   * then it returns nothing, and {@link livingPosition} is the position.
   */
  follow(request: GameRequest): SeatedPosition | undefined {
    this.#begin(request, true);
    const { board, turn } = request;
    const snakes = livingSnakes(request, this.#dead, true);
    const heads = snakes.map(({ body }) => cellAt(board, body[0]!.x, body[0]!.y));
    const mayHaveDied = snakes.length > MAX_SNAKES || (turn > 0 && this.#mayHaveDied(board, snakes, heads));
    if (mayHaveDied || isFogged(request)) return this.#judge(request, true);
    if (this.#dead.size > 0) this.#recordFallen(board);
    this.#position = undefined;
    this.#turn = turn;
    this.#living = snakes.map(({ id }) => id);
    this.#heads = heads;
    return undefined;
  }

  /** Forgets the deaths of snakes that have moved since. */
  revive({ board }: GameRequest): void {
    for (const { id, body } of board.snakes) {
      const [head, at] = [body[0], this.#fallen.get(id)];
      if (this.#dead.has(id) && at && head && (head.x !== at.x || head.y !== at.y)) this.#dead.delete(id);
    }
  }

  #begin(request: GameRequest, asked: boolean): void {
    const { turn, board, you } = request;
    if (turn === 0) {
      this.#dead.clear();
      this.hasGaps = false;
    }
    if (turn === 0 || this.firstTurn < 0) this.firstTurn = turn;
    if (this.#turn >= 0 && turn > this.#turn + 1) this.hasGaps = true;
    this.shown = Math.max(this.shown, listedOn(board).length);
    if (turn > 0 && isFogged(request)) this.#readLiving(board);
    if (this.#dead.size > 0) this.revive(request);
    if (asked) this.#dead.delete(you.id);
  }

  #readLiving(board: Board): void {
    for (const id of this.#living) this.#dead.add(id);
    for (const { id } of livingOn(board)) this.#dead.delete(id);
  }

  /**
   * Whether a snake has starved, is not wholly on the board, has its head where another part of a snake is, or where a
   * head was before. Nothing else eliminates a snake, or makes it count as dead.
   */
  #mayHaveDied(board: Board, snakes: readonly PlainSnake[], heads: readonly Cell[]): boolean {
    return snakes.some(({ health, body }, seat) => {
      if (health <= 0 || this.#heads.includes(heads[seat]!)) return true;
      return body.some(({ x, y }, part) => {
        const cell = cellAt(board, x, y);
        return cell < 0 || heads.indexOf(cell) !== (part === 0 ? seat : -1);
      });
    });
  }

  /** The position of a request, after the rules have eliminated the snakes that died. */
  #judge(request: GameRequest, asked: boolean): SeatedPosition {
    const seated = livingPosition(request, this.#dead, asked, this.#position);
    const { position } = seated;
    this.#position = position;
    if (request.turn > 0 && !isFogged(request)) {
      eliminateDead(position, request);
      const killer = asked ? killerOf(seated) : undefined;
      if (killer !== undefined) {
        this.#dead.add(killer);
        return this.#judge(request, asked);
      }
      this.#recordDeaths(seated, request, asked);
    }
    for (const id of this.#dead) {
      if (this.#dead.size <= MAX_DEAD) break;
      this.#dead.delete(id);
    }
    this.#turn = request.turn;
    const living = [...position.ids.keys()].filter((each) => isAlive(position, each));
    this.#living = living.map((each) => position.ids[each]!);
    this.#heads = living.map((each) => headOf(position, each));
    return seated;
  }

  #recordDeaths({ position, seat: mine }: SeatedPosition, { turn, board }: GameRequest, asked: boolean): void {
    const isNext = asked && turn === this.#turn + 1;
    for (let seat = 0; seat < position.snakeCount; seat++) {
      const id = position.ids[seat]!;
      if (asked && seat === mine) continue;
      const before = this.#heads[this.#living.lastIndexOf(id)];
      if (isNext && isAlive(position, seat) && before === headOf(position, seat)) {
        eliminateSnake(position, seat, 'snake-collision', NO_KILLER);
      }
      if (!isAlive(position, seat)) this.#dead.add(id);
    }
    this.#recordFallen(board);
  }

  #recordFallen({ snakes }: Board): void {
    this.#fallen.clear();
    for (const { id, body } of snakes) if (this.#dead.has(id)) this.#fallen.set(id, { ...body[0]! });
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
  return toPosition(request, livingSnakes(request, dead, asked), into);
}

function livingSnakes({ board, you }: GameRequest, dead: ReadonlySet<string>, asked: boolean): readonly PlainSnake[] {
  const snakes = livingOn(board).filter(({ id, body }) => body.length > 0 && (dead.size === 0 || !dead.has(id)));
  if (asked && !snakes.some(({ id }) => id === you.id)) snakes.push(you);
  return snakes;
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
