/** Infers how a game ended for our snake: result, turn, place, cause and killer. Called by live games. */
import type { GameResult } from '../views/game-rows.js';
import { xOf, yOf } from '../rules/cells.js';
import type { Position } from '../rules/position.js';
import { eliminationOf, headOf, isAlive, isMate, livingCount, seatOf, type Elimination } from '../rules/snakes.js';
import type { EliminationCause, Seat } from '../rules/types.js';
import { isFogged, livingOn } from '../wire/fog.js';
import type { GameRequest } from '../wire/resources.js';
import type { SeatedPosition } from '../wire/to-position.js';
import { eliminateDead, livingPosition, sharesElimination, AliveTracker } from './alive-tracker.js';
import { finalTurnOf } from './final-turn.js';
import { playLastStep, seenSnakes, stepSeen, stepsSeen } from './last-step.js';
import { parseRequest } from '../wire/reader.js';

/** Everything known of a game when its `/end` arrives. */
export interface LastRequests {
  /** The position on which the snake was last asked for a move, with its turn; absent if it never was. */
  readonly asked: SeatedPosition | undefined;
  readonly end: GameRequest;
  /** The state after the requests before the end. */
  readonly seen: Pick<AliveTracker, 'dead' | 'shown' | 'firstTurn' | 'hasGaps'>;
}

/** How a game ended for our snake. Fields that the requests do not show are absent. */
export interface GameOutcome {
  readonly result: GameResult;
  /** The engine's count of turns: the turn of its `/end`. */
  readonly turns?: number | undefined;
  /** The first turn on whose board the snake is dead, as engines name it; absent if it has survived. */
  readonly died?: number | undefined;
  /** 1 is the best; tied snakes share the mean of their places. */
  readonly place?: number | undefined;
  readonly cause?: EliminationCause | undefined;
  /** Id of the snake that killed ours; its own id if it did so itself. */
  readonly killer?: string | undefined;
}

/** A snake of this length hardly comes around to its old cells while it misses turns. */
const CERTAIN_LENGTH = 6;

/** The board of an `/end`. */
interface FinalBoard extends SeatedPosition {
  readonly turn: number;
  /** The turn on which a snake died that was still asked on the board before; absent if it lives or is unknown. */
  readonly diedOn: ReadonlyMap<string, number>;
  /** Snakes on the board that may be alive or dead, with the turns on which they may have died or last moved. */
  readonly unsure: ReadonlyMap<string, readonly number[]>;
}

/**
 * The outcome of a game, the same from every engine. Engines differ in three ways: the dead may stay on the board, the
 * snake may be asked again on the final board, and the end may be numbered one turn higher than that. Any request
 * before the end may be missing.
 */
export function gameOutcomeOf(last: LastRequests): GameOutcome {
  const { asked, end } = last;
  const { id } = end.you;
  const final = finalBoardOf(last);
  const died = final.diedOn.get(id);
  const result = resultOf(last, final);
  const turns = end.turn;
  if (result === 'unknown') return { result, turns, died };
  // All survivors share the rank: several if a squad has won.
  if (result !== 'loss' && isLiving(final)) return { result, turns, place: (1 + livingCount(final.position)) / 2 };
  if (asked === undefined || died === undefined) return { result, turns };

  const isNext = died === asked.position.turn + 1;
  const step = isNext ? playLastStep(asked.position, asked.seat, seenSnakes(end), isFogged(end)) : undefined;
  const death = step && eliminationOf(step, asked.seat);
  const cause = death?.cause ?? (isNext && sharesElimination(end) ? 'squad-eliminated' : undefined);
  const place = rankOfDead(last, final, isFogged(end) ? undefined : fellowOf(step, asked.seat, death));
  const killer = death?.by === '' ? undefined : death?.by;
  return { result, turns, died, place, cause, killer };
}

/**
 * Determines who lives on the board of an `/end`. If an engine has taken a snake off the board, or hides snakes, it
 * removes dead snakes, so all others live. With any other engine, a snake lives if it has made as many steps as the
 * game, and the rules leave it alive.
 */
