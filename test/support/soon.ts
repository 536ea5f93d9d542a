/** Waits with a time limit, so that the error names what did not happen instead of only "timeout exceeded". */

/** In ms: longer than anything takes on a busy machine, shorter than the timeouts of the tests that wait. */
const LIMIT_MS = 45_000;
const POLL_INTERVAL_MS = 10;

/** Resolves like `promise`; rejects after `limitMs` with an error that names what did not come. */
export async function soon<T>(promise: Promise<T>, describe: () => string, limitMs = LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${limitMs / 1000} s without ${describe()}`)), limitMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Checks the condition every few ms until it is true. The error after `limitMs` shows the condition's source. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = LIMIT_MS): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not true within ${limitMs / 1000} s: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
