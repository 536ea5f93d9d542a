/** The keys of a game's page. */
import type { PlaybackAction } from './playback.js';

/** What a key does: something to the playback, or to the page. */
export type KeyCommand =
  | PlaybackAction
  | { readonly kind: 'nextMark'; readonly by: 1 | -1 }
  | { readonly kind: 'nextMistake' }
  | { readonly kind: 'thoughts' }
  | { readonly kind: 'copyLink' }
  | { readonly kind: 'help' };

export const KEY_LIST = [
  { keys: ['←', '→'], does: 'one turn back, one turn forward' },
  { keys: ['Shift + ←', 'Shift + →'], does: 'ten turns back, ten turns forward' },
  { keys: ['Home', 'End'], does: 'first turn, last turn' },
  { keys: ['↑', '↓'], does: 'previous mark, next mark, while the board or the plots have the focus' },
  { keys: ['m'], does: 'next mistake' },
  { keys: ['Space'], does: 'play, pause' },
  { keys: ['f'], does: 'change the speed' },
  { keys: ['t'], does: 'show or hide the notes' },
  { keys: ['l'], does: 'copy the link to this turn' },
  { keys: ['?'], does: 'show this list' },
] as const;

export type PressedKey = { readonly key: string } & Readonly<
  Record<'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey', boolean>
>;

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  ArrowLeft: { kind: 'step', by: -1 },
  ArrowRight: { kind: 'step', by: 1 },
  'Shift+ArrowLeft': { kind: 'step', by: -10 },
  'Shift+ArrowRight': { kind: 'step', by: 10 },
  ArrowUp: { kind: 'nextMark', by: -1 },
  ArrowDown: { kind: 'nextMark', by: 1 },
  Home: { kind: 'jump', to: 0 },
  End: { kind: 'jump', to: Infinity },
  ' ': { kind: 'toggle' },
  m: { kind: 'nextMistake' },
  f: { kind: 'faster' },
  t: { kind: 'thoughts' },
  l: { kind: 'copyLink' },
  '?': { kind: 'help' },
};

/** What a key does; `undefined` for the browser's own. Without `hasUpAndDown`, ↑ and ↓ are: they scroll the page. */
export function commandOf(
  { key, shiftKey, ctrlKey, altKey, metaKey }: PressedKey,
  hasUpAndDown: boolean,
): KeyCommand | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const command = COMMANDS[shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key];
  return command?.kind === 'nextMark' && !hasUpAndDown ? undefined : command;
}
