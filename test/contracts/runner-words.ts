/** The messages that the runners' contract expects about misbehaving snakes: each language has different ones. */

type Said = readonly (readonly [strategy: string, reason: RegExp])[];

export interface RunnerWords {
  /** Moves that failed. */
  readonly failures: Said;
  /** Moves that are none. */
  readonly nonsense: Said;
  /** Warnings of a `start` and an `end` that failed. */
  readonly start: RegExp;
  readonly end: RegExp;
  /**
   * Of what the Battlesnake API cannot say: a note that is none, a flood of lines. Absent if the snake is reached by
   * it; notes, proposals and a turn left to the host are not expected then.
   */
  readonly decisions?: { readonly note: RegExp; readonly flood: RegExp };
  /** The strategies that cannot be written for it. */
  readonly lacks?: readonly string[];
}

/** Strategies. */
export const JAVASCRIPT: RunnerWords = {
  failures: [
    ['throw', /^move threw: out of ideas \(at .*throw\.js:4/],
    ['reject', /^move threw: out of promises/],
    ['throw-nothing', /^move threw: something that cannot be shown/],
    ['mutate', /^move threw: torn/],
  ],
  nonsense: [
    ['number', /^move returned a number, not a move$/],
    ['illegal-word', /^move returned an object whose "move" is "north" \(up, down, left, right\)$/],
    ['trap', /^move returned an object that throws when read: trapped$/],
  ],
  start: /start threw: not today/,
  end: /end threw: no goodbye/,
  decisions: {
    note: /note: given undefined, not an object$/,
    flood: /logged 99980 lines more than the 20 that are kept/,
  },
};

/** Commands in Python. They answer with a move or with null: there is no `undefined`. */
export const PYTHON: RunnerWords = {
  failures: [
    ['throw', /^RuntimeError: out of ideas \(at throw\.py:8\)$/],
    ['reject', /^RuntimeError: out of promises \(at reject\.py:7\)$/],
    ['throw-nothing', /^Unspeakable: something that cannot be shown \(at throw-nothing\.py:13\)$/],
    ['mutate', /^RuntimeError: torn \(at mutate\.py:11\)$/],
  ],
  nonsense: [
    ['number', /^move returned a number, not a move$/],
    ['illegal-word', /^move returned an object whose "move" is "north" \(up, down, left, right\)$/],
    ['trap', /^move returned an object whose "move" is undefined$/],
  ],
  start: /start raised RuntimeError: not today \(at throw-start\.py:8\)$/,
  end: /end raised RuntimeError: no goodbye \(at throw-end\.py:13\)$/,
  decisions: {
    note: /note: "score" is a string, not a number$/,
    flood: /logged 280 lines more than the 20 that are kept/,
  },
  lacks: ['no-return'],
};

/** Servers. */
export const SERVER: RunnerWords = {
  failures: ['throw', 'reject', 'throw-nothing', 'mutate'].map(
    (strategy) => [strategy, /^the server answered with status 500$/] as const,
  ),
  nonsense: [
    ['number', /^the server answered JSON that is not an object$/],
    ['illegal-word', /^the server answered "move": "north" \(up, down, left, right\)$/],
    ['no-idea', /^the server answered "move": undefined \(up, down, left, right\)$/],
  ],
  start: /answer to \/start .* answered with status 500$/,
  end: /answer to \/end .* answered with status 500$/,
};
