/** Says once that no worker takes part in a contest, if that lasts. */
import type { WorkerStatus } from '../../queue/job-queue.js';
import { printError } from '../../terminal/print.js';

/** Time without a worker before that is said, in ms. */
const ALLOWANCE_MS = 10_000;
/** Reasons of workers that are shown. */
const MAX_REASONS = 3;

/** Owns the timer until a worker takes part. Each time that the last worker has gone, it begins again. */
export class NoWorkersNotice {
  readonly #shownUrl: string;
  #timer: NodeJS.Timeout | undefined;
  #workers: readonly WorkerStatus[] = [];
  #isAlone = false;
  #isClosed = false;

  /** @param shownUrl the URL of the queue without its password. */
  constructor(shownUrl: string) {
    this.#shownUrl = shownUrl;
    this.note([]);
  }

  /** Workers that leave at the end of the contest are noted, too: that says nothing. */
  note(workers: readonly WorkerStatus[]): void {
    if (this.#isClosed) return;
    this.#workers = workers;
    const isAlone = !workers.some(({ state }) => state.kind === 'playing');
    if (isAlone === this.#isAlone) return;
    this.#isAlone = isAlone;
    clearTimeout(this.#timer);
    if (isAlone) this.#timer = setTimeout(() => printError(this.#describe()), ALLOWANCE_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #describe(): string {
    const refusals = this.#workers.flatMap(({ facts, state }) =>
      state.kind === 'refused' ? `worker "${facts.name}" refuses: ${state.reason}` : [],
    );
    const advice = `Start one with: serpentarium worker --queue ${this.#shownUrl}`;
    return [`no worker takes part. ${advice}`, ...refusals.slice(0, MAX_REASONS)].join('\n');
  }
}
