/**
 * Fog of war: an engine hides what its snake does not see. It lists all living snakes and no others, with null for what
 * is hidden.
 */
import { isRecord } from '../errors/kind-of.js';
import { UNSEEN_CELL } from '../rules/cells.js';
import type { PlainSnake } from '../rules/plain.js';
import { FULL_HEALTH } from '../rules/types.js';
import type { AnySnake, Board, GameRequest } from './resources.js';

/** Whether the engine of a request hides snakes. Then every snake that it lists lives. A radius of −1 or 0 is none. */
export function isFogged({ game, board }: GameRequest): boolean {
  return Number(game.ruleset.settings.viewRadius) > 0 || board.unseen.length > 0;
}

/** All snakes of a board, the hidden ones last. */
export function listedOn({ snakes, unseen }: Board): readonly AnySnake[] {
  return unseen.length === 0 ? snakes : [...snakes, ...unseen];
}

/** The same for a position: hidden parts are on `UNSEEN_CELL`, and an unknown health is full. */
export function livingOn({ snakes, unseen }: Board): readonly PlainSnake[] {
  if (unseen.length === 0) return snakes;
  const hidden = unseen.map(({ id, squad, health, body }) => {
    const cells = body.length === 0 ? [null] : body;
    return { id, squad, health: health ?? FULL_HEALTH, body: cells.map((cell) => cell ?? UNSEEN_CELL) };
  });
  return [...snakes, ...hidden];
}

type Raw = Record<string, unknown>;
type Marked = Raw & { readonly body: readonly (Raw | null)[] };

/**
 * Moves the snakes that are not wholly seen from `board.snakes` to `board.unseen`, **in place**, and drops snakes that
 * the engine lists as dead. The body is as it arrived, or was read before; without fog it stays as it is.
 */
export function separateUnseen(body: unknown): void {
  if (!isRecord(body) || !isRecord(body['board'])) return;
  const { game, board, you } = body as { game?: Partial<GameRequest['game']> | null; board: Raw; you: unknown };
  const [shown, before] = [recordsIn(board['snakes']), recordsIn(board['unseen'])];
  if (before.length === 0 && !(Number(game?.ruleset?.settings?.viewRadius) > 0) && !shown.some(hidesItself)) return;
  const mine = isRecord(you) ? fillGaps(markGaps(you)) : undefined;
  const dead = new Set(recordsIn(board['dead_snakes']).map(({ id }) => id));
  const [snakes, unseen]: [Marked[], Marked[]] = [[], []];
  for (const snake of [...shown, ...before].map(markGaps)) {
    if (dead.has(snake['id'])) continue;
    const isMine = snake['id'] === mine?.['id'];
    if (isMine) Object.assign(snake, { body: mine?.body, head: mine?.['head'] });
    (isMine || isWhollySeen(snake) ? snakes : unseen).push(snake);
  }
  Object.assign(board, { snakes, unseen });
}

function recordsIn(list: unknown): Raw[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Whether only fog explains a snake. */
function hidesItself({ body, health }: Raw): boolean {
  return Array.isArray(body) && (body.length === 0 ? health === null : body.includes(null));
}

/** Makes every hidden cell null. The head may be known although the body hides it. */
function markGaps(snake: Raw): Marked {
  const { body, head } = snake;
  const cells = (Array.isArray(body) ? body : []).map((cell) => (isCell(cell) ? cell : null));
  if (cells[0] === null && isCell(head)) cells[0] = head;
  return Object.assign(snake, { body: cells, head: cells[0] ?? null });
}

/** A health of 0 is one that the engine does not show: the snake is listed, so it lives. */
function isWhollySeen({ body, health }: Marked): boolean {
  return body.length > 0 && !body.includes(null) && Number(health) > 0;
}

function isCell(cell: unknown): cell is Raw {
  return isRecord(cell) && [cell['x'], cell['y']].every((part) => /^-?\d+$/.test(String(part)));
}

/** Our own snake, which every strategy reads, has no gaps: a hidden part lies where the one before it does. */
function fillGaps(snake: Marked): Marked {
  let last = snake.body.find((cell) => cell !== null) ?? UNSEEN_CELL;
  const body = (snake.body.length === 0 ? [null] : snake.body).map((cell) => ({ ...(last = cell ?? last) }));
  return Object.assign(snake, { body, head: { ...body[0] } });
}
