/** Makes the rows of a game that was read from an engine or a file: one for each of its snakes, as it played. */
import { countsOneMore } from '../../inference/final-turn.js';
import type { GameOutcome } from '../../inference/game-outcome.js';
import { playLastStep, stepSeenLater } from '../../inference/last-step.js';
import { cellsAlong } from '../../drawing/board-drawing.js';
import { MAX_STORED_CHARACTERS } from '../../journal/store/storable.js';
import { LAST_TURN } from '../../rules/game.js';
import { eliminationOf, seatOf } from '../../rules/snakes.js';
import { DIRECTIONS } from '../../rules/types.js';
import { IMPORT_UNKNOWNS, toJournalResult, type FullGameRow } from '../../views/game-rows.js';
import type { ImportedStep, ImportUnknown, TurnRow } from '../../views/game-rows.js';
import { cutShout } from '../../wire/move.js';
import type { Snake } from '../../wire/resources.js';
import { toPosition } from '../../wire/to-position.js';
import type { ViewerGame } from '../../wire/viewer.js';
import type { GameBoards, ReadBoard, StatedDeath } from './game-boards.js';

/** Where a game was read. */
export interface Origin {
  /** For people: a URL, or the name of a file. */
  readonly from: string;
  /** The path of a file. */
  readonly file?: string;
  /** The time of reading, in ms since 1970; no source tells when the game was played. */
  readonly at: number;
}

/** A board with its snakes told apart. */
interface Board extends ReadBoard {
  readonly turn: number;
  readonly living: readonly Snake[];
  /** The dead that it shows, and those whose last step to it is known. */
  readonly dead: readonly Snake[];
}

/** A game with the names, deaths and steps of its snakes, by id. */
interface JudgedGame extends GameBoards {
  readonly boards: readonly [Board, ...Board[]];
  readonly names: ReadonlyMap<string, string>;
  readonly deaths: ReadonlyMap<string, StatedDeath>;
  /** Of all boards but the last. */
  readonly steps: readonly ReadonlyMap<string, ImportedStep>[];
  readonly isOver: boolean;
}

/** Unknown for every game that was read. */
const NEVER_KNOWN: ReadonlySet<ImportUnknown> = new Set(['strategy', 'answers', 'times', 'moment']);

/** By seat: in the order of appearance. */
export function toRows(source: GameBoards, origin: Origin): FullGameRow[] {
  const game = followDeaths(source);
  return Array.from(game.names.keys(), (you) => toRow(game, you, origin));
}

/** Finds out who died when: as the source states, else when a snake is no longer shown. */
function followDeaths(source: GameBoards): JudgedGame {
  const shown = source.boards.map(({ request }) => request.board.snakes);
  const deaths = new Map<string, StatedDeath>();
  for (const [index, { request, deaths: stated }] of source.boards.entries()) {
    const gone = shown[index - 1]?.filter(({ id }) => request.board.snakes.every((snake) => snake.id !== id)) ?? [];
    for (const death of [...stated, ...gone.map(({ id }) => ({ id, turn: request.turn }))])
      if (!deaths.has(death.id)) deaths.set(death.id, death);
  }
  shareLastDeath(deaths, shown[0]!.length);
  const isDead = ({ id }: Snake, turn: number) => (deaths.get(id)?.turn ?? Infinity) <= turn;
  const [first, ...others] = source.boards.map((board, index): Board => {
    const { turn } = board.request;
    const [snakes, before] = [shown[index]!, source.boards[index - 1]];
    const stepped = shown[index - 1]?.flatMap((snake) => {
      const isFresh = isDead(snake, turn) && !isDead(snake, before!.request.turn);
      return isFresh && snakes.every(({ id }) => id !== snake.id) ? stepOn(before!, snake) : [];
    });
    const living = snakes.filter((snake) => !isDead(snake, turn));
    const dead = [...snakes.filter((snake) => isDead(snake, turn)), ...(stepped ?? [])];
    return { ...board, turn, living, dead };
  });
  const boards = [first!, ...others] as const;
  const names = new Map(shown.flat().map(({ id, name }) => [id, name]));
  const steps = others.map((next, index) => stepsBetween(boards[index]!, next, deaths));
  return { ...source, boards, names, deaths, steps, isOver: source.result !== undefined || isOver(boards) };
}

/**
 * Of a game without survivors, the last two snakes died together, or one of them would have won. An engine that numbers
 * the end one higher than its board reports the other death there.
 */
