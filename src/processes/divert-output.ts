/** Takes what strategies print in a child process of ours, whose standard streams lead nowhere. */
import { format } from 'node:util';

/** Calls `say` with each line that is written to the console or to a standard stream from now on. */
export function divertOutput(say: (line: string) => void): void {
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    console[level] = (...args: unknown[]) => say(format(...args));
  }
  for (const name of ['stdout', 'stderr'] as const) divertStream(name, say);
}

/** Passes all writes to a stream on. Replaced when a strategy first uses it: few do. */
function divertStream(name: 'stdout' | 'stderr', say: (line: string) => void): void {
  const own = Object.getOwnPropertyDescriptor(process, name)!;
  const open = () => {
    const stream = own.get!.call(process) as NodeJS.WriteStream;
    stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      for (const line of text.split('\n')) if (line.trim() !== '') say(line);
      const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
      if (done !== undefined) process.nextTick(done);
      return true;
    };
    return stream;
  };
  Object.defineProperty(process, name, { configurable: true, enumerable: true, get: open });
}
