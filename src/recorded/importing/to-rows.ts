/** Makes the rows of a game that was read from an engine or a file: one for each of its snakes, as it played. */
import { countsOneMore } from '../../inference/final-turn.js';
import { playLastStep, stepSeenLater } from '../../inference/last-step.js';
import { cellsAlong } from '../../drawing/board-drawing.js';
import { MAX_STORED_CHARACTERS } from '../../journal/store/storable.js';
import { LAST_TURN } from '../../rules/game.js';
import { eliminationOf, seatOf } from '../../rules/snakes.js';
import { ranksOf } from '../../stats/rank-score.js';
import { DIRECTIONS } from '../../rules/types.js';
import { IMPORT_UNKNOWNS, toJournalResult, type FullGameRow } from '../../views/game-rows.js';
import type { GameResult, ImportedStep, ImportUnknown, TurnRow } from '../../views/game-rows.js';
import { cutShout } from '../../wire/move.js';
import type { Snake } from '../../wire/resources.js';
import { toPosition } from '../../wire/to-position.js';
import type { ViewerGame } from '../../wire/viewer.js';
import { SourceError, type GameBoards, type ReadBoard, type StatedDeath } from './game-boards.js';

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

/** All boards of a game, and what they tell together. */
interface SeenGame extends GameBoards {
  readonly boards: readonly [Board, ...Board[]];
  readonly isOver: boolean;
  /** By id of the snake. */
  readonly names: ReadonlyMap<string, string>;
  readonly deaths: ReadonlyMap<string, StatedDeath>;
}

/** What no engine and no file tells. */
const UNKNOWN = { strategy: '', hash: '', version: '', options: {}, moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 };
const NEVER_KNOWN = ['strategy', 'answers', 'times', 'moment'] as const;

/** By seat: in the order of appearance. Throws a {@link SourceError} if boards hide snakes. */
export function toRows(source: GameBoards, origin: Origin): FullGameRow[] {
  if (source.boards.some(({ request }) => request.board.unseen.length > 0))
    throw new SourceError('hides snakes: with fog of war, only the journal of a host keeps games');
  const winner = findWinner(source);
  const deaths = findDeaths(source, winner);
  const [first, ...others] = source.boards.map((board, index) => toBoard(board, source.boards[index - 1], deaths));
  const boards = [first!, ...others] as const;
  for (const [index, end] of others.entries()) inferCauses(boards[index]!, end, deaths);
  const seats = [...boards[0].request.board.snakes, ...boards.flatMap(({ living }) => living)];
  const names = new Map(seats.map(({ id, name }) => [id, name]));
  const isStated = winner !== undefined || source.result?.isDraw === true || (source.result && names.size === 1);
  const game = { ...source, boards, names, deaths, isOver: isStated || isOver(boards) };
  const steps = others.map((next, index) => stepsBetween(boards[index]!, next, deaths));
  return Array.from(names.keys(), (you) => toRow(game, steps, you, origin));
}

/** Who died when: as the source states, else when a snake is no longer shown. */
function findDeaths({ boards }: GameBoards, winner: Snake | undefined): Map<string, StatedDeath> {
  const deaths = new Map<string, StatedDeath>();
  const add = (death: StatedDeath) => deaths.has(death.id) || deaths.set(death.id, death);
  let before: readonly Snake[] = [];
  for (const { request, deaths: stated } of boards) {
    const { snakes } = request.board;
    stated.forEach(add);
    for (const { id } of before) if (snakes.every((snake) => snake.id !== id)) add({ id, turn: request.turn });
    before = snakes;
  }
  // The boards may lack the end, or disagree: what the source states counts.
  if (winner !== undefined) {
    const losers = before.filter((snake) => snake.id !== winner.id && !areMates([snake, winner]));
    for (const { id } of losers) add({ id, turn: boards.at(-1)!.request.turn + 1 });
    deaths.delete(winner.id);
  }
  // Without survivors, the last two snakes died together, or one of them would have won. An engine that numbers the end
  // one higher than its board reports the other death there.
  const [one, last] = [...deaths.values()].sort((a, b) => a.turn - b.turn).slice(-2);
  if (deaths.size === boards[0].request.board.snakes.length && last) deaths.set(last.id, { ...last, turn: one!.turn });
  return deaths;
}

