/** The dialects of engines: their requests, when they send them, and the answers they accept. */
import type { FrameSettings } from '../../wire/frame.js';

/** How one engine uses the API. The frame settings decide what it shows of the board. */
export interface EngineDialect extends FrameSettings {
  /** `game.ruleset.version`. */
  readonly version: string;
  formatMap(name: string): string;
  /** The settings include the deprecated `hazardMap` and `hazardMapAuthor`, empty. */
  readonly sendsHazardMap: boolean;
  /** After a timeout, `latency` is the time waited; otherwise it is "0". */
  readonly reportsTimeouts: boolean;
  readonly cutsShouts: boolean;
  /** The survivors are asked for one more move on the final board, and `/end` carries the turn after it. */
  readonly asksOnFinalBoard: boolean;
  /** Answers with any status are read, and moves are accepted in any case. */
  readonly isLenient: boolean;
  /** `Move` is read as `move`. */
  readonly ignoresCaseOfKeys: boolean;
}

export const DIALECTS = {
  /** Our own: the API as documented, in its cleanest form. */
  serpentarium: {
    version: 'serpentarium',
    formatMap: (name) => name,
    sendsHazardMap: true,
    reportsTimeouts: true,
    cutsShouts: true,
    showsEliminated: false,
    showsOffBoard: false,
    asksOnFinalBoard: false,
    isLenient: true,
    ignoresCaseOfKeys: false,
  },
  arena: {
    version: 'v1.0.0',
    formatMap: (name) => (name === 'snail_mode' ? name : ''),
    sendsHazardMap: false,
    reportsTimeouts: false,
    cutsShouts: false,
    showsEliminated: true,
    showsOffBoard: false,
    asksOnFinalBoard: false,
    isLenient: true,
    ignoresCaseOfKeys: false,
  },
  /** The official command-line engine. */
  cli: {
    version: 'cli',
    formatMap: (name) => name,
    sendsHazardMap: true,
    reportsTimeouts: true,
    cutsShouts: true,
    showsEliminated: false,
    showsOffBoard: true,
    asksOnFinalBoard: true,
    isLenient: false,
    ignoresCaseOfKeys: true,
  },
} as const satisfies Record<string, EngineDialect>;
