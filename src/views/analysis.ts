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
  /** How much of it the played move gave away; 0 in the opening. */
  readonly loss: number;
  readonly mark?: Mark;
  /** Whatever it plays, the opponents can force a loss. They need not find it. */
  readonly isLost?: true;
}

/** The first turns are not graded: the board is open, and a search there is little more than a guess. */
const OPENING_TURNS = 3;

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
export function gradeTurn({ turn, score, played }: Pick<TurnAnalysis, 'turn' | 'score' | 'played'>): TurnGrade {
  const standing = standingOf(score);
  const loss = turn < OPENING_TURNS ? 0 : Math.max(0, standing - standingOf(played.score));
  const mark = MARKS.find(([, least]) => loss >= least)?.[0];
  return { standing, loss, ...(mark && { mark }), ...(forcedLossOf(score) !== undefined && { isLost: true }) };
}

/** The turn by which the opponents can force a loss, if they can. */
function forcedLossOf(score: number): number | undefined {
  return score < 0 ? endOf(score) : undefined;
}

/**
 * An evaluation from `−100`, lost, to `+100`, won; `loss can be forced by turn 81` if the search has seen the end. That
 * is a bound: the opponents of a real game may miss it.
 */
function formatWorth(
  score: number,
  formatBound = (end: string, turn: number) => `${end} can be forced by turn ${turn}`,
): string {
  const end = endOf(score);
  if (end !== undefined) return formatBound(score > 0 ? 'win' : 'loss', end);
  return formatEvaluation(standingOf(score));
}

/** The same for a table, which {@link WORTH_LEGEND} explains: `loss by 81`. */
export function formatShortWorth(score: number): string {
  return formatWorth(score, (end, turn) => `${end} by ${turn}`);
}

export const WORTH_LEGEND = '"loss by 81": the opponents can force it by turn 81; "missed": they did not.';

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

/** Whether the opponents could force a loss after the played move, and the game shows that they did not. */
export function isUnpunished({ played }: Pick<TurnAnalysis, 'played'>, lived: number): boolean {
  return (forcedLossOf(played.score) ?? Infinity) <= lived;
}

/** Describes a turn for the terminal and the page. `lived`: see `livedTo`. */
export function describeTurn(turn: TurnAnalysis, lived: number): TurnText {
  const { score, depth, line, played } = turn;
  const unpunished = isUnpunished(turn, lived) ? ', not punished' : '';
  const best = `${formatWorth(score)}, depth ${depth}`;
  if (line.length === 0 || line[0] === played.move) return { best: best + unpunished };
  const points = formatCount(Math.round(200 * gradeTurn(turn).loss), 'point');
  const given = turn.turn < OPENING_TURNS ? '' : `, gave away ${points}`;
  return { best, played: `${played.move}, ${formatWorth(played.score)}${given}${unpunished}` };
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
