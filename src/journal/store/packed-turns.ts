/** Turns of one game as one piece of bytes: consecutive requests differ little, and pack well together. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TurnFacts } from '../journal-event.js';

/** A turn as it is written: what is known of it, and the request as it arrived. */
export interface WrittenTurn {
  readonly facts: TurnFacts;
  readonly body: string;
}

/** Of zlib: three times as quick as the usual 6, and a tenth larger. */
const LEVEL = 3;

/** A line of JSON with the facts of each turn and the length of its request, then the requests as they are. */
export function packTurns(turns: readonly WrittenTurn[]): Uint8Array {
  const heads = turns.map(({ facts, body }): [TurnFacts, number] => [facts, body.length]);
  return packText(`${JSON.stringify(heads)}\n${turns.map(({ body }) => body).join('')}`);
}

/** The inverse of {@link packTurns}. */
export function unpackTurns(packed: Uint8Array): WrittenTurn[] {
  const text = unpackText(packed);
  const end = text.indexOf('\n');
  let at = end + 1;
  return (JSON.parse(text.slice(0, end)) as [TurnFacts, number][]).map(([facts, length]) => {
    return { facts, body: text.slice(at, (at += length)) };
  });
}

/**
 * One list in the order of turns. Of a turn that is there twice, the one answered last; of one answer, the one whose shadow is
 * known, or else the one given last.
 */
export function mergeTurns(turns: readonly WrittenTurn[]): WrittenTurn[] {
  const byTurn = new Map<number, WrittenTurn>();
  for (const turn of turns) {
    const known = byTurn.get(turn.facts.turn);
    if (known === undefined || replaces(turn.facts, known.facts)) byTurn.set(turn.facts.turn, turn);
  }
  return [...byTurn.values()].sort((a, b) => a.facts.turn - b.facts.turn);
}

function replaces(facts: TurnFacts, known: TurnFacts): boolean {
  if (facts.at !== known.at) return facts.at > known.at;
  return facts.shadow !== undefined || known.shadow === undefined;
}

export function packText(text: string): Uint8Array {
  return deflateRawSync(text, { level: LEVEL });
}

export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed).toString('utf8');
}
