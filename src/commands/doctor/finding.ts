/** Findings of `doctor` and `check`: a verdict each, and its remedy. */
import { formatTable } from '../../terminal/format-table.js';

/** From best to worst; `skipped` was not tested. */
const VERDICTS = ['good', 'skipped', 'warning', 'bad'] as const;
/** `bad`: turns, games or the start are lost. `warning`: they may be, or sometimes are. */
export type Verdict = (typeof VERDICTS)[number];

export interface Finding {
  /** The checked thing, in a word or two. */
  readonly check: string;
  readonly verdict: Verdict;
  /** A sentence without its full stop. */
  readonly message: string;
  /** What to do, in whole sentences; only for faults. */
  readonly remedy?: string;
}

export function good(check: string, message: string): Finding {
  return { check, verdict: 'good', message };
}

export function skipped(check: string, message: string): Finding {
  return { check, verdict: 'skipped', message };
}

/** The operator should change something. */
export function wrong(verdict: 'warning' | 'bad', check: string, message: string, remedy: string): Finding {
  return { check, verdict, message, remedy };
}

export function worstOf(findings: readonly Finding[]): Verdict {
  return VERDICTS.findLast((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'good';
}

const WORDS: Readonly<Record<Verdict, string>> = { good: 'ok', skipped: '-', warning: 'warning', bad: 'BAD' };

/** A table of all findings, followed by the remedies. @param width in terminal columns. */
export function formatFindings(subject: string, findings: readonly Finding[], width: number): string {
  const rows = findings.map(({ verdict, check, message }) => [WORDS[verdict], check, message]);
  const remedies = findings.flatMap(({ check, remedy }) => (remedy === undefined ? [] : [`${check}: ${remedy}`]));
  return [
    formatTable(['', 'check', subject], rows, { width, wraps: [2] }),
    ...(remedies.length === 0 ? [] : ['', 'What to do:', ...remedies]),
  ].join('\n');
}
