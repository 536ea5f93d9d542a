/** Packs the turns of one game into one blob: consecutive requests differ little and compress well together. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TurnFacts } from '../journal-event.js';

/** A turn as it is written: its facts, and the request as it arrived. */
export interface WrittenTurn {
  readonly facts: TurnFacts;
  readonly body: string;
}

/** zlib's level: three times as fast as the default 6, for a tenth more bytes. */
const LEVEL = 3;

/** Packs a line of JSON, with the facts of each turn and the length of its body, and then the bodies. */
export function packTurns(turns: readonly WrittenTurn[]): Uint8Array {
  const heads = turns.map(({ facts, body }): [TurnFacts, number] => [facts, body.length]);
  return packText(`${JSON.stringify(heads)}\n${turns.map(({ body }) => body).join('')}`);
}

/** The inverse of {@link packTurns}. Throws if the bytes are something else. */
export function unpackTurns(packed: Uint8Array): WrittenTurn[] {
  const text = unpackText(packed);
  const end = text.indexOf('\n');
  let at = end + 1;
  return (JSON.parse(text.slice(0, end)) as [TurnFacts, number][]).map(([facts, length]) => {
    return { facts, body: text.slice(at, (at += length)) };
  });
}

/**
 * One list in the order of turns. If a turn occurs twice, the one answered later is kept; if both are the same answer,
 * what either knows is kept: its shadow, and the notes of a strategy that was late.
 */
export function mergeTurns(turns: readonly WrittenTurn[]): WrittenTurn[] {
  const byTurn = new Map<number, WrittenTurn>();
  for (const turn of turns) {
    const known = byTurn.get(turn.facts.turn);
    byTurn.set(turn.facts.turn, known === undefined ? turn : mergeTurn(known, turn));
  }
  return [...byTurn.values()].sort((a, b) => a.facts.turn - b.facts.turn);
}

function mergeTurn(known: WrittenTurn, later: WrittenTurn): WrittenTurn {
  if (later.facts.at !== known.facts.at) return later.facts.at > known.facts.at ? later : known;
  const shadow = later.facts.shadow ?? known.facts.shadow;
  const note = later.facts.answer.note ?? known.facts.answer.note;
  const answer = note === undefined ? later.facts.answer : { ...later.facts.answer, note };
  return { ...later, facts: { ...later.facts, answer, ...(shadow && { shadow }) } };
}

/** Deflates a string. */
export function packText(text: string): Uint8Array {
  return deflateRawSync(text, { level: LEVEL });
}

/** The inverse of {@link packText}. Throws if the bytes are something else. */
export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed).toString('utf8');
}
