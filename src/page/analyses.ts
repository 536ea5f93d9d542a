/** Jobs for the page: analyses of games of the journal, one after another, and pictures. Called by its routes. */
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
  /** The file with the ids of the waiting games, which the next host reads. */
  readonly #file: string;
  readonly #env: NodeJS.ProcessEnv;
  #games: readonly string[] = [];
  #progress: Progress = NOTHING;
  #failed: AnalysisView['failed'];
  #job: RunningJob | undefined;
  #making: RunningJob | undefined;
  #working: Promise<void> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor({ path, url = path }: Pick<JournalConfig, 'path' | 'url'>, env: NodeJS.ProcessEnv) {
    this.#address = url;
    this.#file = `${path}-analyses`;
    this.#env = env;
  }

  get view(): AnalysisView {
    return { games: this.#games, ...this.#progress, ...(this.#failed && { failed: this.#failed }) };
  }

  /** Restarts the analyses that an earlier host left unfinished. */
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

  /** Makes what is sent to the page; `undefined` while it makes something else. */
  async make(id: string, wanted: PageJob): Promise<JobEnd | undefined> {
    if (this.#making !== undefined) return undefined;
    this.#making = startJob({ ...wanted, id, address: this.#address }, this.#env);
    return this.#making.end.finally(() => (this.#making = undefined));
  }

  /** Forgets all games. Resolves when the job has ended. */
  async cancel(): Promise<void> {
    this.#change([]);
    this.#job?.stop();
    await this.#working;
  }

  /** Ends the jobs; the next host restarts the analyses. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#job?.stop();
    this.#making?.stop();
    await this.#making?.end;
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
    // The journal reports problems of the disk.
    this.#saving = this.#saving.then(save).catch(() => undefined);
  }
}
