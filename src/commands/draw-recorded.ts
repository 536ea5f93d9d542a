/** A recorded turn as text: the board, the snakes, and what was made of it. */
import { formatPicture } from '../rules/picture/format-picture.js';
import { headLetter } from '../rules/picture/legend.js';
import { isAlive } from '../rules/snakes.js';
import { Census } from '../wire/census.js';
import type { GameRequest } from '../wire/resources.js';
import type { Recording } from './recording.js';
import { formatTable } from './table.js';

/** The turns of a game, drawn in order: some engines leave dead snakes on the board, and only what went before tells. */
export function drawTurns({ turns }: Pick<Recording, 'turns'>): string[] {
  const census = new Census();
  return turns.map(({ request, notes }) => {
    const { board } = census.count(request, true);
    const picture = formatPicture(board).split('\n').slice(0, board.height);
    const rows = board.ids.flatMap((id, seat) => (isAlive(board, seat) ? [describe(request, id, seat)] : []));
    const table = formatTable(['', `turn ${request.turn}`, 'health', 'length'], rows);
    return [...picture.map((row) => row.split('').join(' ')), table, ...notes].join('\n');
  });
}

function describe({ board, you }: GameRequest, id: string, seat: number): string[] {
  const snake = board.snakes.find((one) => one.id === id) ?? you;
  const name = `${printable(snake.name)}${id === you.id ? ' (you)' : ''}`;
  return [headLetter(seat), name, String(snake.health), String(snake.body.length)];
}

/** Other players choose their names: nothing in them is to be obeyed by a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