function shareLastDeath(deaths: Map<string, StatedDeath>, snakes: number): void {
  const [before, last] = [...deaths.values()].sort((a, b) => a.turn - b.turn).slice(-2);
  if (deaths.size === snakes && last !== undefined) deaths.set(last.id, { ...last, turn: before!.turn });
}

/** Whether the last board ends the game: one snake or squad is left, or the turn limit is reached. */
function isOver(boards: JudgedGame['boards']): boolean {
  const [{ request: first }, last] = [boards[0], boards.at(-1)!];
  if (last.turn >= LAST_TURN || last.living.length === 0) return true;
  if (first.board.snakes.length < 2) return false;
  if (last.living.length === 1) return true;
  const squads = new Set(last.living.map(({ squad }) => squad));
  return first.game.ruleset.name === 'squad' && squads.size === 1 && !squads.has('');
}

/** The snake one step further and one turn hungrier; nothing if its move is unknown. */
function stepOn({ request: { game, board }, moves }: ReadBoard, snake: Snake): Snake[] {
  const made = DIRECTIONS.filter((direction) => direction === moves?.[snake.id]);
  const [, head] = cellsAlong({ ...board, wraps: game.ruleset.name.startsWith('wrapped') }, snake.body[0]!, made);
  if (head === undefined) return [];
  return [{ ...snake, head, health: Math.max(0, snake.health - 1), body: [head, ...snake.body.slice(0, -1)] }];
}

/** The step of each living snake from a board to the next, by id: as stated, else as the next board shows it. */
function stepsBetween(
  { request, turn, moves, living }: Board,
  next: Board,
  deaths: ReadonlyMap<string, StatedDeath>,
): ReadonlyMap<string, ImportedStep> {
  const { position } = toPosition(request, living);
  return new Map(
    living.map(({ id }) => {
      const seen = [...next.living, ...next.dead].find((snake) => snake.id === id);
      // A dead body lies where its last step took it.
      const moved = Math.min(next.turn, deaths.get(id)?.turn ?? Infinity) - turn;
      const stated = DIRECTIONS.find((direction) => direction === moves?.[id]);
      const move = stated ?? DIRECTIONS[stepSeenLater(position, seatOf(position, id), seen, moved) ?? -1];
      const shout = next.turn === turn + 1 ? seen?.shout : undefined;
      return [id, { kind: 'seen', ...(move && { move }), ...(shout && { shout: cutShout(shout) }) }];
    }),
  );
}

/**
 * The turns on which the snake lived, and as the end the first board on which it is dead, or the last one of the game.
 */
function toRow(game: JudgedGame, you: string, { from, file, at }: Origin): FullGameRow {
  const { boards, names, steps, viewer } = game;
  const { game: played, board } = boards[0].request;
  const lives = ({ living }: Board) => living.some(({ id }) => id === you);
  const first = Math.max(0, boards.findIndex(lives));
  const after = boards.findIndex((board, index) => index >= first && !lives(board));
  const last = after < 0 ? boards.length - 1 : after;
  const list = boards.slice(first, last).map((board, index): TurnRow => {
    const next = boards[first + index + 1]!;
    const latency = next.turn === board.turn + 1 ? next.living.find(({ id }) => id === you)?.latency : undefined;
    const body = toBody(
      board,
      board.living,
      board.living.find(({ id }) => id === you)!,
      viewer,
    );
    const feedback = latency === undefined ? undefined : ({ used: 'unknown', latency } as const);
    return { turn: board.turn, at, body, answer: steps[first + index]!.get(you)!, feedback };
  });
  const [before, end] = [boards[last - 1], boards[last]!];
  const { result, turns, died, place, cause, killer } = outcomeOf(game, you, before, end);
  const snakes = boards[0].living.length;
  const missing = missingTurns(list, end.turn);
  const unknown = IMPORT_UNKNOWNS.filter(
    (each) =>
      NEVER_KNOWN.has(each) ||
      game.unknown.includes(each) ||
      (each === 'turns' && missing.length > 0) ||
      (each === 'end' && result === 'abandoned'),
  );
  return {
    ...{ id: played.id, snake: names.get(you)!, game: played.id, you, startedAt: at, endedAt: at },
    ...{ ruleset: played.ruleset.name, map: played.map, source: played.source },
    ...{ width: board.width, height: board.height },
    snakes,
    opponents: boards[0].living.filter(({ id }) => id !== you).map(({ name }) => name),
    ...{ strategy: '', hash: '', version: '', options: {} },
    imported: { from, unknown },
    ...(file !== undefined && { file }),
    result: toJournalResult(result, snakes),
    ...(place !== undefined && snakes > 1 && { rank: place }),
    turns: turns!,
    ...(died !== undefined && { died }),
    ...(cause !== undefined && { cause }),
    ...(killer !== undefined && { killer: names.get(killer) ?? killer }),
    ...{ moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 },
    list,
    end: toEnd(game, you, before, end),
  };
}