function finalBoardOf({ asked, end, seen }: LastRequests): FinalBoard {
  const before = asked?.position;
  const turn = finalTurnOf(end, asked && { turn: asked.position.turn, head: headAt(asked) });
  const gap = before === undefined ? Infinity : turn - before.turn;
  const later = seenSnakes(end);
  const hasHazards = end.board.hazards.length > 0 || (before?.hazardCount ?? 0) > 0;
  const stepsOf = (id: string) => {
    if (before === undefined) return [];
    const [seat, shown] = [seatOf(before, id), later.get(id)];
    // Ours died at once if it missed no turn. Else its body may have come around to there, unless it is too long.
    const isCertain = id === end.you.id && (!seen.hasGaps || before.lengths[seat]! >= CERTAIN_LENGTH);
    if (isCertain && stepSeen(before, seat, shown) !== undefined) return [1];
    return stepsSeen(before, seat, shown, gap, hasHazards);
  };
  // One turn on, the end may repeat the board before it: a snake that stands still is dead only if ours has moved.
  const hasMoved = gap === 1 && stepsOf(end.you.id)[0] === 1;
  const listed = livingOn(end.board);
  const isShown = (id: string) => listed.some((snake) => snake.id === id);
  const removes = isFogged(end) || listed.length < seen.shown || !isShown(end.you.id);
  const diedOn = new Map<string, number>();
  const unsure = new Map<string, readonly number[]>();
  for (const [id] of later) {
    if (removes ? isShown(id) : end.turn === 0 || seen.dead.has(id)) continue;
    const fitting = gap > 1 || hasMoved ? stepsOf(id) : [];
    const [steps, ...others] = gap > 1 || (fitting.length === 1 && fitting[0] === 0) ? fitting : [gap];
    if (steps !== undefined && others.length === 0) {
      const least = id === end.you.id ? 1 : 0;
      if (removes || steps < gap) diedOn.set(id, before!.turn + Math.max(least, steps));
    } else if (!removes) {
      const turns = fitting.map((number) => before!.turn + number);
      unsure.set(id, turns);
    }
  }
  const gone = removes ? NOBODY : new Set([...seen.dead, ...diedOn.keys()]);
  const living = livingPosition(end, gone, false);
  if (end.turn > 0 && !removes) eliminateDead(living.position, end);
  for (const [seat, id] of living.position.ids.entries()) {
    if (!isAlive(living.position, seat) && !unsure.has(id)) diedOn.set(id, turn);
  }
  return { ...living, turn, diedOn, unsure };
}

const NOBODY: ReadonlySet<string> = new Set();

function resultOf({ end, seen }: LastRequests, final: FinalBoard): GameResult {
  const { position, turn, diedOn, unsure } = final;
  const died = diedOn.get(end.you.id);
  if (died !== undefined && died < turn) return 'loss';
  if (unsure.size > 0) return 'unknown';
  const isSolo = end.game.ruleset.name === 'solo' || (seen.shown === 1 && seen.firstTurn === 0);
  if (!isLiving(final)) return livingCount(position) > 0 ? 'loss' : died === undefined && !isSolo ? 'unknown' : 'draw';
  // Alone when it was first seen: the others had died by then, or there were none.
  if (seen.shown === 1 && !isSolo) return 'unknown';
  return isLastSquad(final) ? 'win' : 'draw';
}

/** Whether only our snake and its squad mates live. */
function isLastSquad({ position, seat }: SeatedPosition): boolean {
  return position.ids.every((_, other) => other === seat || !isAlive(position, other) || isMate(position, seat, other));
}

function isLiving({ position, seat }: SeatedPosition): boolean {
  return seat >= 0 && isAlive(position, seat);
}

function headAt({ position, seat }: SeatedPosition) {
  const head = headOf(position, seat);
  return { x: xOf(position, head), y: yOf(position, head) };
}

/** The other one of two snakes that died head to head. A longer one lived, if no third snake was there. */
function fellowOf(step: Position | undefined, seat: Seat, death: Elimination | undefined): string | undefined {
  if (step === undefined || death?.cause !== 'head-collision') return undefined;
  const other = seatOf(step, death.by);
  return isAlive(step, other) || step.lengths[other] !== step.lengths[seat] ? undefined : death.by;
}

/**
 * Behind every snake that lived longer; shared with snakes that died on the same turn. Absent if the requests that
 * would show it are missing. A snake that an engine has removed since our last turn counts as having lived longer,
 * unless the boards show that it died with ours, or fog of war may hide that.
 */
function rankOfDead(
  { asked, end, seen }: LastRequests,
  final: FinalBoard,
  fellow: string | undefined,
): number | undefined {
  const { position: before, seat } = asked!;
  const died = final.diedOn.get(end.you.id)!;
  const isNext = died === before.turn + 1;
  let [better, tied] = [0, 1];
  for (const [other, id] of before.ids.entries()) {
    if (other === seat || seen.dead.has(id)) continue;
    // Taken for dead after missed turns, and it has moved since.
    if (!isAlive(before, other)) return undefined;
    const its = final.diedOn.get(id);
    const may = final.unsure.get(id);
    const livesOn = final.position.ids.includes(id) && isAlive(final.position, seatOf(final.position, id));
    if (sharesElimination(end) && isMate(before, seat, other)) tied++;
    else if (its !== undefined) [better, tied] = [better + Number(its > died), tied + Number(its === died)];
    else if (id === fellow && (may === undefined ? !livesOn : may.includes(died))) tied++;
    else if (may === undefined ? livesOn : may.length > 0 && may.every((turn) => turn > died)) better++;
    else if (may !== undefined || !isNext) return undefined;
    else if (died === final.turn) tied++;
    else if (isFogged(end)) return undefined;
    else better++;
  }
  return better + (1 + tied) / 2;
}

/**
 * The outcome that a host infers from a complete game. Throws like {@link parseRequest} if a body is unreadable.
 *
 * @param turns the bodies on which the snake was asked for a move, in order.
 * @param body the `/end`.
 */
export function outcomeOfTurns(turns: Iterable<string>, body: string): GameOutcome {
  const seen = new AliveTracker();
  const end = parseRequest(body);
  let asked: SeatedPosition | undefined;
  for (const turn of turns) {
    const request = parseRequest(turn);
    // A turn after the end does not belong to the game.
    if (request.turn <= end.turn) asked = seen.update(request, true);
  }
  seen.revive(end);
  return gameOutcomeOf({ asked, end, seen });
}
