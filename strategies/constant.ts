/** The smallest strategy: always `up`. A template, and a latency probe: it takes no time itself. */
import type { Customization, MoveResult } from 'serpentarium';

export const customization: Customization = { color: '#888888', head: 'default', tail: 'default' };

export function move(): MoveResult {
  return 'up';
}
