/** Work on a game of the journal that takes long, in a child process of the lowest priority. */
import { isRecord } from '../errors/kind-of.js';
import { NO_LIMITS } from '../processes/child-channel.js';
import { nodeProgram } from '../processes/program.js';
import { SupervisedChild } from '../processes/supervised-child.js';
import type { AnalysisView } from '../views/live.js';

interface Journaled {
  /** The path or the URL of the journal. */
  readonly address: string;
  readonly id: string;
}

/** Work whose result is sent to the page: a turn as SVG, its moves with their scores as JSON, some turns as a GIF. */
export interface PageJob {
  readonly kind: 'picture' | 'moves' | 'gif';
  readonly from: number;
  readonly to: number;
}

export type Job = Journaled & (PageJob | { readonly kind: 'analyse' });

/** The progress of an analysis, in turns. */
export type Progress = Pick<AnalysisView, 'searched' | 'total'>;

export type JobEnd =
  /** `made`: the SVG, the GIF in base64, or the JSON. */
  { readonly kind: 'done'; readonly made?: string } | { readonly kind: 'failed' | 'stopped'; readonly reason: string };

export type FromJob = { readonly kind: 'progress'; readonly progress: Progress } | JobEnd;

export interface RunningJob {
  /** Resolves when the process and all that it started have exited. */
  readonly end: Promise<JobEnd>;
  readonly stop: () => void;
}

const PROGRAM = new URL('./job-main.js', import.meta.url);
/** Limit of the memory of all of its processes, in MB. */
const MEMORY_MB = 4096;

/** Guarantees that games of engines are not affected: the host neither reads nor writes a game for it. */
export function startJob(
  job: Job,
  env: Readonly<Record<string, string | undefined>>,
  progressed: (progress: Progress) => void = () => undefined,
): RunningJob {
  let child!: SupervisedChild<Job, FromJob>;
  const end = new Promise<JobEnd>((resolve) => {
    let said: JobEnd | undefined;
    child = new SupervisedChild({
      program: nodeProgram(PROGRAM, MEMORY_MB),
      // The database driver reads its own variables.
      env: Object.fromEntries(
        Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      memoryMb: MEMORY_MB,
      priority: 'idle',
      limits: NO_LIMITS,
      read: (value) => (isRecord(value) ? (value as unknown as FromJob) : undefined),
      received(message) {
        if (message.kind === 'progress') return progressed(message.progress);
        said = message;
        return child.stop('its work is done');
      },
      exited: ({ kind, reason }) => resolve(said ?? { kind: kind === 'stopped' ? kind : 'failed', reason }),
    });
  });
  child.send(job);
  return { end, stop: () => child.stop('the job was cancelled') };
}
