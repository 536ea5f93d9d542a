/** The playback of a game as a reducer, without a clock: the shown turn, running or paused, the speed. */

/** The speeds, in turns a second, in the order in which `faster` goes through them. */
export const SPEEDS = [2, 5, 10, 25] as const;

export interface Playback {
  /** The turn to show, which may not be known yet; `Infinity` follows the newest. Absent: the most interesting one. */
  readonly turn?: number;
  readonly isPlaying: boolean;
  readonly speed: number;
}

/** What is known of the game. */
export interface Reel {
  /** The turn of each frame, in order. */
  readonly turns: readonly number[];
  /** More frames will come after the last one. */
  readonly isLive: boolean;
  /** The turn that is shown until a reader has chosen one. */
  readonly opening: number;
}

export type PlaybackAction =
  | { readonly kind: 'step'; readonly by: number }
  /** To a frame, by its index. */
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'faster' }
  | { readonly kind: 'tick' };

export const START: Playback = { isPlaying: false, speed: SPEEDS[1] };

/** The index of the shown frame: of the turn, or of the last known one before it. */
export function shownAt({ turn }: Playback, { turns, opening }: Reel): number {
  const wanted = turn ?? opening;
  return Math.max(
    0,
    turns.findLastIndex((each) => each <= wanted),
  );
}

/** The state after an action. */
export function stepPlayback(playback: Playback, action: PlaybackAction, reel: Reel): Playback {
  const { isPlaying, speed } = playback;
  const last = reel.turns.length - 1;
  const at = shownAt(playback, reel);
  const showAt = (wanted: number, plays = false): Playback => {
    const index = Math.max(0, Math.min(last, wanted));
    const turn = reel.isLive && index === last && !plays ? Infinity : reel.turns[index];
    return turn === undefined ? playback : { turn, isPlaying: plays, speed };
  };
  switch (action.kind) {
    case 'step':
      return showAt(at + action.by);
    case 'jump':
      return showAt(action.to);
    case 'toggle':
      // At the end, play starts again from the first turn.
      return isPlaying ? showAt(at) : showAt(at === last ? 0 : at, last > 0);
    case 'faster':
      return { ...playback, speed: SPEEDS[(SPEEDS.findIndex((each) => each === speed) + 1) % SPEEDS.length]! };
    case 'tick':
      return isPlaying ? showAt(at + 1, at + 1 < last) : playback;
  }
}

/** Whether the newest frame is shown, and the next ones will be. */
export function isFollowing({ turn }: Playback, { isLive, opening }: Reel): boolean {
  return isLive && (turn ?? opening) === Infinity;
}