/** The winner that the source states, by its id or by a name that no other snake has. */
function findWinner({ boards, result }: GameBoards): Snake | undefined {
  const snakes = result?.winner ? boards.flatMap(({ request }) => request.board.snakes) : [];
  const called = snakes.filter(({ id, name }) => id === result!.winner || name === result!.winner);
  return called.every(({ id }) => id === called[0]!.id) ? called[0] : undefined;
}

function areMates(snakes: readonly Snake[]): boolean {
  return snakes.every(({ squad }) => squad !== '' && squad === snakes[0]!.squad);
}

function toBoard(board: ReadBoard, before: ReadBoard | undefined, deaths: ReadonlyMap<string, StatedDeath>): Board {
  const { turn, board: shown } = board.request;
  const isDead = ({ id }: Snake, on: number) => (deaths.get(id)?.turn ?? Infinity) <= on;
  const unseen = before?.request.board.snakes.filter(
    (snake) =>
      isDead(snake, turn) && !isDead(snake, before.request.turn) && shown.snakes.every(({ id }) => id !== snake.id),
  );
  const dead = shown.snakes.filter((snake) => isDead(snake, turn));
  return {
    ...board,
    turn,
    living: shown.snakes.filter((snake) => !isDead(snake, turn)),
    dead: [...dead, ...(unseen ?? []).flatMap((snake) => stepOn(before!, snake))],
  };
}

/** The snake one step further and one turn hungrier; nothing if its move is unknown. */
function stepOn({ request: { game, board }, moves }: ReadBoard, snake: Snake): Snake[] {
  const made = DIRECTIONS.filter((direction) => direction === moves?.[snake.id]);
  const [, head] = cellsAlong({ ...board, wraps: game.ruleset.name.startsWith('wrapped') }, snake.body[0]!, made);
  if (head === undefined) return [];
  return [{ ...snake, head, health: Math.max(0, snake.health - 1), body: [head, ...snake.body.slice(0, -1)] }];
}

/** Adds what the rules say about the deaths between two boards, if these show the last steps. */
function inferCauses({ request, turn, living }: Board, end: Board, deaths: Map<string, StatedDeath>): void {
  for (const { id } of living) {
    const death = deaths.get(id);
    if (death?.turn !== turn + 1 || death.cause !== undefined) continue;
    const { position } = toPosition(request, living);
    const seat = seatOf(position, id);
    const seen = new Map([...end.living, ...end.dead].map((snake) => [snake.id, snake]));
    const step = playLastStep(position, seat, seen);
    const { cause, by } = (step && eliminationOf(step, seat)) ?? {};
    deaths.set(id, { ...death, cause, by: by || undefined });
  }
}

