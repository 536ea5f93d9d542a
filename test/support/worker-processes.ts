/** Workers of a queue as processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inRepository } from './fixtures.js';

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Starts `serpentarium worker` on the queue, with one game at once. */
export function startWorker(url: string, name: string): WorkerProcess {
  const words = ['worker', '--concurrency', '1', '--lease', '3s', '--name', name];
  const env = { ...process.env, SERPENTARIUM_QUEUE: url };
  const child = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...words], { env, stdio: 'pipe' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data.toString()));
  return { child, output: () => printed };
}

/** Ends a process in whatever state it is. */
export async function killProcess({ child }: Pick<WorkerProcess, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
