/** Turns a game from an engine or a file into journal events, from the perspective of one of its snakes. */
import { countsOneMore } from '../../inference/final-turn.js';
import { playLastStep, stepSeenLater } from '../../inference/last-step.js';
import { type JournalEvent, type StrategyFacts } from '../../journal/journal-event.js';
import { IMPORT_UNKNOWNS, type ImportUnknown } from '../../views/game-rows.js';
import { MAX_STORED_CHARACTERS } from '../../journal/store/storable.js';
import type { Position } from '../../rules/position.js';
import { DIRECTIONS, type Direction } from '../../rules/types.js';
import { cutShout } from '../../wire/move.js';
import { readRequest, RequestError } from '../../wire/reader.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import { toPosition, type SeatedPosition } from '../../wire/to-position.js';
import { SourceError, type SourceDeath, type SourceGame, type SourceTurn } from './source-game.js';
import type { GameOutcome } from '../../inference/game-outcome.js';
import { eliminationOf } from '../../rules/snakes.js';

/** Whose game it becomes. */
export interface ImportOptions {
  /** Id of the snake whose perspective it is. */
  readonly you: string;
  /** The prefix under which the game is kept. */
  readonly snake: string;
  /** The origin of the game, for people. */
  readonly from: string;
  /** The time of the import, in ms since 1970; no source tells when the game was played. */
  readonly at: number;
}

/** The events of one game, and what the user should know about them. */
export interface ImportedEvents {
  readonly events: readonly JournalEvent[];
  /** Turns that are missing, or without a visible step of the snake. */
  readonly gaps: readonly Gap[];
  /** The number of kept turns. */
  readonly turns: number;
}

/** Unknown for every imported game. */
const NEVER_KNOWN: ReadonlySet<ImportUnknown> = new Set(['strategy', 'answers', 'times', 'moment']);
const UNKNOWN_STRATEGY: StrategyFacts = { strategy: '', hash: '', version: '', options: {} };

/** Throws a {@link SourceError} if the snake was asked on no turn, or if a turn is not a valid request. */
export function toEvents(source: SourceGame, { you, snake, from, at }: ImportOptions): ImportedEvents {
  const { asked, end } = splitTurns(source, you);
  const ref = { snake, game: source.game.id, you };
  const kept = asked.flatMap((turn, index) => {
    const step = stepOf(source, turn, asked[index + 1] ?? end, you);
    return step === undefined ? [] : [{ turn, step }];
  });
  const [first] = kept;
  if (first === undefined) throw new SourceError('has no turn of this snake');
  const gaps = gapsIn(
    kept.map(({ turn }) => turn.turn),
    end.turn,
  );
  const outcome = outcomeFor(source, you, { before: kept.at(-1)!.turn, end });
  const unknown = IMPORT_UNKNOWNS.filter(
    (each) =>
      NEVER_KNOWN.has(each) ||
      source.unknown.includes(each) ||
      (each === 'turns' && gaps.length > 0) ||
      (each === 'end' && outcome.result === 'abandoned'),
  );
  const turns = kept.map(({ turn, step: { move, shout } }, index): JournalEvent => {
    const isNext = kept[index - 1]?.turn.turn === turn.turn - 1;
    const latency = turn.living.find(({ id }) => id === you)!.latency;
    const answer = { kind: 'seen', move, ...(shout !== '' && { shout: cutShout(shout) }) } as const;
    const facts = { turn: turn.turn, at, answer, ...(isNext && { last: { used: 'unknown', latency } as const }) };
    return { kind: 'turn', ...ref, body: toBody(source, turn, you), facts };
  });
  const events: JournalEvent[] = [
    {
      kind: 'began',
      ...ref,
      at,
      body: toBody(source, first.turn, you),
      player: UNKNOWN_STRATEGY,
      imported: { from, unknown },
    },
    ...turns,
    { kind: 'ended', ...ref, at, body: toBody(source, end, you), outcome },
  ];
  return { events, gaps, turns: kept.length };
}

/**
 * The turns on which the snake was asked, and the final one: the first on which it is dead, or the last of the game.
 */
export function splitTurns({ turns }: SourceGame, you: string): { asked: readonly SourceTurn[]; end: SourceTurn } {
  const lives = ({ living }: SourceTurn) => living.some(({ id }) => id === you);
  const first = turns.findIndex(lives);
  const after = turns.findIndex((turn, index) => index > first && !lives(turn));
  const last = after < 0 ? turns.length - 1 : after;
  return { asked: turns.slice(Math.max(0, first), last), end: turns[last]! };
}

/** What a snake did on a turn. */
interface Step {
  readonly move: Direction;
  /** The shout of the move; empty if the source does not show it. */
  readonly shout: string;
}

/** The step of a snake on a turn: from the source, or inferred from the next turn. */
export function stepOf(source: SourceGame, turn: SourceTurn, next: SourceTurn, you: string): Step | undefined {
  const seen = [...next.living, ...next.dead].find(({ id }) => id === you);
  const shout = next.turn === turn.turn + 1 ? (seen?.shout ?? '') : '';
  const stated = DIRECTIONS.find((direction) => direction === turn.moves[you]);
  if (stated !== undefined) return { move: stated, shout };
  const { position, seat } = positionOn(source, turn, you);
  // A dead body lies where its last step took it.
  const moved = Math.min(next.turn, source.deaths.find(({ id }) => id === you)?.turn ?? Infinity) - turn.turn;
  const move = stepSeenLater(position, seat, seen, moved);
  return move === undefined ? undefined : { move: DIRECTIONS[move]!, shout };
}

