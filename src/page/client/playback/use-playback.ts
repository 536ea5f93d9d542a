/** The playback of a game as the state of a component, worked by timer and keys. */
import { useEffect, useReducer, useRef } from 'preact/hooks';
import { commandOf, type KeyCommand } from './keys.js';
import { frameMs, NO_PLAYBACK, stepPlayback, type Playback, type PlaybackAction } from './playback.js';

/** The playback of the frames of these turns. Begins at the last; with `isLive` more will come, and are followed. */
export function usePlayback(turns: readonly number[], isLive: boolean): [Playback, (action: PlaybackAction) => void] {
  const [last, dispatch] = useReducer(stepPlayback, NO_PLAYBACK);
  // New frames count at once: in between, a frame would be shown that nobody has asked for.
  const frames = { kind: 'frames', turns, isLive } as const;
  const playback = stepPlayback(last, frames);
  const { isPlaying, speed } = playback;
  useEffect(() => dispatch(frames), [turns, isLive]);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => dispatch({ kind: 'tick' }), frameMs({ speed }));
    return () => clearInterval(timer);
  }, [isPlaying, speed]);
  return [playback, dispatch];
}

/** Calls `onCommand` for the keys of the page, unless something is being typed or a dialog is open. */
export function useKeys(onCommand: (command: KeyCommand) => void): void {
  const latest = useRef(onCommand);
  latest.current = onCommand;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const command = isForOthers(event) ? undefined : commandOf(event);
      if (command === undefined) return;
      event.preventDefault();
      latest.current(command);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Space on a button presses it; arrows in a select choose. */
function isForOthers({ target, key, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof Element)) return defaultPrevented;
  if (target.closest('dialog, select, textarea, input:not([type=range])')) return true;
  return key === ' ' && target.closest('button, a, summary, label, input[type=checkbox]') !== null;
}
