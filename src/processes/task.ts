/** One task in a child process of ours, which exits with it. The program of the child calls `serveTask`. */
import { isRecord } from '../errors/kind-of.js';
import { NO_LIMITS } from './child-channel.js';
import type { TaskMessage, TaskTypes } from './host-channel.js';
import { nodeProgram } from './program.js';
import { SupervisedChild, type Priority } from './supervised-child.js';

interface TaskOptions<News> {
  /** Limit of the memory of the child and all that it starts, in MB. */
  readonly memoryMb: number;
  /** The child's whole environment (default: empty). */
  readonly env?: Readonly<Record<string, string>>;
  readonly priority?: Priority | undefined;
  readonly told?: ((news: News) => void) | undefined;
}

export type TaskEnd<Result> =
  { readonly kind: 'done'; readonly result: Result } | { readonly kind: 'failed' | 'stopped'; readonly reason: string };

export interface RunningTask<Result> {
  /** Resolves when the child has exited. Never rejects. */
  readonly end: Promise<TaskEnd<Result>>;
  readonly stop: (reason: string) => void;
}

/** @param program the file of the child. */
export function startTask<Types extends TaskTypes>(
  program: URL,
  task: Types['task'],
  { memoryMb, env = {}, priority, told }: TaskOptions<Types['news']>,
): RunningTask<Types['result']> {
  let child!: SupervisedChild<Types['task'], TaskMessage<Types>>;
  const end = new Promise<TaskEnd<Types['result']>>((resolve) => {
    let last: TaskEnd<Types['result']> | undefined;
    child = new SupervisedChild({
      program: nodeProgram(program, memoryMb),
      env,
      memoryMb,
      priority,
      limits: NO_LIMITS,
      read: (value) => (isRecord(value) ? (value as TaskMessage<Types>) : undefined),
      received(message) {
        if ('news' in message) return told?.(message.news);
        const isDone = !('failed' in message);
        last = isDone ? { kind: 'done', result: message.result } : { kind: 'failed', reason: message.failed };
        return child.stop('its work is done');
      },
      exited: ({ kind, reason }) => resolve(last ?? { kind: kind === 'stopped' ? kind : 'failed', reason }),
    });
  });
  child.send(task);
  return { end, stop: (reason) => child.stop(reason) };
}