/** The body of a request for a turn, with its frame unless that makes it very long. */
function toBody(source: SourceGame, turn: SourceTurn, you: string): string {
  const request = toRequest(source, turn, you);
  const body = JSON.stringify(request);
  if (turn.frame === undefined || source.viewer === undefined) return body;
  const whole = JSON.stringify({ ...request, viewer: { game: source.viewer, frame: turn.frame } });
  return whole.length > MAX_STORED_CHARACTERS ? body : whole;
}

/** A turn as the snake was asked on it: with living snakes, and at the end with snakes that have just died. */
function toRequest(source: SourceGame, turn: SourceTurn, you: string): GameRequest {
  const { game, width, height, turns, deaths } = source;
  const mine = [...turn.living, ...turn.dead].find(({ id }) => id === you) ?? lastSeen(turns, turn, you);
  const isEnd = turn.living.every(({ id }) => id !== you) || turn === turns.at(-1);
  const before = turns[turns.indexOf(turn) - 1]?.turn ?? -1;
  const fresh = turn.dead.filter(({ id }) => deaths.some((death) => death.id === id && death.turn > before));
  const snakes = isEnd ? [...turn.living, ...fresh] : turn.living;
  const board = { height, width, snakes: [...snakes], food: [...turn.food], hazards: [...turn.hazards] };
  try {
    return readRequest(structuredClone({ game, turn: turn.turn, board, you: mine }));
  } catch (thrown) {
    if (!(thrown instanceof RequestError)) throw thrown;
    throw new SourceError(`has a turn ${turn.turn} that no engine would send: ${thrown.message}`);
  }
}

function lastSeen(turns: SourceGame['turns'], turn: SourceTurn, you: string): Snake {
  const earlier = turns.slice(0, turns.indexOf(turn)).flatMap(({ living }) => living);
  return earlier.findLast(({ id }) => id === you)!;
}

/** The last turn on which the snake was asked, and the one that stands for the end of its game. */
export interface LastTurns {
  readonly before: SourceTurn;
  readonly end: SourceTurn;
}

/**
 * The outcome for the snake `you`. `abandoned` if it still lives on the last turn, and the game is not over there.
 */
export function outcomeFor(source: SourceGame, you: string, last: LastTurns): GameOutcome {
  const { turns, deaths, isOver } = source;
  const death = deaths.find(({ id }) => id === you);
  if (death !== undefined) return outcomeOfDead(source, death, last);
  const final = turns.at(-1)!;
  if (!isOver) return { result: 'abandoned', turns: final.turn };
  const mine = final.living.find(({ id }) => id === you)!;
  const isMate = (squad: string) => squad !== '' && squad === mine.squad;
  const isLast = final.living.every(({ id, squad }) => id === you || isMate(squad));
  return { result: isLast ? 'win' : 'draw', turns: turnsOf(source), place: (1 + final.living.length) / 2 };
}

/** As the engine counts them. Of a game that is cut off, the last turn. */
function turnsOf({ game, turns, isOver }: SourceGame): number {
  return turns.at(-1)!.turn + (isOver && countsOneMore(game) ? 1 : 0);
}

/** Behind all that lived longer; shared with snakes that died on the same turn. */
function outcomeOfDead(source: SourceGame, death: SourceDeath, last: LastTurns): GameOutcome {
  const { turns, deaths } = source;
  const ids = new Set(turns.flatMap(({ living }) => living.map(({ id }) => id)));
  const diedOn = new Map(deaths.map(({ id, turn }) => [id, turn]));
  const outlived = [...ids].filter((id) => (diedOn.get(id) ?? Infinity) > death.turn).length;
  const tied = [...ids].filter((id) => diedOn.get(id) === death.turn).length;
  const known = death.cause === undefined ? inferDeath(source, death, last) : death;
  const { cause, by: killer } = known;
  return {
    result: outlived === 0 ? 'draw' : 'loss',
    turns: turnsOf(source),
    died: death.turn,
    place: outlived + (1 + tied) / 2,
    cause,
    killer,
  };
}

/** The position of a turn with its living snakes, including `you`; `into` as in {@link toPosition}. */
export function positionOn(
  { game, width, height }: SourceGame,
  turn: SourceTurn,
  you: string,
  into?: Position,
): SeatedPosition {
  const snakes = [...turn.living];
  const board = { width, height, snakes, food: [...turn.food], hazards: [...turn.hazards] };
  return toPosition({ game, turn: turn.turn, board, you: snakes.find(({ id }) => id === you)! }, snakes, into);
}

/** What the rules say about the last step, if the turns show it. */
function inferDeath(source: SourceGame, { id, turn }: SourceDeath, { before, end }: LastTurns) {
  if (before.turn !== turn - 1) return {};
  const { position, seat } = positionOn(source, before, id);
  const seen = new Map([...end.living, ...end.dead].map((snake) => [snake.id, snake]));
  const step = playLastStep(position, seat, seen);
  const death = step && eliminationOf(step, seat);
  return { cause: death?.cause, by: death?.by || undefined };
}

/** Turns that are missing one after the other, both ends included. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Most gaps that are spelt out. */
const MAX_SHOWN = 5;

/** The turns before `end` that are not on the list, which is in order. */
export function gapsIn(turns: readonly number[], end: number): Gap[] {
  const gaps: Gap[] = [];
  let next = 0;
  for (const turn of [...turns, end]) {
    if (turn > next) gaps.push({ from: next, to: turn - 1 });
    next = turn + 1;
  }
  return gaps;
}

/** `3, 7 to 9`; empty if nothing is missing. */
export function formatGaps(gaps: readonly Gap[]): string {
  const shown = gaps.slice(0, MAX_SHOWN).map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  return gaps.length > MAX_SHOWN ? `${shown.join(', ')} and ${gaps.length - MAX_SHOWN} more gaps` : shown.join(', ');
}
