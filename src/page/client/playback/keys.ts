/** The keys of a game's page. */
import type { PlaybackAction } from './playback.js';

/** What a key does: something to the playback, or to the page. */
export type KeyCommand =
  | PlaybackAction
  | { readonly kind: 'nextMark'; readonly by: 1 | -1 }
  | { readonly kind: 'thoughts' }
  | { readonly kind: 'copyLink' }
  | { readonly kind: 'help' };

export const KEY_LIST = [
  { keys: ['←', '→'], does: 'one turn back, one turn on' },
  { keys: ['Shift + ←', 'Shift + →'], does: 'ten turns back, ten turns on' },
  { keys: ['Home', 'End'], does: 'first turn, last turn' },
  { keys: ['↑', '↓'], does: 'mark before, next mark' },
  { keys: ['Space'], does: 'play, pause' },
  { keys: ['f'], does: 'change the speed' },
  { keys: ['t'], does: 'show thoughts, or do not' },
  { keys: ['l'], does: 'copy the link to this turn' },
  { keys: ['?'], does: 'show this list' },
] as const;

export type PressedKey = { readonly key: string } & Readonly<
  Record<'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey', boolean>
>;

/** What a key does; `undefined` for the browser's own. */
export function commandOf({ key, shiftKey, ctrlKey, altKey, metaKey }: PressedKey): KeyCommand | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const stride = shiftKey ? 10 : 1;
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'step', by: -stride };
    case 'ArrowRight':
      return { kind: 'step', by: stride };
    case 'ArrowUp':
      return { kind: 'nextMark', by: -1 };
    case 'ArrowDown':
      return { kind: 'nextMark', by: 1 };
    case 'Home':
      return { kind: 'jump', to: 0 };
    case 'End':
      return { kind: 'jump', to: Infinity };
    case ' ':
      return { kind: 'toggle' };
    case 'f':
      return { kind: 'faster' };
    case 't':
      return { kind: 'thoughts' };
    case 'l':
      return { kind: 'copyLink' };
    case '?':
      return { kind: 'help' };
    default:
      return undefined;
  }
}
