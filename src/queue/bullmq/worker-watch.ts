/** Which workers take part in a contest, as its coordinator sees it. */
import type { WorkerStatus } from '../job-queue.js';
import { readWorkerEntry, type WorkerEntry } from './names.js';
import type { BullQueue } from './queue-server.js';

/** Owns the list of workers. It calls its listener when the list has changed. */
export class WorkerWatch {
  readonly #queue: BullQueue;
  readonly #silentMs: number;
  readonly #onChange: (workers: readonly WorkerStatus[]) => void;
  /** By id: what a worker said last, and when that was heard. */
  #heard = new Map<string, { readonly entry: WorkerEntry; readonly at: number }>();
  #last = '[]';

  constructor(queue: BullQueue, silentMs: number, onChange: (workers: readonly WorkerStatus[]) => void) {
    this.#queue = queue;
    this.#silentMs = silentMs;
    this.#onChange = onChange;
  }

  get isAnybodyPlaying(): boolean {
    return (JSON.parse(this.#last) as readonly WorkerStatus[]).some(({ state }) => state.kind === 'playing');
  }

  /** @param now in ms, on any clock. */
  async look(now: number): Promise<void> {
    const jobs = await this.#queue.getJobs(['waiting']);
    const heard = jobs.flatMap((job) => {
      const entry = readWorkerEntry(job);
      if (entry === undefined) return [];
      const before = this.#heard.get(job.id!);
      return [[job.id!, { entry, at: before?.entry.beat === entry.beat ? before.at : now }] as const];
    });
    this.#heard = new Map(heard);
    const workers = heard.map(([, { entry, at }]): WorkerStatus => {
      const { facts, state } = entry;
      return { facts, state: state.kind === 'playing' && now - at > this.#silentMs ? { kind: 'silent' } : state };
    });
    workers.sort((a, b) => (a.facts.id < b.facts.id ? -1 : 1));
    const text = JSON.stringify(workers);
    if (text === this.#last) return;
    this.#last = text;
    this.#onChange(workers);
  }
}
