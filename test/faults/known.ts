/**
 * Faults that the host is known not to stand yet: they are tried and shown, but do not fail the run. Whoever mends one
 * takes it off. A fault that is listed and lost nothing is named, so that the list only gets shorter.
 */
export const KNOWN: ReadonlySet<string> = new Set<string>();