/** Whether the last board ends the game: one snake or squad is left, or the turn limit is reached. */
function isOver([{ request }, ...others]: SeenGame['boards']): boolean {
  const { turn, living } = others.at(-1) ?? { turn: request.turn, living: request.board.snakes };
  if (turn >= LAST_TURN || living.length === 0) return true;
  return (
    request.board.snakes.length > 1 &&
    (living.length === 1 || (request.game.ruleset.name === 'squad' && areMates(living)))
  );
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
function toRow(
  game: SeenGame,
  steps: readonly ReadonlyMap<string, ImportedStep>[],
  you: string,
  { from, file, at }: Origin,
): FullGameRow {
  const { boards, names, deaths, viewer } = game;
  const { game: played, board } = boards[0].request;
  const { id, ruleset, map, source } = played;
  const find = (snakes: readonly Snake[]) => snakes.find((snake) => snake.id === you);
  const lives = ({ living }: Board) => find(living) !== undefined;
  const first = Math.max(0, boards.findIndex(lives));
  const after = boards.findIndex((each, index) => index >= first && !lives(each));
  const last = after < 0 ? boards.length - 1 : after;
  const list = boards.slice(first, last).map((asked, index): TurnRow => {
    const next = boards[first + index + 1]!;
    const latency = next.turn === asked.turn + 1 ? find(next.living)?.latency : undefined;
    return {
      turn: asked.turn,
      at,
      body: toBody(asked, asked.living, find(asked.living)!, viewer),
      answer: steps[first + index]!.get(you)!,
      feedback: latency === undefined ? undefined : { used: 'unknown', latency },
    };
  });
  const [before, end] = [boards[last - 1], boards[last]!];
  // The snakes that have just died are still on the board of the `/end`.
  const fresh = end.dead.filter((snake) => deaths.get(snake.id)!.turn > (before?.turn ?? -1));
  const mine = find([...end.living, ...end.dead]) ?? find(before?.living ?? board.snakes)!;
  const result = resultOf(game, you);
  const lasted = Array.from(names.keys(), (each) => deaths.get(each)?.turn ?? Infinity);
  const { turn: died, cause, by } = deaths.get(you) ?? {};
  const snakes = boards[0].living.length;
  const lacks = new Set<ImportUnknown>([...NEVER_KNOWN, ...game.unknown]);
  if (list.filter(({ answer }) => answer.move !== undefined).length < end.turn) lacks.add('turns');
  const isOpen = result === 'abandoned' || result === 'unknown';
  if (isOpen) lacks.add('end');
  const lastTurn = boards.at(-1)!.turn;
  return {
    ...UNKNOWN,
    id,
    snake: names.get(you)!,
    game: id,
    you,
    startedAt: at,
    endedAt: at,
    ruleset: ruleset.name,
    map,
    source,
    width: board.width,
    height: board.height,
    snakes,
    opponents: boards[0].living.filter((snake) => snake.id !== you).map(({ name }) => name),
    imported: { from, unknown: IMPORT_UNKNOWNS.filter((each) => lacks.has(each)) },
    ...(file !== undefined && { file }),
    result: toJournalResult(result, snakes),
    ...(!isOpen && snakes > 1 && { rank: ranksOf(lasted)[[...names.keys()].indexOf(you)]! }),
    turns: game.result?.turns ?? lastTurn + (game.isOver && countsOneMore(played) ? 1 : 0),
    ...(died !== undefined && { died }),
    ...(cause !== undefined && { cause }),
    ...(by !== undefined && { killer: names.get(by) ?? by }),
    list,
    end: toBody(end, [...end.living, ...fresh], mine, viewer),
  };
}

/**
 * `abandoned` if the snake still lives on the last board, and the game is not over there; `unknown` if the source calls
 * it over.
 */
function resultOf({ boards, names, deaths, isOver: hasEnded, result }: SeenGame, you: string): GameResult {
  const diedOn = (id: string) => deaths.get(id)?.turn ?? Infinity;
  if (deaths.has(you)) return [...names.keys()].some((id) => diedOn(id) > diedOn(you)) ? 'loss' : 'draw';
  if (!hasEnded) return result === undefined ? 'abandoned' : 'unknown';
  const survivors = boards.at(-1)!.living.filter(({ id }) => !deaths.has(id));
  return result?.isDraw !== true && (survivors.length === 1 || areMates(survivors)) ? 'win' : 'draw';
}

/** The body of a request, with its frame unless that makes it very long. */
function toBody({ request, frame }: Board, snakes: readonly Snake[], you: Snake, game: ViewerGame | undefined): string {
  const asked = { ...request, board: { ...request.board, snakes }, you };
  const body = JSON.stringify(asked);
  if (frame === undefined || game === undefined) return body;
  const whole = JSON.stringify({ ...asked, viewer: { game, frame } });
  return whole.length > MAX_STORED_CHARACTERS ? body : whole;
}
