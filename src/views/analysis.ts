/**
 * The analysis of a game by a search, turn by turn, with its grades. The journal keeps it; page and commands show it.
 */
import { toHeight } from '../drawing/score-curve.js';
import type { Direction } from '../rules/types.js';
import { endOf } from '../search/tree/scores.js';
import { formatCount, formatSigned } from './numbers.js';

/** The result of a search on one turn. Scores are as in `SearchResult`. */
export interface TurnAnalysis {
  readonly turn: number;
  /** The value of the best move. */
  readonly score: number;
  /** Completed depth, in turns. */
  readonly depth: number;
  /** Our moves of the principal variation, the best move first; empty if all moves lose at once. */
  readonly line: readonly Direction[];
  /** The move that was played, and its value. */
  readonly played: { readonly move: Direction; readonly score: number };
}

/** The results of a search on the turns of a game. */
export interface GameAnalysis {
  /** The version of Serpentarium that searched. */
  readonly version: string;
  /** The positions that were searched for each score. */
  readonly nodes: number;
  /** The time of the analysis, in ms since 1970. */
  readonly at: number;
  readonly turns: readonly TurnAnalysis[];
}

/**
 * The marks of a turn, worst first, and how much of the scale from lost, 0, to won, 1, its move must have given away.
 * The names are common on chess sites.
 */
export const MARKS = [
  ['blunder', 0.3],
  ['mistake', 0.2],
  ['inaccuracy', 0.1],
] as const;

export type Mark = (typeof MARKS)[number][0];

/** A turn on the scale from lost, 0, to won, 1. */
export interface TurnGrade {
  /** The snake's standing if it makes the best move. */
  readonly standing: number;
  /** How much of it the played move gave away. */
  readonly loss: number;
  readonly mark?: Mark;
}

/**
 * The score at a quarter of the scale from even: half of the scores in duels between house snakes are nearer. The same
 * for all games, so that their losses can be compared.
 */
const UNIT = 2700;

/** A score on the scale from lost, 0, to won, 1. */
export function standingOf(score: number): number {
  return toHeight(score, UNIT);
}

/** Grades a turn. A move with a higher score than the best one, in its separate search, gave nothing away. */
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

/** A turn as text. */
export interface TurnText {
  /** The evaluation of the best move: `+26, depth 8`. */
  readonly best: string;
  /** `up, −34, gave away 60 points`; absent if it was the best move, or none is left. */
  readonly played?: string;
}

/** Describes a turn, for the terminal and the page. */
export function describeTurn({ score, depth, line, played }: TurnAnalysis): TurnText {
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

/** The number of each mark, and the mean of what was given away. */
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
