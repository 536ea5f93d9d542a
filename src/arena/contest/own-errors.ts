/** What a contestant did wrong, in words: the verdicts and reports of all contests say it alike. */
import { formatCount } from '../../terminal/format-numbers.js';

/** The counts of one contestant, as a tally or a report has them. */
interface OwnErrors {
  readonly lostTurns: number;
  readonly failures: number;
  readonly crashes: number;
  readonly problem?: string | null | undefined;
  readonly crash?: string | null | undefined;
}

/**
 * A sentence on what a contestant lost by its own errors, which say little about how it plays, and much about what to
 * repair first: `greedy failed on 20 turns (move threw: boom (at …/greedy.ts:4:34)).` The reason is that of the first
 * crash, else of the first error. `undefined` without errors.
 */
export function describeErrors(name: string, errors: OwnErrors): string | undefined {
  const { lostTurns, failures, crashes } = errors;
  const counts = [
    ...(lostTurns === 0 ? [] : [`lost ${formatCount(lostTurns, 'turn')}`]),
    ...(failures === 0 ? [] : [`failed on ${formatCount(failures, 'turn')}`]),
    ...(crashes === 0 ? [] : [`crashed ${formatCount(crashes, 'time')}`]),
  ];
  if (counts.length === 0) return undefined;
  const reason = firstReason(errors);
  const all = [counts.slice(0, -1).join(', '), counts.at(-1)].filter((part) => part !== '').join(' and ');
  return `${name} ${all}${reason === undefined ? '' : ` (${reason})`}.`;
}

/** Why a contestant crashed or, if it never did, what went wrong first. */
export function firstReason({ crash, problem }: Pick<OwnErrors, 'crash' | 'problem'>): string | undefined {
  return crash ?? problem ?? undefined;
}
