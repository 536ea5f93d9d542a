/** The turns of a game that has ended, as one piece of bytes: consecutive requests differ little, and pack well together. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TurnFacts } from '../wire/entry.js';

/** A turn as it is written: what is known of it, and the request as it arrived. */
export interface WrittenTurn {
  readonly facts: TurnFacts;
  readonly body: string;
}

/** Of zlib: three times as quick as the usual 6, and a tenth larger. */
const LEVEL = 3;

export function packTurns(turns: readonly WrittenTurn[]): Uint8Array {
  return packText(turns.map(({ facts, body }) => JSON.stringify([facts, body])).join('\n'));
}

/** The inverse of {@link packTurns}. */
export function unpackTurns(packed: Uint8Array): WrittenTurn[] {
  const text = unpackText(packed);
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [facts, body] = JSON.parse(line) as [TurnFacts, string];
    return { facts, body };
  });
}

export function packText(text: string): Uint8Array {
  return deflateRawSync(text, { level: LEVEL });
}

export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed).toString('utf8');
}
