/** The dialects that engines speak over the API: what they send, when they ask, and what they take for an answer. */
import type { FrameSettings } from '../../wire/frame.js';

/** One engine's way with the API. The frame's terms say what it shows of the board. */
export interface EngineDialect extends FrameSettings {
  /** `game.ruleset.version`. */
  readonly version: string;
  /** `game.map` for a map of this name. */
  tellMap(name: string): string;
  /** The deprecated `hazardMap` and `hazardMapAuthor` of the settings are there, empty. */
  readonly tellsHazardMap: boolean;
  /** After an answer that did not come in time `latency` is the time waited for it; else "0". */
  readonly tellsTimeouts: boolean;
  /** Shouts are cut to the length that the API allows. */
  readonly cutsShouts: boolean;
  /** The survivors are asked for one more move on the final board, and `/end` carries the turn after it. */
  readonly asksOnFinalBoard: boolean;
  /** Answers with any status are read, and the words for moves are taken in any case. */
  readonly isLenient: boolean;
}

/** The engines by name. */
export const DIALECTS = {
  /** Our own: the API as documented, in its cleanest form. */
  serpentarium: {
    version: 'serpentarium',
    tellMap: (name) => name,
    tellsHazardMap: true,
    tellsTimeouts: true,
    cutsShouts: true,
    showsEliminated: false,
    showsOffBoard: false,
    asksOnFinalBoard: false,
    isLenient: true,
  },
  /** The public arena. */
  arena: {
    version: 'v1.0.0',
    tellMap: (name) => (name === 'snail_mode' ? name : ''),
    tellsHazardMap: false,
    tellsTimeouts: false,
    cutsShouts: false,
    showsEliminated: true,
    showsOffBoard: false,
    asksOnFinalBoard: false,
    isLenient: true,
  },
  /** The official command-line engine. */
  cli: {
    version: 'cli',
    tellMap: (name) => name,
    tellsHazardMap: true,
    tellsTimeouts: true,
    cutsShouts: true,
    showsEliminated: false,
    showsOffBoard: true,
    asksOnFinalBoard: true,
    isLenient: false,
  },
} as const satisfies Record<string, EngineDialect>;
