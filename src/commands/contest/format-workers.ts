/** The workers of a contest for people: a part of the live line, and a table in the report. */
import type { WorkerCounts, WorkerView } from '../../page/api/contests.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { wrapText } from '../../terminal/wrap-text.js';

/** Most workers that the table lists. */
const MAX_ROWS = 40;

/** `12 workers (1 silent)`. */
export function formatWorkerCounts({ playing, ...others }: WorkerCounts): string {
  const rest = Object.entries(others).filter(([, count]) => count > 0);
  const more = rest.length === 0 ? '' : ` (${rest.map(([what, count]) => `${count} ${what}`).join(', ')})`;
  return formatCount(playing, 'worker') + more;
}

/** A table of the workers, and a line for each that is refused, within `width` columns. */
export function formatWorkers(workers: readonly WorkerView[], width: number): string {
  const shown = workers.slice(0, MAX_ROWS);
  const table = formatTable(
    ['worker', 'state', 'games', 'a minute', 'speed', 'lost turns'],
    shown.map(({ name, machine, state, games, gamesPerMinute, speed, lostTurns }) => [
      machine === name ? name : `${name} on ${machine}`,
      state,
      String(games),
      gamesPerMinute.toFixed(0),
      speed.toFixed(2),
      String(lostTurns),
    ]),
    { width, wraps: [0] },
  );
  const more = workers.length > shown.length ? [`  and ${workers.length - shown.length} more`] : [];
  const remarks = workers.flatMap(({ name, reason }) =>
    reason === undefined ? [] : `worker "${name}" does not play: ${reason}.`,
  );
  return [
    table,
    ...more,
    ...(remarks.length === 0 ? [] : ['']),
    ...remarks.flatMap((line) => wrapText(line, width)),
  ].join('\n');
}

export interface PlayedByWorkers {
  /** Absent if the games were played on this machine. */
  readonly workers?: readonly WorkerView[];
}

export function withWorkers<Report extends object>(
  report: Report,
  workers: readonly WorkerView[] | undefined,
): Report & PlayedByWorkers {
  return workers === undefined ? report : { ...report, workers };
}

/** {@link formatWorkers} as the last part of a report; nothing if there were none. */
export function formatWorkersBelow(workers: readonly WorkerView[] | undefined, width: number): string {
  return workers === undefined ? '' : `\n\n${formatWorkers(workers, width)}`;
}