/** The `/end`: the snakes that have just died are still on the board. */
function toEnd({ boards, deaths, viewer }: JudgedGame, you: string, before: Board | undefined, end: Board): string {
  const fresh = end.dead.filter(({ id }) => deaths.get(id)!.turn > (before?.turn ?? -1));
  const seen = [...boards.flatMap(({ living }) => living), ...end.dead, ...end.living];
  return toBody(
    end,
    [...end.living, ...fresh],
    seen.findLast(({ id }) => id === you)!,
    viewer,
  );
}

/** The body of a request, with its frame unless that makes it very long. */
function toBody({ request, frame }: Board, snakes: readonly Snake[], you: Snake, game: ViewerGame | undefined): string {
  const asked = { ...request, board: { ...request.board, snakes }, you };
  const body = JSON.stringify(asked);
  if (frame === undefined || game === undefined) return body;
  const whole = JSON.stringify({ ...asked, viewer: { game, frame } });
  return whole.length > MAX_STORED_CHARACTERS ? body : whole;
}

/** `abandoned` if the snake still lives on the last board, and the game is not over there. */
function outcomeOf(game: JudgedGame, you: string, before: Board | undefined, end: Board): GameOutcome {
  const { boards, deaths, isOver: hasEnded } = game;
  const { turn, living } = boards.at(-1)!;
  if (!deaths.has(you) && !hasEnded) return { result: 'abandoned', turns: turn };
  const turns = game.result?.turns ?? turn + (hasEnded && countsOneMore(boards[0].request.game) ? 1 : 0);
  if (deaths.has(you)) return { turns, ...outcomeOfDead(game, deaths.get(you)!, before, end) };
  const mine = living.find(({ id }) => id === you);
  const mates = living.filter(({ id, squad }) => id === you || (squad !== '' && squad === mine?.squad));
  const { winner = '', isDraw = false } = game.result ?? {};
  const hasWon = winner === '' ? !isDraw && mates.length === living.length : mates.some(({ id }) => id === winner);
  if (hasWon) return { result: 'win', turns, place: (1 + mates.length) / 2 };
  // Some recordings lack the last board.
  return winner === '' ? { result: 'draw', turns, place: (1 + living.length) / 2 } : { result: 'loss', turns };
}

/** Behind all that lived longer; shared with snakes that died on the same turn. */
function outcomeOfDead({ deaths, boards }: JudgedGame, death: StatedDeath, before: Board | undefined, end: Board) {
  const ids = [...new Set(boards.flatMap(({ living }) => living.map(({ id }) => id)))];
  const outlived = ids.filter((id) => (deaths.get(id)?.turn ?? Infinity) > death.turn).length;
  const tied = ids.filter((id) => deaths.get(id)?.turn === death.turn).length;
  const { cause, by: killer } = death.cause === undefined ? inferDeath(death, before, end) : death;
  const result = outlived === 0 ? ('draw' as const) : ('loss' as const);
  return { result, died: death.turn, place: outlived + (1 + tied) / 2, cause, killer };
}

/** What the rules say about the last step, if the boards show it. */
function inferDeath(
  { id, turn }: StatedDeath,
  before: Board | undefined,
  end: Board,
): Pick<StatedDeath, 'cause' | 'by'> {
  if (before?.turn !== turn - 1) return {};
  const { position } = toPosition(before.request, before.living);
  const seat = seatOf(position, id);
  const step = playLastStep(position, seat, new Map([...end.living, ...end.dead].map((snake) => [snake.id, snake])));
  const death = step && eliminationOf(step, seat);
  return { cause: death?.cause, by: death?.by || undefined };
}

/** Turns that are missing one after the other, both ends included. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The turns before `end` that are not on the list, or on which the step of the snake is unknown. */
export function missingTurns(list: readonly TurnRow[], end: number): Gap[] {
  const gaps: Gap[] = [];
  let next = 0;
  for (const turn of [...list.flatMap((each) => (each.answer.move === undefined ? [] : each.turn)), end]) {
    if (turn > next) gaps.push({ from: next, to: turn - 1 });
    next = turn + 1;
  }
  return gaps;
}
