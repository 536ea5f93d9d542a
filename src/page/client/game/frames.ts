/** All that a game's page knows of its game, from the journal and the live stream, and the frames that it shows. */
import { toScoreCurve } from '../../../drawing/score-curve.js';
import { MARKS } from '../../../views/analysis.js';
import { ranksOf } from '../../../stats/rank-score.js';
import { describeDeathAmong, isFallback } from '../../../views/words.js';
import type {
  AnswerView,
  GameBoardView,
  GamePieceView,
  GameView,
  JournalResult,
  TurnAnalysisView,
  TurnView,
} from '../../../views/game.js';
import type { LiveTurnView, GameEndView } from '../../../views/live.js';

/** One board. The final one has an answer if our snake lives on it and its engine asks for another move. */
export interface GameFrame {
  readonly turn: number;
  readonly board: GameBoardView;
  readonly asked?: TurnView;
  /** The turns before it that were not sent to our snake: the game continued without it. */
  readonly unseen?: readonly [from: number, to: number];
}

export function describeUnseen([from, to]: NonNullable<GameFrame['unseen']>): string {
  return `${from === to ? `turn ${from} was` : `turns ${from} to ${to} were`} not sent to it`;
}

/** A turn that is marked in the list of turns and on the plots. */
export interface TurnMark {
  readonly at: number;
  readonly turn: number;
  readonly kind: 'fallback' | 'lost' | 'unlikely' | 'chance' | 'death' | NonNullable<TurnAnalysisView['mark']>;
  readonly title: string;
}

interface KnownTurns extends Pick<GamePieceView, 'turns'> {
  readonly end?: GamePieceView['end'] | undefined;
}

export function toFrames({ turns, end }: KnownTurns): GameFrame[] {
  const frames = turns.map((asked): GameFrame => {
    const { turn, board } = asked;
    // A game that is played here continues without our snake.
    const isDead = board.snakes.some(({ isYou, death }) => isYou && death !== undefined);
    return { turn, board, ...(!isDead && { asked }) };
  });
  const last = frames.at(-1)?.turn ?? -1;
  if (end === undefined || end.turn < last) return frames;
  const before = frames.filter(({ turn }) => turn < end.turn);
  // Some engines ask the living for a move on the final board, too. The dead had nothing to answer.
  const isAlive = end.board.snakes.some(({ isYou, death }) => isYou && death === undefined);
  const asked = isAlive ? turns.findLast(({ turn }) => turn === end.turn) : undefined;
  if (asked !== undefined) return [...before, { ...end, asked }];
  const from = (before.at(-1)?.turn ?? end.turn) + 1;
  return [...before, from < end.turn ? { ...end, unseen: [from, end.turn - 1] } : end];
}

/** Two lists as one, in order; the second one counts where both have a turn. */
function withTurns(turns: readonly TurnView[], others: readonly TurnView[]): TurnView[] {
  const byTurn = new Map([...turns, ...others].map((turn) => [turn.turn, turn]));
  return [...byTurn.values()].sort((one, other) => one.turn - other.turn);
}

/** Adds a turn of the live stream, unless it is known: the journal knows more. It tells how the turn before went. */
function addStreamed(turns: readonly TurnView[], { turn, at, board, answer, before }: LiveTurnView): TurnView[] {
  const added = answer === undefined ? turns : withTurns([{ turn, at, board, answer }], turns);
  return added.map((each) => (before && each.turn === turn - 1 ? { feedback: before, ...each } : each));
}

/** What to mark: turns that were lost, fallbacks, what the analysis marks, the last chance and the death; in order. */
export function findMarks(frames: readonly GameFrame[], points: { chance?: number | undefined }): TurnMark[] {
  const marks: TurnMark[] = [];
  for (const [at, { turn, asked, board }] of frames.entries()) {
    const add = (kind: TurnMark['kind'], title: string): void => void marks.push({ at, turn, kind, title });
    if (turn === points.chance) add('chance', 'last chance');
    if (asked?.feedback?.used === 'no') add('lost', 'the engine did not use the answer');
    if (asked?.feedback?.used === 'unlikely') add('unlikely', 'the engine reports a timeout');
    if (asked !== undefined && isFallback(asked.answer)) add('fallback', `the strategy was ${asked.answer.kind}`);
    const { mark, played } = asked?.analysis ?? {};
    if (mark !== undefined) add(mark, `${mark}: ${played!}`);
    const death = asked === undefined && board.snakes.find(({ isYou }) => isYou)?.death;
    if (death) add('death', describeDeathAmong(death, board.snakes));
  }
  return marks;
}

/** The turn that a game is worth opening at: its first big mistake, else the last chance, else its first. */
export function openingOf(marks: readonly TurnMark[]): number {
  const kinds: readonly TurnMark['kind'][] = ['blunder', 'mistake', 'chance'];
  return kinds.flatMap((kind) => marks.find((mark) => mark.kind === kind) ?? [])[0]?.turn ?? 0;
}

