/** Bounds how long a promise is waited for. */

const LATE = Symbol('late');

/** Settles as `promise` does, or after `ms` as `late` returns or throws: by default with `undefined`. */
export async function within<T, Late = undefined>(
  promise: Promise<T>,
  ms: number,
  late?: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), LATE);
  });
  try {
    const first = await Promise.race([promise, timeout]);
    return first === LATE ? (late?.() as Late) : first;
  } finally {
    clearTimeout(timer);
  }
}
