/** How a game is played back: which frame is shown, whether it runs, how fast. One state to the next, with no clock. */

/** The speeds, in turns a second, in the order in which `faster` goes through them. */
export const SPEEDS = [2, 5, 10, 25] as const;

/** What is shown of the frames of a game. */
export interface Playback {
  /** Number of frames there are. */
  readonly count: number;
  /** Index of the frame that is shown; 0 if there are none. */
  readonly at: number;
  readonly isPlaying: boolean;
  /** One of {@link SPEEDS}. */
  readonly speed: number;
  /** Whether the last frame is shown, more will come, and they will be shown as well. */
  readonly isFollowing: boolean;
}

/** What can be done to it. */
export type PlaybackAction =
  | { readonly kind: 'step'; readonly by: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'faster' }
  /** The time of one frame is over. */
  | { readonly kind: 'tick' }
  /** The number of frames is another one; `isLive` while more will come. */
  | { readonly kind: 'frames'; readonly count: number; readonly isLive: boolean };

/** Before the frames are known. */
export const NO_PLAYBACK: Playback = { count: 0, at: 0, isPlaying: false, speed: SPEEDS[1], isFollowing: false };

/** The state after an action. Only frames that exist are shown. */
export function stepPlayback(playback: Playback, action: PlaybackAction): Playback {
  const { count, at, isPlaying, speed } = playback;
  const last = Math.max(0, count - 1);
  switch (action.kind) {
    case 'step':
      return pausedAt(playback, at + action.by);
    case 'jump':
      return pausedAt(playback, action.to);
    case 'toggle':
      if (isPlaying) return { ...playback, isPlaying: false };
      // To play at the end means to play again.
      return { ...playback, isPlaying: count > 1, at: at === last ? 0 : at, isFollowing: false };
    case 'faster':
      return { ...playback, speed: SPEEDS[(SPEEDS.findIndex((each) => each === speed) + 1) % SPEEDS.length]! };
    case 'tick': {
      const next = Math.min(last, at + 1);
      return isPlaying ? { ...playback, at: next, isPlaying: next < last } : playback;
    }
    case 'frames':
      return withFrames(playback, action.count, action.isLive);
  }
}

function pausedAt(playback: Playback, wanted: number): Playback {
  const at = Math.min(Math.max(0, playback.count - 1), Math.max(0, Math.round(wanted)));
  return { ...playback, at, isPlaying: false, isFollowing: at === playback.count - 1 };
}

/** New frames are shown as they come if the last one was shown before. */
function withFrames(playback: Playback, count: number, isLive: boolean): Playback {
  const last = Math.max(0, count - 1);
  const isAtEnd = (playback.count === 0 || playback.isFollowing) && !playback.isPlaying;
  const at = isAtEnd ? last : Math.min(last, playback.at);
  return { ...playback, count, at, isFollowing: isLive && isAtEnd };
}

/** How long a frame is shown, in ms. */
export function frameMs({ speed }: Pick<Playback, 'speed'>): number {
  return 1000 / speed;
}
