/** The findings of `doctor` as text for people. */
import { formatTable } from '../../terminal/format-table.js';
import type { Finding, Verdict } from './finding.js';
import { PHASES, type Phase } from './server/phases.js';
import type { ServerReport } from './server/inspect-server.js';

const WORDS: Readonly<Record<Verdict, string>> = { good: 'ok', skipped: '-', warning: 'warning', bad: 'BAD' };

const NAMES: Readonly<Record<Phase, string>> = {
  lookup: 'name look-up',
  connection: 'connection',
  tls: 'TLS',
  waiting: 'waiting for the answer',
};

/** A table of all findings, and below it what to do. @param width in terminal columns. */
export function formatFindings(subject: string, findings: readonly Finding[], width: number): string {
  const rows = findings.map(({ verdict, check, message }) => [WORDS[verdict], check, message]);
  const remedies = findings.flatMap(({ check, remedy }) => (remedy === undefined ? [] : [`${check}: ${remedy}`]));
  return [
    formatTable(['', 'check', subject], rows, { width, wraps: [2] }),
    ...(remedies.length === 0 ? [] : ['', 'What to do:', ...remedies]),
  ].join('\n');
}

/** The percentiles of each part of a request's time; empty if nothing was measured. */
export function formatLatency({ latency }: ServerReport, width: number): string {
  const rows = PHASES.flatMap((phase) => {
    const found = latency[phase];
    if (found === undefined) return [];
    const numbers = [found.p50, found.p95, found.max].map((ms) => ms.toFixed(1));
    return [[NAMES[phase], ...numbers, `${found.count}`]];
  });
  return rows.length === 0 ? '' : formatTable(['time in ms', 'half', '95 %', 'longest', 'measured'], rows, { width });
}
