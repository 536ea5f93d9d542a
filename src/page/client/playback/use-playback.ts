/** The playback of a game as the state of a component, worked by timer and keys. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { commandOf, type KeyCommand } from './keys.js';
import { START, stepPlayback, type Playback, type PlaybackAction, type Reel } from './playback.js';

/** @param named the turn to begin with, as a URL has it; it may arrive later. */
export function usePlayback(reel: Reel, named: string | null): [Playback, (action: PlaybackAction) => void] {
  const [playback, setPlayback] = useState<Playback>(
    /^\d{1,9}$/.test(named ?? '') ? { ...START, turn: Number(named) } : START,
  );
  const known = useRef(reel);
  known.current = reel;
  const act = (action: PlaybackAction): void => setPlayback((last) => stepPlayback(last, action, known.current));
  const { isPlaying, speed } = playback;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => act({ kind: 'tick' }), 1000 / speed);
    return () => clearInterval(timer);
  }, [isPlaying, speed]);
  return [playback, act];
}

/** Calls `onCommand` for the keys of the page, unless something is being typed. */
export function useKeys(onCommand: (command: KeyCommand) => void): void {
  const latest = useRef(onCommand);
  latest.current = onCommand;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const command = isForOthers(event) ? undefined : commandOf(event, hasUpAndDown(event));
      if (command === undefined) return;
      event.preventDefault();
      latest.current(command);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Elsewhere ↑ and ↓ scroll the page. */
function hasUpAndDown({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('.board-box, .scrubber') !== null;
}

/** Space on a button presses it; arrows in a select choose. */
function isForOthers({ target, key, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof Element)) return defaultPrevented;
  if (target.closest('dialog, select, textarea, input:not([type=range])')) return true;
  return key === ' ' && target.closest('button, a, summary, label, input[type=checkbox]') !== null;
}
