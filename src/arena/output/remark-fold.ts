/** Folds what goes wrong again and again in a game: one line the first time, and a count. Called by the screen. */

/** Kinds of problem shown of one snake. A message with a random part would otherwise be a new kind on each turn. */
const MAX_KINDS = 5;

/** How often a remark came. */
interface Repeated {
  readonly line: string;
  times: number;
}

/**
 * Remembers the remarks of a game. Two remarks about a snake are of one kind if they differ only in numbers, such as a
 * turn or a duration.
 */
export class RepeatedRemarks {
  readonly #kinds = new Map<string, Map<string, Repeated>>();

  /** Whether this remark is the first of its kind, and is to be shown. */
  isFirst(snake: string, text: string): boolean {
    const kinds = this.#kinds.get(snake) ?? new Map<string, Repeated>();
    this.#kinds.set(snake, kinds);
    const kind = text.replaceAll(/\d+(\.\d+)?/g, '#');
    const known = kinds.get(kind);
    if (known !== undefined) known.times++;
    else if (kinds.size < MAX_KINDS) kinds.set(kind, { line: `${snake}: ${text}`, times: 1 });
    return known === undefined && kinds.get(kind)?.times === 1;
  }

  /** A line for each remark that came more than once. */
  repeated(): string[] {
    return [...this.#kinds.values()]
      .flatMap((kinds) => [...kinds.values()])
      .filter(({ times }) => times > 1)
      .map(({ line, times }) => `${line} (${times} times)`);
  }
}