/** The frame of the mark after, or before, a frame; `undefined` if there is none. */
export function markBeside(marks: readonly TurnMark[], at: number, by: 1 | -1): number | undefined {
  const found = by > 0 ? marks.find((mark) => mark.at > at) : marks.findLast((mark) => mark.at < at);
  return found?.at;
}

/** The frame of the next mistake, else of the first; without an analysis, of the next mark. */
export function nextMistake(marks: readonly TurnMark[], at: number): number | undefined {
  const graded = marks.filter(({ kind }) => MARKS.some(([mark]) => mark === kind));
  const known = graded.length > 0 ? graded : marks;
  return markBeside(known, at, 1) ?? known[0]?.at;
}

/** Why an answer is coloured: it was late, or the host's for another reason. What it took says neither. */
export function barKindOf(answer: AnswerView): 'used' | 'late' | 'fallback' {
  return answer.kind === 'late' ? 'late' : isFallback(answer) ? 'fallback' : 'used';
}

/** How the snake stood on each frame, from lost, 0, to won, 1. */
export interface Evaluation {
  /** `own`: the scores of the strategy, in its own unit. */
  readonly source: 'analysis' | 'own';
  readonly heights: readonly (number | undefined)[];
}

/** What a game was worth once it was over. */
const ENDINGS: Readonly<Partial<Record<JournalResult, number>>> = { win: 1, draw: 0.5, loss: 0 };

/** The evaluations that there are, the analysis first: that is the one that counts. They end with the result. */
export function findEvaluations(frames: readonly GameFrame[], result?: JournalResult): Evaluation[] {
  const ending = frames.at(-1)?.asked === undefined && result ? ENDINGS[result] : undefined;
  const lists = {
    analysis: frames.map(({ asked }) => asked?.analysis?.standing),
    own: toScoreCurve(frames.map(({ asked }) => asked?.answer.note?.score)) ?? [],
  };
  return (['analysis', 'own'] as const).flatMap((source) => {
    const heights = lists[source];
    if (heights.every((height) => height === undefined)) return [];
    return [{ source, heights: heights.map((height, at) => (at === frames.length - 1 ? (ending ?? height) : height)) }];
  });
}

/** The evaluation of a frame, else of the last one before it that has one. */
export function evaluationAt({ heights }: Evaluation, at: number): number | undefined {
  let known = at;
  while (known > 0 && heights[known] === undefined) known--;
  return heights[known];
}

/** The rank of each snake by its id; without the snakes whose turn of death is not known. */
export function rankSnakes({ snakes }: Pick<GameBoardView, 'snakes'>): ReadonlyMap<string, number> {
  const ranks = ranksOf(snakes.map(({ death }) => death?.turn ?? Infinity));
  const known = snakes.map(({ id, death }, seat) => [id, death?.isLatest ? undefined : ranks[seat]] as const);
  return new Map(snakes.length < 2 ? [] : known.filter((entry): entry is [string, number] => entry[1] !== undefined));
}

export interface GameData {
  readonly row: GameView;
  readonly timeout: number;
  readonly turns: readonly TurnView[];
  readonly end?: NonNullable<GamePieceView['end']> | undefined;
  /** Whether the journal has given all turns that it has. */
  readonly isWhole: boolean;
  /** Whether the host has said how it ended: what only the stream has said may lack turns. */
  readonly isFinal: boolean;
}

export type GameNews =
  | { readonly kind: 'piece'; readonly piece: GamePieceView }
  | { readonly kind: 'turn'; readonly turn: LiveTurnView }
  | { readonly kind: 'ended'; readonly ending: GameEndView };

/** What is known after some news. News of a game of which nothing is known yet are dropped. */
export function takeGameNews(data: GameData | undefined, news: GameNews): GameData | undefined {
  switch (news.kind) {
    case 'piece':
      return withPiece(data, news.piece);
    case 'turn':
      return data && { ...data, turns: addStreamed(data.turns, news.turn) };
    case 'ended':
      return data && withEnding(data, news.ending);
  }
}

/** What the journal says of a turn counts more than what the live stream has said. */
function withPiece(data: GameData | undefined, { game, timeout, turns, next, end }: GamePieceView): GameData {
  return {
    row: game,
    timeout,
    turns: withTurns(data?.turns ?? [], turns),
    end: end ?? data?.end,
    isWhole: next === undefined,
    isFinal: game.endedAt !== undefined,
  };
}

function withEnding(data: GameData, { at, turns, final, ...facts }: GameEndView): GameData {
  const count = turns ?? data.turns.at(-1)?.turn ?? 0;
  return { ...data, row: { ...data.row, ...facts, endedAt: at, turns: count }, end: final ?? data.end };
}

/** The turn from which the journal should be asked again, because the stream has left some out; else `undefined`. */
export function findGap({ turns, isWhole }: GameData): number | undefined {
  if (!isWhole) return undefined;
  const at = turns.findIndex(({ turn }, index) => index > 0 && turn > turns[index - 1]!.turn + 1);
  const isLate = (turns[0]?.turn ?? 0) > 0;
  return isLate ? 0 : at < 0 ? undefined : turns[at - 1]!.turn + 1;
}
