/** A thread that profiles the main thread of its process, and ends it if it loops; `turn-main.ts` starts it. */
import { writeFileSync } from 'node:fs';
import type { HeapProfiler, Profiler } from 'node:inspector';
import inspector from 'node:inspector/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface ProfilerTask {
  /** Where it writes a {@link TurnProfile}. */
  readonly file: string;
  /** The longest profile, in ms. Then it kills the process. */
  readonly limit: number;
}

export interface TurnProfile {
  readonly cpu: Profiler.Profile;
  readonly heap: HeapProfiler.SamplingHeapProfile;
}

/** Between two samples, in µs and bytes. */
const CPU_INTERVAL = 200;
const HEAP_INTERVAL = 16 * 1024;

const { file, limit } = workerData as ProfilerTask;
// Until it is cleared, it also keeps this thread alive, which awaits the other one.
const timer = setTimeout(() => void write().then(() => process.kill(process.pid, 'SIGKILL')), limit);
parentPort!.once('message', () => void write().then(() => clearTimeout(timer)));
const session = new inspector.Session();
session.connectToMainThread();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: CPU_INTERVAL });
const collected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
await session.post('HeapProfiler.startSampling', { samplingInterval: HEAP_INTERVAL, ...collected });
await session.post('Profiler.start');
parentPort!.postMessage('started', []);

async function write(): Promise<void> {
  const { profile: cpu } = await session.post('Profiler.stop');
  const { profile: heap } = await session.post('HeapProfiler.stopSampling');
  writeFileSync(file, JSON.stringify({ cpu, heap } satisfies TurnProfile));
}
