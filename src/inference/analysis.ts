/** What a search thinks of a game, turn by turn, and its grades. The journal keeps it; page and commands show it. */
import { toHeight } from '../drawing/score-curve.js';
import type { Direction } from '../rules/types.js';
import { endOf } from '../search/tree/scores.js';
import { formatCount, formatSigned } from '../terminal/format-numbers.js';

/** What a search found on one turn. Scores are as in `SearchResult`. */
export interface TurnAnalysis {
  readonly turn: number;
  /** What the best move is worth. */
  readonly score: number;
  /** Turns that were searched completely. */
  readonly depth: number;
  /** Our moves of the principal variation, the best move first; empty if all moves lose at once. */
  readonly line: readonly Direction[];
  /** The move that was answered, and what it is worth. */
  readonly played: { readonly move: Direction; readonly score: number };
}

/** What a search found on the turns of a game. */
export interface GameAnalysis {
  /** The version of Serpentarium whose search it was. */
  readonly version: string;
  /** The positions that were searched for each score. */
  readonly nodes: number;
  /** When, in ms since 1970. */
  readonly at: number;
  readonly turns: readonly TurnAnalysis[];
}

/**
 * The marks of a turn, and how much of the scale from lost, 0, to won, 1, its move must have given away: the worst
 * first. The names are common on chess sites.
 */
export const MARKS = [
  ['blunder', 0.3],
  ['mistake', 0.2],
  ['inaccuracy', 0.1],
] as const;

export type Mark = (typeof MARKS)[number][0];

/** A turn on the scale from lost, 0, to won, 1. */
export interface TurnGrade {
  /** How the snake stands, if it makes the best move. */
  readonly standing: number;
  /** How much of that the move that it made gave away. */
  readonly loss: number;
  readonly mark?: Mark;
}

/**
 * The score that is a quarter of the scale away from even: half of the scores of duels between house snakes are nearer.
 * It is the same for all games, so that their losses can be compared.
 */
const UNIT = 2700;

/** A score on the scale from lost, 0, to won, 1. */
export function standingOf(score: number): number {
  return toHeight(score, UNIT);
}

/** Grades a turn. A move that the search, once held to it, likes better than its own gave nothing away. */
export function gradeTurn({ score, played }: Pick<TurnAnalysis, 'score' | 'played'>): TurnGrade {
  const standing = standingOf(score);
  const loss = Math.max(0, standing - standingOf(played.score));
  const mark = MARKS.find(([, least]) => loss >= least)?.[0];
  return { standing, loss, ...(mark && { mark }) };
}

/** An evaluation from `−100`, lost, to `+100`, won; `won on turn 81` if the search has seen the end. */
export function formatWorth(score: number): string {
  const end = endOf(score);
  if (end !== undefined) return `${score > 0 ? 'won' : 'lost'} on turn ${end}`;
  return formatEvaluation(standingOf(score));
}

/** A place on the scale from lost, 0, to won, 1, as people read it: `−100` to `+100`. */
export function formatEvaluation(standing: number): string {
  return formatSigned(200 * standing - 100, 0);
}

/** A part of the scale, in points of the evaluation. */
export function toPoints(part: number, digits = 0): string {
  return (200 * part).toFixed(digits);
}

/** A turn in words. */
export interface TurnWords {
  /** The evaluation of the best move: `+26, depth 8`. */
  readonly best: string;
  /** `up, −34, gave away 60 points`; absent if it was the best move, or none is left. */
  readonly played?: string;
}

/** Puts a turn into words, for the terminal and the page. */
export function describeTurn({ score, depth, line, played }: TurnAnalysis): TurnWords {
  const best = `${formatWorth(score)}, depth ${depth}`;
  if (line.length === 0 || line[0] === played.move) return { best };
  const { loss } = gradeTurn({ score, played });
  const points = formatCount(Math.round(200 * loss), 'point');
  return { best, played: `${played.move}, ${formatWorth(played.score)}, gave away ${points}` };
}

export interface AnalysisSums extends Readonly<Record<Mark, number>> {
  /** The mean of what each turn gave away; 0 without turns. */
  readonly meanLoss: number;
}

/** How often the snake made each mark, and what it gave away. */
export function sumAnalysis({ turns }: Pick<GameAnalysis, 'turns'>): AnalysisSums {
  const grades = turns.map(gradeTurn);
  const count = (mark: Mark) => grades.filter((grade) => grade.mark === mark).length;
  const loss = grades.reduce((sum, grade) => sum + grade.loss, 0);
  return {
    blunder: count('blunder'),
    mistake: count('mistake'),
    inaccuracy: count('inaccuracy'),
    meanLoss: loss / Math.max(1, turns.length),
  };
}
