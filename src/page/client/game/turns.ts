/** Joins the pieces of a game, and finds marks, evaluations and ranks in its turns. Needs no browser. */
import { toScoreCurve } from '../../../drawing/score-curve.js';
import { MARKS } from '../../../views/analysis.js';
import { ranksOf } from '../../../stats/rank-score.js';
import { describeDeathAmong, isFallback } from '../../../views/words.js';
import type {
  AnswerView,
  GamePieceView,
  GameView,
  JournalResult,
  TurnAnalysisView,
  TurnView,
} from '../../../views/game.js';

/** Adds a piece to a game. While the game runs, the first known facts about it stay: a restarted host knows less. */
export function takePiece(known: GamePieceView | undefined, piece: GamePieceView): GamePieceView {
  const game = piece.game.endedAt === undefined ? { ...piece.game, ...known?.game } : piece.game;
  return { ...known, ...piece, game, turns: withTurns(known?.turns ?? [], piece.turns) };
}

/** Merges two lists by turn; the second one wins. */
function withTurns(turns: readonly TurnView[], others: readonly TurnView[]): TurnView[] {
  const byTurn = new Map([...turns, ...others].map((turn) => [turn.turn, turn]));
  return [...byTurn.values()].sort((one, other) => one.turn - other.turn);
}

/** The turns before the final one that were not sent to our snake, because the game continued without it. */
export function describeUnseen(turns: readonly TurnView[], at: number): string | undefined {
  const { turn, answer, isFinal } = turns[at]!;
  const from = (turns[at - 1]?.turn ?? turn) + 1;
  if (!isFinal || answer !== undefined || from >= turn) return undefined;
  return `${from === turn - 1 ? `turn ${from} was` : `turns ${from} to ${turn - 1} were`} not sent to it`;
}

/** A turn that is marked in the list of turns and on the plots. */
export interface TurnMark {
  readonly at: number;
  readonly turn: number;
  readonly kind: 'fallback' | 'lost' | 'unlikely' | 'chance' | 'death' | NonNullable<TurnAnalysisView['mark']>;
  readonly title: string;
}

/** The marks in order: lost turns, fallbacks, mistakes, the last chance and the death. */
export function findMarks(turns: readonly TurnView[], chance?: number): TurnMark[] {
  const marks: TurnMark[] = [];
  const died = turns.map(({ board }) => board.snakes.find(({ isYou }) => isYou)?.death).find(Boolean);
  const diedAt = died && (died.isLatest ? turns.length - 1 : turns.findLastIndex(({ turn }) => turn <= died.turn));
  for (const [at, { turn, answer, feedback, analysis, board }] of turns.entries()) {
    const add = (kind: TurnMark['kind'], title: string): void => void marks.push({ at, turn, kind, title });
    if (turn === chance) add('chance', 'last chance');
    if (feedback?.used === 'no') add('lost', 'the engine did not use the answer');
    if (feedback?.used === 'unlikely') add('unlikely', 'the engine reports a timeout');
    if (answer !== undefined && isFallback(answer)) add('fallback', `the strategy was ${answer.kind}`);
    if (analysis?.mark !== undefined) add(analysis.mark, `${analysis.mark}: ${analysis.played!}`);
    if (died && at === diedAt) add('death', describeDeathAmong(died, board.snakes));
  }
  return marks;
}

/** The turn to open a game at: its first big mistake, else its last chance, else its first turn. */
export function openingOf(marks: readonly TurnMark[]): number {
  const kinds: readonly TurnMark['kind'][] = ['blunder', 'mistake', 'chance'];
  return kinds.flatMap((kind) => marks.find((mark) => mark.kind === kind) ?? [])[0]?.turn ?? 0;
}

/** The index of the mark after, or before, a turn; `undefined` if there is none. */
export function markBeside(marks: readonly TurnMark[], at: number, by: 1 | -1): number | undefined {
  const found = by > 0 ? marks.find((mark) => mark.at > at) : marks.findLast((mark) => mark.at < at);
  return found?.at;
}

/** Whether the analysis has made the mark. */
export function isGraded({ kind }: Pick<TurnMark, 'kind'>): boolean {
  return MARKS.some(([mark]) => mark === kind);
}

/** The index of the next mistake, else of the first; without an analysis, of the next mark. */
export function nextMistake(marks: readonly TurnMark[], at: number): number | undefined {
  const graded = marks.filter(isGraded);
  const known = graded.length > 0 ? graded : marks;
  return markBeside(known, at, 1) ?? known[0]?.at;
}

/** The colour of an answer's bar: in time, late, or replaced by the host for another reason. */
export function barKindOf(answer: AnswerView): 'used' | 'late' | 'fallback' {
  return answer.kind === 'late' ? 'late' : isFallback(answer) ? 'fallback' : 'used';
}

/** The evaluation of each turn, from 0, lost, to 1, won. */
export interface Evaluation {
  /** `own`: the scores of the strategy, in its own unit. */
  readonly source: 'analysis' | 'own';
  readonly heights: readonly (number | undefined)[];
}

/** The evaluation of the final board. */
const ENDINGS: Readonly<Partial<Record<JournalResult, number>>> = { win: 1, draw: 0.5, loss: 0 };

/** The available evaluations, the analysis first. They end with the result. */
export function findEvaluations(turns: readonly TurnView[], result?: JournalResult): Evaluation[] {
  const ending = turns.at(-1)?.answer === undefined && result ? ENDINGS[result] : undefined;
  const lists = {
    analysis: turns.map(({ analysis }) => analysis?.standing),
    own: toScoreCurve(turns.map(({ answer }) => answer?.note?.score)) ?? [],
  };
  return (['analysis', 'own'] as const).flatMap((source) => {
    const heights = lists[source];
    if (heights.every((height) => height === undefined)) return [];
    return [{ source, heights: heights.map((height, at) => (at === turns.length - 1 ? (ending ?? height) : height)) }];
  });
}

/** The evaluation of a turn, else of the last one before it that has one. */
export function evaluationAt({ heights }: Evaluation, at: number): number | undefined {
  let known = at;
  while (known > 0 && heights[known] === undefined) known--;
  return heights[known];
}

/**
 * The rank of each snake by its id, without the snakes whose turn of death is unknown; `undefined` before the final
 * board. The ranks of our seats are the stored ones.
 */
export function rankSnakes(turns: readonly TurnView[], ours: readonly Pick<GameView, 'you' | 'rank'>[]) {
  const { board, isFinal } = turns.at(-1) ?? {};
  if (board === undefined || !isFinal) return undefined;
  const { snakes } = board;
  const ranks = ranksOf(snakes.map(({ death }) => death?.turn ?? Infinity));
  const known = new Map<string, number>();
  for (const [seat, { id, death }] of snakes.entries())
    if (snakes.length > 1 && !death?.isLatest) known.set(id, ranks[seat]!);
  for (const { you, rank } of ours) if (rank !== undefined) known.set(you, rank);
  return known;
}
