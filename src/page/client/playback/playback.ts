/** How a game is played back: which frame is shown, whether it runs, how fast. One state to the next, with no clock. */

/** The speeds, in turns a second, in the order in which `faster` goes through them. */
export const SPEEDS = [2, 5, 10, 25] as const;

export interface Playback {
  /** The turn of each frame that there is, in order. */
  readonly turns: readonly number[];
  readonly at: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly isLive: boolean;
}

export type PlaybackAction =
  | { readonly kind: 'step'; readonly by: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'faster' }
  | { readonly kind: 'tick' }
  /** There are other frames, anywhere among those before; `isLive` while more will come. */
  | ({ readonly kind: 'frames' } & Pick<Playback, 'turns' | 'isLive'>);

/** Before the frames are known. */
export const NO_PLAYBACK: Playback = { turns: [], at: 0, isPlaying: false, speed: SPEEDS[1], isLive: true };

/** The state after an action. Only frames that exist are shown. */
export function stepPlayback(playback: Playback, action: PlaybackAction): Playback {
  const { at, isPlaying, speed } = playback;
  const last = lastOf(playback);
  switch (action.kind) {
    case 'step':
      return pausedAt(playback, at + action.by);
    case 'jump':
      return pausedAt(playback, action.to);
    case 'toggle':
      if (isPlaying) return { ...playback, isPlaying: false };
      // To play at the end means to play again.
      return { ...playback, isPlaying: last > 0, at: at === last ? 0 : at };
    case 'faster':
      return { ...playback, speed: SPEEDS[(SPEEDS.findIndex((each) => each === speed) + 1) % SPEEDS.length]! };
    case 'tick': {
      const next = Math.min(last, at + 1);
      return isPlaying ? { ...playback, at: next, isPlaying: next < last } : playback;
    }
    case 'frames':
      return withFrames(playback, action.turns, action.isLive);
  }
}

/** Whether the last frame is shown, more will come, and they will be shown as well. */
export function isFollowing(playback: Playback): boolean {
  return playback.isLive && isAtEnd(playback);
}

/** The index of the frame of a turn, or of the last one before it if that one is missing; 0 if there is none. */
export function frameOfTurn(turns: readonly number[], wanted: number): number {
  return Math.max(
    0,
    turns.findLastIndex((turn) => turn <= wanted),
  );
}

function lastOf({ turns }: Pick<Playback, 'turns'>): number {
  return Math.max(0, turns.length - 1);
}

function isAtEnd(playback: Playback): boolean {
  return playback.at === lastOf(playback) && !playback.isPlaying;
}

function pausedAt(playback: Playback, wanted: number): Playback {
  const at = Math.min(lastOf(playback), Math.max(0, Math.round(wanted)));
  return { ...playback, at, isPlaying: false };
}

/** Whoever is at the end stays there; all others stay on their turn, wherever frames are added. */
function withFrames(playback: Playback, turns: readonly number[], isLive: boolean): Playback {
  const at = isAtEnd(playback) ? lastOf({ turns }) : frameOfTurn(turns, playback.turns[playback.at] ?? 0);
  return { ...playback, turns, at, isLive };
}

export function frameMs({ speed }: Pick<Playback, 'speed'>): number {
  return 1000 / speed;
}
