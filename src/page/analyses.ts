/** Analyses games of the journal for the page, one after another. Called by the page's routes. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AnalysisView } from '../views/live.js';
import { startJob, type Job, type Progress, type RunningJob } from './job.js';

interface AnalysesDeps extends Pick<Job, 'address'> {
  /** Keeps the ids of the games: what is unfinished when the host ends is begun again. */
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file cannot be read or written. */
  readonly failed: (thrown: unknown) => void;
}

const NOTHING = { searched: 0, total: 0 };

/** Owns the games to analyse, their file, and the job of the first of them. */
export class Analyses {
  readonly #deps: AnalysesDeps;
  #games: readonly string[] = [];
  #progress: Progress = NOTHING;
  #failed: AnalysisView['failed'];
  #job: RunningJob | undefined;
  #working: Promise<void> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: AnalysesDeps) {
    this.#deps = deps;
  }

  get view(): AnalysisView {
    const { searched, total } = this.#progress;
    return { games: this.#games, searched, total, ...(this.#failed && { failed: this.#failed }) };
  }

  /** Begins again what an earlier host has left unfinished. */
  async resume(): Promise<void> {
    try {
      this.add(JSON.parse(await readFile(this.#deps.file, 'utf8')) as string[]);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') this.#deps.failed(thrown);
    }
  }

  /** Adds games by their ids, after the waiting ones. */
  add(ids: readonly string[]): void {
    this.#failed = undefined;
    this.#change([...new Set([...this.#games, ...ids])]);
    this.#working ??= this.#work();
  }

  /** Forgets all games. Resolves when the job has ended. */
  async cancel(): Promise<void> {
    this.#change([]);
    this.#job?.stop();
    await this.#working;
  }

  /** Ends the job, which the next host begins again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#job?.stop();
    await this.#working;
    await this.#saving;
  }

  async #work(): Promise<void> {
    for (let id = this.#games[0]; id !== undefined && !this.#isClosed; id = this.#games[0]) {
      const { address, env } = this.#deps;
      this.#job = startJob({ address, id }, env, (progress) => (this.#progress = progress));
      const end = await this.#job.end;
      this.#progress = NOTHING;
      if (end.kind === 'failed') this.#failed = { id, reason: end.reason };
      // A stopped game was cancelled, or waits for the next host.
      if (end.kind !== 'stopped') this.#change(this.#games.filter((game) => game !== id));
    }
    this.#working = undefined;
  }

  #change(games: readonly string[]): void {
    this.#games = games;
    const { file, failed } = this.#deps;
    const save = () => (games.length === 0 ? rm(file, { force: true }) : writeFile(file, JSON.stringify(games)));
    this.#saving = this.#saving.then(save).catch(failed);
  }
}
