/** A game as one of its snakes played it, from a file or the journal. Called by `export`. */
import { finalTurnOf, toLastAsked } from '../../inference/final-turn.js';
import { measuredLatency } from '../../inference/move-used.js';
import { replayGame } from '../../inference/replay-game.js';
import type { SourceGame } from '../importing/source-game.js';
import { outcomeFor, positionOn, splitTurns, stepOf } from '../importing/to-events.js';
import { toJournalResult, type FullGameRow, type JournalResult } from '../../views/game-rows.js';
import type { TurnAnswer } from '../../views/game-rows.js';
import type { Position } from '../../rules/position.js';
import type { Direction } from '../../rules/types.js';
import type { CleanNote } from '../../wire/note.js';
import { parseRequest } from '../../wire/reader.js';
import type { SeatedPosition } from '../../wire/to-position.js';

/** A turn on which the snake was asked. What is not known of it is absent. Times in ms. */
export interface SeatTurn extends SeatedPosition {
  /** The step that it made; absent as well if the engine did not use its answer. */
  readonly move?: Direction | undefined;
  readonly kind?: TurnAnswer['kind'] | undefined;
  /** When it was answered, in ms since 1970. */
  readonly at?: number | undefined;
  readonly took?: number | undefined;
  readonly budget?: number | undefined;
  /** As its engine measured it. */
  readonly latency?: number | undefined;
  readonly note?: CleanNote | undefined;
}

/** A game as one of its snakes played it. */
export interface SeatGame {
  /** The file that it was read from, or `journal`. */
  readonly source: string;
  /** The engine's ids of the game and of the snake. */
  readonly game: string;
  readonly you: string;
  /** Its name; in the journal, its prefix. */
  readonly snake: string;
  /** Number of snakes at the beginning. */
  readonly snakes: number;
  /** Names of the other snakes. */
  readonly opponents: readonly string[];
  /** Empty if it is not known. */
  readonly version: string;
  readonly ruleset: string;
  readonly map: string;
  /** Absent while the game is in progress. */
  readonly result?: JournalResult | undefined;
  /** 1 is the best; tied snakes share the mean of their ranks. Absent if unknown, or if the snake played alone. */
  readonly rank?: number | undefined;
  /** The first turn on whose board the snake was dead, or the last turn of a game that it survived. */
  readonly ended?: number | undefined;
  /** In order. A position is valid until the next turn is drawn. Throws if a turn cannot be read. */
  readonly turns: () => Iterable<SeatTurn>;
}

export const JOURNAL_SOURCE = 'journal';

/** A game of the journal. Throws if its end cannot be read. */
export function fromKept(row: FullGameRow): SeatGame {
  const ended = row.died ?? (hasEnded(row.result) ? findEnd(row) : undefined);
  return { ...row, source: JOURNAL_SOURCE, ended, turns: () => keptTurns(row) };
}

/** Whether a game has an outcome that is known. */
export function hasEnded(result: JournalResult | undefined): boolean {
  return result !== undefined && result !== 'abandoned' && result !== 'unknown';
}

/** The number of the final board. */
function findEnd({ list, end, turns }: FullGameRow): number {
  const last = list.at(-1);
  if (end === undefined || last === undefined) return turns;
  return finalTurnOf(parseRequest(end), toLastAsked(parseRequest(last.body)));
}

function* keptTurns({ list, imported }: FullGameRow): Generator<SeatTurn> {
  let index = 0;
  for (const { position, seat } of replayGame(list.map(({ body }) => body))) {
    const { at, answer, budget, feedback } = list[index++]!;
    yield {
      position,
      seat,
      budget,
      kind: answer.kind,
      took: answer.took,
      note: answer.note,
      move: feedback?.used === 'no' ? undefined : answer.move,
      // Of an imported game, it is the moment of the import.
      at: imported === undefined ? at : undefined,
      latency: feedback && measuredLatency(feedback.latency, feedback.used),
    };
  }
}

/** The game of a file as each of its snakes played it, in the order of the first board. */
export function fromSource(source: SourceGame, file: string): SeatGame[] {
  const { game, turns } = source;
  const snakes = turns[0].living;
  return snakes.map(({ id: you, name }): SeatGame => {
    const { asked, end } = splitTurns(source, you);
    const outcome = asked.length === 0 ? undefined : outcomeFor(source, you, { before: asked.at(-1)!, end });
    const isKnown = outcome !== undefined && outcome.result !== 'abandoned';
    return {
      source: file,
      game: game.id,
      you,
      snake: name,
      snakes: snakes.length,
      version: '',
      ruleset: game.ruleset.name,
      map: game.map,
      opponents: snakes.filter(({ id }) => id !== you).map((other) => other.name),
      result: isKnown ? toJournalResult(outcome.result, snakes.length) : undefined,
      rank: isKnown && snakes.length > 1 ? outcome.place : undefined,
      ended: isKnown ? (outcome.died ?? turns.at(-1)!.turn) : undefined,
      turns: () => sourceTurns(source, you),
    };
  });
}

function* sourceTurns(source: SourceGame, you: string): Generator<SeatTurn> {
  const { asked, end } = splitTurns(source, you);
  let into: Position | undefined;
  for (const [index, turn] of asked.entries()) {
    const next = asked[index + 1] ?? end;
    const latency = next.turn === turn.turn + 1 ? next.living.find(({ id }) => id === you)?.latency : undefined;
    const { position, seat } = positionOn(source, turn, you, into);
    into = position;
    yield {
      position,
      seat,
      move: stepOf(source, turn, next, you)?.move,
      latency: latency === undefined ? undefined : measuredLatency(latency, 'unknown'),
    };
  }
}
