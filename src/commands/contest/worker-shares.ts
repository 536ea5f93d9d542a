/** How much of a contest each worker of a queue played: a table in the report. */
import type { GameRecord } from '../../arena/contest/game-record.js';
import type { WorkerPool } from '../../arena/contest/play-contest.js';
import type { WorkerFacts } from '../../queue/queue-job.js';
import { printable } from '../../terminal/printable.js';
import type { SectionTable } from '../../views/sections.js';

export interface ContestGames extends WorkerPool {
  /** Ends all games; open ones settle without a result. */
  close(): Promise<void>;
  /** Why the games ended before the contest, unless they were closed. */
  readonly failure?: string | undefined;
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

/** The workers as the last section of a report; none for this machine. */
export function showWorkers(workers: readonly WorkerShare[] = []): SectionTable[] {
  if (workers.length === 0) return [];
  const more = workers.length > MAX_ROWS ? { note: `  and ${workers.length - MAX_ROWS} more` } : {};
  return [
    {
      kind: 'table',
      title: 'Workers',
      columns: [
        { header: 'worker', wraps: true },
        { header: 'games', isNumber: true },
        { header: 'lost turns', isNumber: true },
      ],
      rows: workers
        .slice(0, MAX_ROWS)
        .map(({ name, machine, games, lostTurns }) => [
          machine === name ? name : `${name} on ${machine}`,
          games,
          lostTurns,
        ]),
      ...more,
    },
  ];
}
