/** Jobs for the page: analyses games of the journal, one after another, and makes pictures. Called by its routes. */
import { rm, writeFile } from 'node:fs/promises';
import { loadBytes } from '../config/read-text.js';
import type { JournalConfig } from '../config/types.js';
import type { AnalysisView } from '../views/live.js';
import { startJob, type JobEnd, type PageJob, type Progress, type RunningJob } from './job.js';

const MAX_KEPT_BYTES = 1024 ** 2;
const NOTHING = { searched: 0, total: 0 };

/** Owns the games to analyse, their file, and the job of the first of them. */
export class Analyses {
  readonly #address: string;
  /** Has the ids of the games: what is unfinished when the host ends is begun again. */
  readonly #file: string;
  readonly #env: NodeJS.ProcessEnv;
  #games: readonly string[] = [];
  #progress: Progress = NOTHING;
  #failed: AnalysisView['failed'];
  #job: RunningJob | undefined;
  #working: Promise<void> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor({ path, url = path }: Pick<JournalConfig, 'path' | 'url'>, env: NodeJS.ProcessEnv) {
    this.#address = url;
    this.#file = `${path}-analyses`;
    this.#env = env;
  }

  get view(): AnalysisView {
    const { searched, total } = this.#progress;
    return { games: this.#games, searched, total, ...(this.#failed && { failed: this.#failed }) };
  }

  /** Begins again what an earlier host has left unfinished. */
  async resume(): Promise<void> {
    const kept = (await loadBytes(this.#file, MAX_KEPT_BYTES).catch(() => '')).toString();
    if (kept !== '') this.add(kept.split('\n'));
  }

  /** Adds games by their ids, after the waiting ones. */
  add(ids: readonly string[]): void {
    this.#failed = undefined;
    this.#change([...new Set([...this.#games, ...ids])]);
    this.#working ??= this.#work();
  }

  /** Makes what is sent to the page. */
  make(id: string, wanted: PageJob): Promise<JobEnd> {
    return startJob({ ...wanted, id, address: this.#address }, this.#env).end;
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
      const job = { kind: 'analyse', id, address: this.#address } as const;
      this.#job = startJob(job, this.#env, (progress) => (this.#progress = progress));
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
    const save = () => (games.length === 0 ? rm(this.#file, { force: true }) : writeFile(this.#file, games.join('\n')));
    // What is wrong with the disk, the journal reports.
    this.#saving = this.#saving.then(save).catch(() => undefined);
  }
}
