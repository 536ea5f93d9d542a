/** How much of a contest each worker of a queue played: a table in the report. */
import type { GameRecord } from '../../arena/contest/game-record.js';
import type { WorkerPool } from '../../arena/contest/play-contest.js';
import type { WorkerFacts } from '../../queue/queue-job.js';
import { formatTable } from '../../terminal/format-table.js';
import { printable } from '../../terminal/printable.js';

export interface ContestGames {
  readonly pool: WorkerPool;
  /** Ends all games; the pool settles open ones without a result. */
  readonly close: () => Promise<void>;
  /** Why the games ended before the contest, unless they were closed. */
  readonly findFailure: () => string | undefined;
  /** The workers of the queue; absent for this machine. */
  readonly workers?: WorkerShares;
}

/** Most listed workers, and most characters of a name. */
const MAX_ROWS = 40;
const MAX_NAME = 60;

/** A worker's part of the reported pairs. */
export interface WorkerShare {
  readonly name: string;
  readonly machine: string;
  readonly games: number;
  readonly lostTurns: number;
}

export class WorkerShares {
  workers = 0;
  readonly #shares = new Map<string, WorkerShare>();

  add(records: readonly GameRecord[], { id, name, machine }: WorkerFacts): void {
    const before = this.#shares.get(id) ?? { games: 0, lostTurns: 0 };
    const seats = records.flatMap((record) => (record.kind === 'crashed' ? [] : record.seats));
    this.#shares.set(id, {
      name: printable(name).slice(0, MAX_NAME),
      machine: printable(machine).slice(0, MAX_NAME),
      games: before.games + records.length,
      lostTurns: seats.reduce((sum, { lostTurns }) => sum + lostTurns, before.lostTurns),
    });
  }

  /** Most games first. */
  list(): WorkerShare[] {
    return [...this.#shares.values()].sort((a, b) => b.games - a.games || (a.name < b.name ? -1 : 1));
  }
}

export interface PlayedByWorkers {
  /** Absent for this machine. */
  readonly workers?: readonly WorkerShare[];
}

/** The report for `--json`, with its workers if it has any. */
export function withWorkers<Report extends object>(
  report: Report,
  workers: readonly WorkerShare[] | undefined,
): Report & PlayedByWorkers {
  return workers === undefined ? report : { ...report, workers };
}

/** The workers as the last part of a report; nothing without workers. */
export function formatWorkersBelow(workers: readonly WorkerShare[] | undefined, width: number): string {
  if (workers === undefined) return '';
  const table = formatTable(
    ['worker', 'games', 'lost turns'],
    workers
      .slice(0, MAX_ROWS)
      .map(({ name, machine, games, lostTurns }) => [
        machine === name ? name : `${name} on ${machine}`,
        String(games),
        String(lostTurns),
      ]),
    { width, wraps: [0] },
  );
  const more = workers.length > MAX_ROWS ? `\n  and ${workers.length - MAX_ROWS} more` : '';
  return `\n\n${table}${more}`;
}
