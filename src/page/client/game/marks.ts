/** How marks of turns look: as shapes on the plots, as glyphs in the list of turns. */
import type { TurnMark } from './turns.js';

interface MarkLook {
  readonly name: string;
  /** In the list of turns, as in the notation of chess. */
  readonly glyph: string;
  /** 12 units wide. Shapes differ, for eyes that see no colours. */
  readonly shape: string;
}

export const MARK_LOOKS: Readonly<Record<TurnMark['kind'], MarkLook>> = {
  blunder: { name: 'blunder', glyph: '??', shape: 'M-4 -4H4V4H-4Z' },
  mistake: { name: 'mistake', glyph: '?', shape: 'M0 -5L5 0L0 5L-5 0Z' },
  inaccuracy: { name: 'inaccuracy', glyph: '?!', shape: 'M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z' },
  lost: { name: 'lost turn', glyph: 'lost', shape: 'M-4 -4L4 4M4 -4L-4 4' },
  unlikely: { name: 'probably lost turn', glyph: 'lost?', shape: 'M-4 -4L4 4M4 -4L-4 4' },
  fallback: { name: 'fallback', glyph: 'fallback', shape: 'M0 -4L5 4H-5Z' },
  chance: {
    name: 'last chance',
    glyph: '★',
    shape: 'M0 -5L1.5 -1.6L5 -1.4L2.3 1L3.2 4.6L0 2.6L-3.2 4.6L-2.3 1L-5 -1.4L-1.5 -1.6Z',
  },
  death: { name: 'death', glyph: '†', shape: 'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z' },
};
