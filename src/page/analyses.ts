/** Jobs for the page: analyses of games of the journal, one after another, and pictures. Called by its routes. */
import { rm, writeFile } from 'node:fs/promises';
import { loadBytes } from '../config/read-text.js';
import type { JournalConfig } from '../config/types.js';
import { startTask, type RunningTask, type TaskEnd } from '../processes/task.js';
import type { AnalysisView } from '../views/live.js';

/** Work whose result is sent to the page: a turn as SVG, its moves with their scores as JSON, some turns as a GIF. */
export interface PageJob {
  readonly kind: 'picture' | 'moves' | 'gif';
  readonly from: number;
  readonly to: number;
}

/** Work on a game of the journal at `address`, its path or URL. */
export type Job = Readonly<Record<'address' | 'id', string>> & (PageJob | { readonly kind: 'analyse' });

/** The progress of an analysis, in turns. */
type Progress = Pick<AnalysisView, 'searched' | 'total'>;

export interface JobTypes {
  readonly task: Job;
  readonly news: Progress;
  /** The SVG, the GIF in base64, or the JSON; nothing if the journal has it. */
  readonly result: string | undefined;
}

const PROGRAM = new URL('./job-main.js', import.meta.url);
/** Limit of the memory of all processes of a job, in MB. */
const MEMORY_MB = 4096;

const MAX_KEPT_BYTES = 1024 ** 2;
const NOTHING = { searched: 0, total: 0 };

/** Owns the games to analyse, their file, and the job of the first of them. */
export class Analyses {
  readonly #address: string;
  /** The file with the ids of the waiting games, which the next host reads. */
  readonly #file: string;
  readonly #env: Readonly<Record<string, string>>;
  #games: readonly string[] = [];
  #progress: Progress = NOTHING;
  #failed: AnalysisView['failed'];
  #job: RunningTask<string | undefined> | undefined;
  #making: RunningTask<string | undefined> | undefined;
  #working: Promise<void> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor({ path, url = path }: Pick<JournalConfig, 'path' | 'url'>, env: NodeJS.ProcessEnv) {
    this.#address = url;
    this.#file = `${path}-analyses`;
    // The database driver reads its own variables.
    const given = Object.entries(env).filter((one): one is [string, string] => one[1] !== undefined);
    this.#env = Object.fromEntries(given);
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
  async make(id: string, wanted: PageJob): Promise<TaskEnd<string | undefined> | undefined> {
    if (this.#making !== undefined) return undefined;
    this.#making = this.#start({ ...wanted, id, address: this.#address });
    return this.#making.end.finally(() => (this.#making = undefined));
  }

  /** Forgets all games. Resolves when the job has ended. */
  async cancel(): Promise<void> {
    this.#change([]);
    this.#job?.stop('it was cancelled');
    await this.#working;
  }

  /** Ends the jobs; the next host restarts the analyses. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#job?.stop('it was cancelled');
    this.#making?.stop('the host closes');
    await this.#making?.end;
    await this.#working;
    await this.#saving;
  }

  async #work(): Promise<void> {
    for (let id = this.#games[0]; id !== undefined && !this.#isClosed; id = this.#games[0]) {
      const job = { kind: 'analyse', id, address: this.#address } as const;
      this.#job = this.#start(job);
      const end = await this.#job.end;
      this.#progress = NOTHING;
      if (end.kind === 'failed') this.#failed = { id, reason: end.reason };
      // A stopped game was cancelled, or waits for the next host.
      if (end.kind !== 'stopped') this.#change(this.#games.filter((game) => game !== id));
    }
    this.#working = undefined;
  }

  /** Guarantees that games of engines are not affected: the host neither reads nor writes a game for it. */
  #start(job: Job): RunningTask<string | undefined> {
    const told = (progress: Progress) => (this.#progress = progress);
    return startTask<JobTypes>(PROGRAM, job, { memoryMb: MEMORY_MB, env: this.#env, priority: 'idle', told });
  }

  #change(games: readonly string[]): void {
    this.#games = games;
    const save = () => (games.length === 0 ? rm(this.#file, { force: true }) : writeFile(this.#file, games.join('\n')));
    // The journal reports problems of the disk.
    this.#saving = this.#saving.then(save).catch(() => undefined);
  }
}
