/** The fate of answers, read from all turns of a game: each turn shows whether the engine used the answer before it. */
import { wasLastMoveUsed, wasMoveUsed, type LiveTurn } from '../../inference/move-used.js';
import type { Used } from '../../views/game-rows.js';
import { parseRequest } from '../../wire/reader.js';
import type { GameRef } from '../../wire/resources.js';
import type { TurnRange } from '../journal-event.js';
import type { ChunkTurn } from './packed-turns.js';

/** The fate of an answer whose host could not see it, because the next request reached another host. */
export interface JudgedAnswer extends GameRef {
  readonly turn: number;
  /** How long the answer took, in ms. */
  readonly took: number;
  /** As the engine reports it: ms, or empty. */
  readonly latency: string;
  readonly used: Used;
}

/**
 * The turns of a game, with the fate of every answer that they or the `/end` show, and the answers that no host alone
 * could judge.
 *
 * @param body of the `/end`; absent if none came.
 * @param saw the turns that the host saw which was sent the end; absent if it saw all.
 */
export function findFates(kept: readonly ChunkTurn[], body: string | undefined, saw: TurnRange | undefined) {
  const turns = withLastFeedback(withMissingFeedback(kept), body);
  const own = saw === undefined ? kept.at(-1) : kept.find(({ facts }) => facts.turn === saw[1]);
  // The host that was sent the end has judged its last answer by it.
  const isJudged = own !== undefined && withLastFeedback([own], body)[0] !== own;
  const answers = turns.flatMap(({ facts: { turn, answer, last, end } }, index) => {
    const { facts } = kept[index]!;
    const before = kept[index - 1]?.facts;
    const hasLast = last !== undefined && facts.last === undefined;
    return [
      ...(hasLast ? [{ turn: turn - 1, took: before!.answer.took!, ...last }] : []),
      ...(end !== undefined && facts.end === undefined ? [{ turn, took: answer.took!, ...end }] : []),
    ];
  });
  return { turns, judged: answers.filter(({ turn }) => !isJudged || turn !== own.facts.turn) };
}

/** Adds missing feedback: if another host had the previous turn, each turn shows the fate of that answer. */
function withMissingFeedback(turns: readonly ChunkTurn[]): readonly ChunkTurn[] {
  return turns.map((turn, index) => {
    const before = turns[index - 1];
    const isKnown = turn.facts.last !== undefined || before?.facts.end !== undefined;
    const answered = !isKnown && before && toLiveTurn(before);
    if (!answered || answered.turn !== turn.facts.turn - 1) return turn;
    const request = parseRequest(turn.body);
    const used = wasMoveUsed(answered, request);
    return used === undefined
      ? turn
      : { ...turn, facts: { ...turn.facts, last: { used, latency: request.you.latency } } };
  });
}

/** An answered turn of a snake that is mounted here. */
function toLiveTurn({ facts: { turn, answer }, body }: ChunkTurn): LiveTurn | undefined {
  if (answer.kind === 'seen') return undefined;
  const [head, neck] = parseRequest(body).you.body;
  return { turn, move: answer.move, head: head!, neck, took: answer.took };
}

/**
 * The turns of a game, the last one with the feedback of the `/end`, if it has any.
 *
 * @param body of the `/end`; absent if none came.
 */
function withLastFeedback(turns: readonly ChunkTurn[], body: string | undefined): readonly ChunkTurn[] {
  const last = turns.at(-1);
  if (body === undefined || last === undefined) return turns;
  const answered = toLiveTurn(last);
  if (answered === undefined) return turns;
  const end = parseRequest(body);
  const used = wasLastMoveUsed(answered, end);
  if (used === undefined) return turns;
  const facts = { ...last.facts, end: { used, latency: end.you.latency } };
  return [...turns.slice(0, -1), { ...last, facts }];
}
