/** What the page asks of a single game; answered in the reading thread, as text that is ready to send. */
import { drawTurn, type DrawnDeath } from '../../terminal/draw-turn.js';
import { PLAIN } from '../../terminal/colors.js';
import { BoardHistory } from '../../inference/board-history.js';
import type { ShownAutopsy, ShownBoard } from '../../page/api/game.js';
import { ELIMINATION_CAUSES } from '../../rules/types.js';
import { DEFAULT_LOOKS } from '../../wire/resources.js';
import { parseRequest } from '../../wire/reader.js';
import type { KeptGame } from '../kept-game.js';
import { findSavingWay, performAutopsy } from '../report/autopsy.js';
import { readShortGame } from '../store/read-games.js';
import type { Database } from '../store/tables.js';
import { formatPositionFixture } from './position-fixture.js';
import { showGame, type ShowOptions } from './shown-game.js';

/** A question about the game with this id of the journal. */
export type ShowQuestion = { readonly id: string } & (
  | ({ readonly show: 'game' } & ShowOptions)
  | { readonly show: 'autopsy'; readonly turns: number }
  | { readonly show: 'position'; readonly turn: number }
  /** The request of a turn, as it arrived. */
  | { readonly show: 'request'; readonly turn: number }
);

/** Most characters of the requests of a game that is shown. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** Positions that an autopsy may try, which takes a few seconds at most. */
const MAX_POSITIONS = 400_000;

/**
 * Answers a question; `undefined` if there is no such game or turn. Throws if the game is too long to be shown, or if
 * its turns cannot be read.
 */
export async function show(db: Database, question: ShowQuestion): Promise<string | undefined> {
  const game = await readShortGame(db, question.id, MAX_CHARACTERS);
  if (game === 'too long') throw new Error('the requests of this game are too long to show it');
  if (game === undefined) return undefined;
  if (question.show === 'game') return showGame(game, question);
  if (question.show === 'autopsy') return JSON.stringify(showAutopsy(game, question.turns));
  if (question.show === 'position') return showPosition(game, question.turn);
  return game.list.find(({ turn }) => turn === question.turn)?.body;
}

function showAutopsy(game: KeptGame, turns: number): ShownAutopsy {
  const found = performAutopsy(game, turns, MAX_POSITIONS);
  if (found === undefined) return { refusal: whyNot(game) };
  const { chance, ...rest } = found;
  if (chance === undefined) return rest;
  const way = findSavingWay(game, found);
  const { turn, moves, answered } = chance;
  return {
    ...rest,
    chance: { turn, moves, answered: answered.answer.move, line: way?.moves ?? [], cells: way?.cells ?? [] },
  };
}

function whyNot({ result }: KeptGame): string {
  if (result === undefined) return 'The game is not over yet.';
  return result === 'loss' || result === 'solo' ? 'What the snake died of is not known.' : 'The snake did not die.';
}

/** A turn as a file for `positions`, with the drawing of the board; the moves are left for the user to fill in. */
function showPosition({ id, list }: KeptGame, wanted: number): string | undefined {
  const history = new BoardHistory();
  for (const { turn, body } of list) {
    const request = parseRequest(body);
    const board = history.show(request);
    if (turn === wanted) return formatPositionFixture(`turn ${turn} of ${id}`, draw(turn, board), body);
  }
  return undefined;
}

function draw(turn: number, board: ShownBoard): string {
  const snakes = board.snakes.map(({ name, health, body, shout = '', color, isYou }) => {
    const looks = { ...DEFAULT_LOOKS, color };
    return { name: isYou ? `${name} (you)` : name, health, length: body.length, shout, body, customizations: looks };
  });
  const deaths = board.snakes.flatMap(({ death }, seat): DrawnDeath[] => {
    if (death === undefined) return [];
    const cause = ELIMINATION_CAUSES.find((known) => known === death.cause);
    return [{ seat, cause, by: board.snakes.findIndex(({ id }) => id === death.by), turn: death.turn }];
  });
  return drawTurn({ turn, board, snakes, replies: [], deaths }, PLAIN).join('\n');
}
