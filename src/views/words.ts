/** What happened in a game, in words. */
import { describeDeath } from '../rules/describe-death.js';
import type { GameRow } from './game-rows.js';
import { formatCount } from './numbers.js';
import { formatDuration } from './times.js';
import type { AnswerView, BoardSnakeView, DeathView, GameView, JournalResult } from './game.js';

/** Severity of a figure or a word. Never shown by colour alone: the words say it too. */
export type Tone = 'good' | 'warning' | 'bad';

/** What figures are, for their tooltips. */
export const LOST_TURNS = 'turns on which the engine did not use the answer';
export const FALLBACKS = 'turns that the host answered, because the strategy was late or failed';
export const SPREAD = 'Half of the answers, and 99\u00a0% of them, took at most this';

const RESULTS: Readonly<Partial<Record<JournalResult, string>>> = { win: 'won', loss: 'lost', draw: 'drawn' };

/** How a game ended for the snake, as a word. */
export function wordForResult(result: JournalResult | undefined): string {
  return result === undefined ? 'live' : (RESULTS[result] ?? result);
}

/** How a stored game ended, with its engine's turn count: `won after 81 turns`. */
export function formatResult({ result, turns }: Pick<GameRow, 'result' | 'turns'>): string {
  if (result === undefined) return `running on turn ${turns}`;
  return `${result === 'solo' ? 'ended' : wordForResult(result)} after ${formatCount(turns, 'turn')}`;
}

/** The cause, killer and turn of the snake's death; empty if it survived. */
export function formatCause({ cause, killer, died }: Pick<GameRow, 'cause' | 'killer' | 'died'>): string[] {
  return died === undefined ? [] : [describeDeath({ cause, turn: died }, killer)];
}

/**
 * How a game ended for the snake, as a badge: in a game of more than two, its rank is the result. `place` is its tone:
 * first or live, second, between, last.
 */
export function describePlace({ result, rank, snakes }: Pick<GameView, 'result' | 'rank' | 'snakes'>): {
  readonly word: string;
  readonly place?: 1 | 2 | 3 | 4;
} {
  const word = wordForResult(result);
  if (result === undefined) return { word, place: 1 };
  if (rank === undefined || snakes < 2 || result === 'abandoned') return { word };
  const place = rank <= 1 ? 1 : rank >= snakes ? 4 : rank <= 2 ? 2 : 3;
  return { word: snakes === 2 ? word : `${formatRank(rank)} of ${snakes}`, place };
}

/** A rank as an ordinal; tied snakes share the mean of their ranks, which may lie between two: `1st`, `2nd–3rd`. */
export function formatRank(rank: number): string {
  if (!Number.isInteger(rank)) return `${formatRank(Math.floor(rank))}–${formatRank(Math.ceil(rank))}`;
  const isTeen = rank % 100 > 10 && rank % 100 < 14;
  const ending = isTeen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[rank % 10] ?? 'th');
  return `${rank}${ending}`;
}

/** How one of some snakes died. */
export function describeDeathAmong(
  death: DeathView,
  snakes: readonly { readonly id: string; readonly name: string }[],
): string {
  return describeDeath(death, snakes.find(({ id }) => id === death.by)?.name);
}

/** Where a move comes from, as a clause after it: `up, the strategy's move`. */
export function describeSource(answer: Pick<AnswerView, 'source' | 'kind' | 'cause'>): string {
  const sources = {
    strategy: "the strategy's move",
    proposal: `the strategy's last proposal${whyOf(answer)}`,
    safe: `the host's safe move${whyOf(answer)}`,
    delegated: "the host's safe move: the strategy left the turn to it",
    unknown: 'as its frames show',
  };
  return sources[answer.source];
}

/** Whether the host answered because the strategy did not. A step of an imported game is nobody's fallback. */
export function isFallback({ kind }: Pick<AnswerView, 'kind'>): boolean {
  return kind === 'late' || kind === 'failed' || kind === 'illegal';
}

const FAULTS: Readonly<Record<string, string>> = {
  machine: 'the machine was busy',
  start: 'it was still starting',
  client: 'the engine had hung up',
  late: 'it missed its deadline',
  failed: 'it threw or crashed',
  illegal: 'it returned an invalid move',
};

function whyOf({ kind, cause }: Pick<AnswerView, 'kind' | 'cause'>): string {
  const fault = FAULTS[(kind === 'late' && cause) || kind];
  return fault === undefined ? '' : `: ${fault}`;
}

/** Lag of the event loop, in ms. Each turn's budget is shorter by it; lags above the last are not measured. */
const LAG_MS = { raised: 10, high: 25, most: 50 } as const;

/** A lag in words. */
export function describeLag(ms: number): { readonly text: string; readonly note: string; readonly tone?: Tone } {
  const text = ms >= LAG_MS.most ? `${LAG_MS.most} ms or more` : formatDuration(ms);
  if (ms >= LAG_MS.high) return { text, note: `high: shortens every turn by ${text}`, tone: 'bad' };
  if (ms >= LAG_MS.raised) return { text, note: `raised; normal below ${LAG_MS.raised} ms`, tone: 'warning' };
  return { text, note: `normal; raised from ${LAG_MS.raised} ms` };
}

/** The health and length of a snake; `?` for what fog of war hides. */
export function conditionOf({ health, body, isUnseen }: Pick<BoardSnakeView, 'health' | 'body' | 'isUnseen'>) {
  return { health: health === null ? '?' : String(health), length: isUnseen === true ? '?' : String(body.length) };
}

/** Quotes a word for a shell if necessary. */
export function quoteWord(word: string): string {
  return /^[\w./@:+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
