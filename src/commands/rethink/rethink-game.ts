/** Asks the last turns of a lost game again, and finds out whether another answer would have lived longer. */
import { boardsOf, type AskedTurn } from '../../inference/asked-game.js';
import type { AutopsyInput } from '../../journal/report/autopsy.js';
import { findFate, type MoveFate } from '../../rules/last-chance.js';
import { DIRECTIONS, type Direction } from '../../rules/types.js';
import type { Mount } from '../../snakes/mount.js';
import { parseRequest } from '../../wire/reader.js';
import type { Answer } from '../../wire/responses.js';

/** How a game is asked again. */
export interface RethinkOptions {
  /** How many of its last turns. */
  readonly turns: number;
  /** Time for each answer, in ms. */
  readonly time: number;
  /** How many turns beyond its death a move has to live to count as better. */
  readonly longer: number;
}

/** A turn on which the snake now answers otherwise, and lives longer. */
export interface Rethought {
  readonly turn: number;
  readonly before: Direction;
  readonly now: Direction;
  /** Every legal move that lives that long, `now` among them. */
  readonly moves: readonly Direction[];
  /** Turns from this one on for which the others' moves are on record. */
  readonly recorded: number;
  /** Turns after those, for which the others are assumed to go straight on. */
  readonly presumed: number;
  readonly answer: Answer;
  /** The request as it arrived. */
  readonly text: string;
}

/** What came of one game. */
export interface RethinkResult {
  readonly asked: number;
  /** Turns on which it answered otherwise. */
  readonly changed: number;
  /** Turns on which the search gave up before it knew whether the other answer is better. */
  readonly unsure: readonly number[];
  readonly better: readonly Rethought[];
}

/**
 * Asks the turns in their order, in one game: the strategy remembers those that were asked before, but no earlier ones.
 */
export async function rethinkGame(game: AutopsyInput, mount: Mount, options: RethinkOptions): Promise<RethinkResult> {
  const boards = boardsOf(game);
  const until = (game.died ?? Infinity) + options.longer;
  const unsure: number[] = [];
  const better: Rethought[] = [];
  const asked = game.list.slice(-options.turns);
  let changed = 0;
  for (const turn of asked) {
    const answer = await ask(mount, turn, options.time);
    if (answer.move === turn.answer.move || answer.kind !== 'moved') continue;
    changed++;
    const index = boards.findIndex((board) => board.turn === turn.turn);
    const fateOf = (move: Direction): MoveFate => findFate(boards, index, game.you, move, until);
    const { fate, recorded, presumed } = fateOf(answer.move);
    if (fate === 'unsure') unsure.push(turn.turn);
    if (fate !== 'lives') continue;
    const { move: before } = turn.answer;
    const { move: now } = answer;
    const moves = DIRECTIONS.filter((move) => move === now || (move !== before && fateOf(move).fate === 'lives'));
    better.push({ turn: turn.turn, before, now, moves, recorded, presumed, answer, text: turn.body });
  }
  return { asked: asked.length, changed, unsure, better };
}

function ask(mount: Mount, { body }: AskedTurn, time: number): Promise<Answer> {
  const request = parseRequest(body);
  request.game.timeout = time;
  return mount.answer(request, { text: body, at: performance.now() });
}
