/** Reads what a strategy returned or proposed. Called in the strategy's process: only clean moves leave it. */
import { DIRECTIONS, type Direction } from '../rules/types.js';
import { messageOf } from '../errors/errors.js';
import { kindOf } from '../errors/kind-of.js';
import { cutString } from './limits.js';

/** Longest shout, in characters. Engines cut longer ones; we cut our own, and the ones that strategies see. */
export const MAX_SHOUT = 256;

/** A move as a strategy returns it: the direction alone, or with a shout. */
export type Move = Direction | { readonly move: Direction; readonly shout?: string | undefined };

/** A move that can be sent. */
export interface CleanMove {
  readonly move: Direction;
  /** At most {@link MAX_SHOUT} characters. */
  readonly shout?: string;
}

/**
 * Returns the move, or a sentence that says why `value` is not one. Never throws, even if a getter of the value does.
 */
export function readMove(value: unknown): CleanMove | string {
  try {
    if (isDirection(value)) return { move: value };
    if (typeof value !== 'object' || value === null || isPromise(value))
      return `returned ${show(value)}, not a move${hint(value)}`;
    const { move, shout } = value as { move?: unknown; shout?: unknown };
    if (!isDirection(move)) return `returned an object whose "move" is ${show(move)}${hint(move)}`;
    return typeof shout === 'string' && shout !== '' ? { move, shout: cutShout(shout) } : { move };
  } catch (thrown) {
    return `returned an object that throws when read: ${messageOf(thrown)}`;
  }
}

/** Whether a value is one of the four directions. */
export function isDirection(value: unknown): value is Direction {
  return (DIRECTIONS as readonly unknown[]).includes(value);
}

/** Cuts a shout to what the API allows, without splitting a surrogate pair. */
export function cutShout(shout: string): string {
  return cutString(shout, MAX_SHOUT);
}

function show(value: unknown): string {
  if (isPromise(value)) return 'a promise';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
}

/** The likely cause, or the words that are moves. */
function hint(value: unknown): string {
  if (isPromise(value) || value === '[object Promise]') return '. Did you forget "await"?';
  if (typeof value === 'function') return '. Did you forget to call it?';
  if (typeof value !== 'string') return '';
  const word = DIRECTIONS.find((direction) => direction === value.trim().toLowerCase());
  return word === undefined ? ` (${DIRECTIONS.join(', ')})` : `. Did you mean "${word}"?`;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
