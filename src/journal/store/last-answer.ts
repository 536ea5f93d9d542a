/** What became of the last answer of a game: its `/end` shows that. Called when a game is closed. */
import { wasLastMoveUsed } from '../../inference/move-used.js';
import { parseRequest } from '../../wire/reader.js';
import type { ChunkTurn } from './packed-turns.js';

/**
 * The turns of a game, the last one with what the end showed of its answer, if it showed anything.
 *
 * @param body of the `/end`; absent if none came.
 */
export function withLastFeedback(turns: readonly ChunkTurn[], body: string | undefined): readonly ChunkTurn[] {
  const last = turns.at(-1);
  if (body === undefined || last === undefined || last.facts.answer.kind === 'seen') return turns;
  const { turn, answer } = last.facts;
  const end = parseRequest(body);
  const [head, neck] = parseRequest(last.body).you.body;
  const used = wasLastMoveUsed({ turn, move: answer.move, head: head!, neck, took: answer.took }, end);
  if (used === undefined) return turns;
  const facts = { ...last.facts, end: { used, latency: end.you.latency } };
  return [...turns.slice(0, -1), { ...last, facts }];
}
