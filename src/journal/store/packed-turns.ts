/** The turns of a game in the database, packed together: consecutive requests differ little and compress well. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TurnFacts } from '../journal-event.js';
import { readAnswer } from './read-answer.js';
import type { Database } from './tables.js';

/** A turn as stored: its facts, and the request as received. */
export interface ChunkTurn {
  readonly facts: TurnFacts;
  readonly body: string;
}

/**
 * Most characters of the bodies that are packed together, except for a single larger turn. V8's strings end at 512 Mi,
 * and all bodies of a piece are in memory at once.
 */
export const PIECE_CHARACTERS = 16 * 1024 * 1024;

/** zlib's level: three times as fast as the default 6, for a tenth more bytes. */
const LEVEL = 3;

/** Packs a line of JSON, with the facts of each turn and the length of its body, followed by the bodies. */
export function packTurns(turns: readonly ChunkTurn[]): Uint8Array {
  const heads = turns.map(({ facts, body }): [TurnFacts, number] => [facts, body.length]);
  return packText(`${JSON.stringify(heads)}\n${turns.map(({ body }) => body).join('')}`);
}

/** Reverses {@link packTurns}. Throws for other bytes. */
export function unpackTurns(packed: Uint8Array): ChunkTurn[] {
  const text = unpackText(packed);
  const end = text.indexOf('\n');
  let at = end + 1;
  return (JSON.parse(text.slice(0, end)) as [TurnFacts, number][]).map(([facts, length]) => {
    return { facts: { ...facts, answer: readAnswer(facts.answer) }, body: text.slice(at, (at += length)) };
  });
}

/**
 * One list in the order of turns. If a turn occurs twice, the one answered later is kept; if both are the same answer,
 * what either knows is kept: its shadow, the notes of a strategy that was late, the fate of answers.
 */
export function mergeTurns(turns: readonly ChunkTurn[]): ChunkTurn[] {
  const byTurn = new Map<number, ChunkTurn>();
  for (const turn of turns) {
    const known = byTurn.get(turn.facts.turn);
    byTurn.set(turn.facts.turn, known === undefined ? turn : mergeTurn(known, turn));
  }
  return [...byTurn.values()].sort((a, b) => a.facts.turn - b.facts.turn);
}

function mergeTurn(known: ChunkTurn, later: ChunkTurn): ChunkTurn {
  const facts = mergeFacts(known.facts, later.facts);
  return { facts, body: facts === known.facts ? known.body : later.body };
}

/** The facts of a turn written twice: see {@link mergeTurns}. Returns `known` itself if the later ones do not count. */
function mergeFacts(known: TurnFacts, later: TurnFacts): TurnFacts {
  if (later.at !== known.at) return later.at > known.at ? later : known;
  const [shadow, last, end] = [later.shadow ?? known.shadow, later.last ?? known.last, later.end ?? known.end];
  const note = later.answer.note ?? known.answer.note;
  const answer = note === undefined ? later.answer : { ...later.answer, note };
  return { ...later, answer, ...(shadow && { shadow }), ...(last && { last }), ...(end && { end }) };
}

export function packText(text: string): Uint8Array {
  return deflateRawSync(text, { level: LEVEL });
}

/** Reverses {@link packText}. Throws for other bytes. */
export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed).toString('utf8');
}

/** Least counted size of a turn's facts, in characters. */
const FACTS_CHARACTERS = 500;

/**
 * All turns of a game in order: those packed in its row, and those written since or packed in pieces. `undefined`
 * beyond `most` characters.
 */
export async function readTurns(
  db: Database,
  id: string,
  packed: Uint8Array | null,
  most: number,
): Promise<ChunkTurn[] | undefined> {
  const turns: ChunkTurn[] = [];
  let characters = 0;
  for await (const piece of readPieces(db, id, packed)) {
    for (const turn of piece) {
      characters += FACTS_CHARACTERS + turn.body.length;
      turns.push(turn);
    }
    if (characters > most) return undefined;
  }
  return mergeTurns(turns);
}

/** The turns of a game piece by piece, each as it was packed. */
async function* readPieces(db: Database, id: string, packed: Uint8Array | null): AsyncGenerator<ChunkTurn[]> {
  if (packed !== null) yield unpackTurns(packed);
  const chunks = db.selectFrom('chunks').where('game_id', '=', id);
  for (const { turn } of await chunks.select('turn').orderBy('turn').execute()) {
    yield unpackTurns((await chunks.select('packed').where('turn', '=', turn).executeTakeFirstOrThrow()).packed);
  }
}

/**
 * The facts of the turns of a game that do not fit in memory together, in order, and the last body. The turns stay in
 * their pieces.
 */
export async function readLongGame(db: Database, id: string, packed: Uint8Array | null) {
  const turns: ChunkTurn[] = [];
  let last: ChunkTurn | undefined;
  for await (const piece of readPieces(db, id, packed)) {
    for (const turn of piece) {
      turns.push({ facts: turn.facts, body: '' });
      if (last === undefined || turn.facts.turn > last.facts.turn) last = turn;
      else if (turn.facts.turn === last.facts.turn) last = mergeTurn(last, turn);
    }
  }
  return { facts: mergeTurns(turns).map(({ facts }) => facts), last: last?.body };
}

/** Deletes the turns in `chunks`: all of a game in progress, or of one that does not fit in its row. */
export async function deleteTurns(db: Database, id: string): Promise<void> {
  await db.deleteFrom('chunks').where('game_id', '=', id).execute();
}
