/** The smallest strategy: always `up`. A template, and a probe: all the time it takes is the journey's. */
import type { Customization, Move } from 'serpentarium';

export const customization: Customization = { color: '#888888', head: 'default', tail: 'default' };

export function move(): Move {
  return 'up';
}
