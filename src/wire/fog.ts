/**
 * Fog of war: an engine hides what its snake does not see. It lists all living snakes and no others, with null for what
 * is hidden. Called by the reader; {@link isFogged} by all who infer something from who is missing.
 */
import { isRecord } from '../errors/kind-of.js';
import { UNSEEN_CELL } from '../rules/cells.js';
import type { PlainSnake } from '../rules/plain.js';
import { FULL_HEALTH } from '../rules/types.js';
import type { Board, GameRequest, UnseenSnake } from './resources.js';

/** Whether the engine of a request hides snakes. Then every snake that it lists lives. */
export function isFogged({ game, board }: GameRequest): boolean {
  return isRadius(game.ruleset.settings.viewRadius) || board.unseen.length > 0;
}

/** Simulators write a radius of −1 or 0 for none. */
function isRadius(viewRadius: unknown): boolean {
  return Number(viewRadius) > 0;
}

/** The living snakes of a board as data for a position: hidden body parts are on `UNSEEN_CELL`. */
export function livingOn({ snakes, unseen }: Board): readonly PlainSnake[] {
  return unseen.length === 0 ? snakes : [...snakes, ...unseen.map(toPlainSnake)];
}

/** An unknown health counts as full: no search may expect the snake to starve. */
function toPlainSnake({ id, squad, health, body }: UnseenSnake): PlainSnake {
  const cells = body.length === 0 ? [null] : body;
  return { id, squad, health: health ?? FULL_HEALTH, body: cells.map((cell) => cell ?? UNSEEN_CELL) };
}

type Raw = Record<string, unknown>;
type Marked = Raw & { readonly body: readonly (Raw | null)[] };

/**
 * Moves the snakes that are not wholly seen from `board.snakes` to `board.unseen`, **in place**, and drops those that the
 * engine lists as dead. The body is as it arrived, or as it was read before; without fog it stays as it is.
 */
export function separateUnseen(body: unknown): void {
  if (!isRecord(body) || !isRecord(body['board'])) return;
  const { game, board, you } = body as { game: unknown; board: Raw; you: unknown };
  const shown = recordsIn(board['snakes']);
  const before = recordsIn(board['unseen']);
  if (before.length === 0 && !isRadius(viewRadiusOf(game)) && !shown.some(hidesItself)) return;
  const dead = new Set(recordsIn(board['dead_snakes']).map(({ id }) => id));
  const seen: Raw[] = [];
  const unseen: Raw[] = [];
  for (const snake of [...shown, ...before].map(markGaps)) {
    if (dead.has(snake['id'])) continue;
    if (isRecord(you) && snake['id'] === you['id']) seen.push(fillGaps(snake));
    else if (isWhollySeen(snake)) seen.push(snake);
    else unseen.push(snake);
  }
  if (isRecord(you)) fillGaps(markGaps(you));
  Object.assign(board, { snakes: seen, unseen });
}

function viewRadiusOf(game: unknown): unknown {
  const ruleset = isRecord(game) ? game['ruleset'] : undefined;
  const settings = isRecord(ruleset) ? ruleset['settings'] : undefined;
  return isRecord(settings) ? settings['viewRadius'] : undefined;
}

function recordsIn(list: unknown): Raw[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Whether a snake is one of a game with fog, wherever it stands: without fog, no engine sends such a one. */
function hidesItself({ body, health }: Raw): boolean {
  return Array.isArray(body) && (body.length === 0 ? health === null : body.includes(null));
}

/** A health of 0 is one that the engine does not show, too: the snake is listed, so it lives. */
function isWhollySeen({ body, health }: Marked): boolean {
  return body.length > 0 && !body.includes(null) && Number(health) > 0;
}

function isCell(cell: unknown): cell is Raw {
  const isIndex = (part: unknown) => part !== null && part !== '' && Number.isInteger(Number(part)) && Number(part) >= 0;
  return isRecord(cell) && isIndex(cell['x']) && isIndex(cell['y']);
}

/** Makes every hidden cell null. The head may be known although the body hides it. */
function markGaps(snake: Raw): Marked {
  const cells = (Array.isArray(snake['body']) ? snake['body'] : []).map((cell) => (isCell(cell) ? cell : null));
  if (cells[0] === null && isCell(snake['head'])) cells[0] = snake['head'];
  return Object.assign(snake, { body: cells, head: cells[0] ?? null });
}

/**
 * Our own snake has a cell for each part, so that every strategy can read it: a hidden one lies on the cell before it,
 * and a hidden head on the first cell that is seen.
 */
function fillGaps(snake: Marked): Raw {
  const { body } = snake;
  let last = body.find((cell) => cell !== null) ?? { ...UNSEEN_CELL };
  const filled = (body.length === 0 ? [null] : body).map((cell) => (last = cell ?? last));
  return Object.assign(snake, { body: filled.map((cell) => ({ ...cell })), head: { ...filled[0] } });
}
