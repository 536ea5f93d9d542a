/** Puts snakes on their start cells. */
import type { Position } from '../position.js';
import { pushTail } from '../snakes.js';
import { START_LENGTH, type Cell } from '../types.js';

/** Puts the whole body of each snake on its start cell. `starts` is by seat. */
export function placeSnakes(position: Position, starts: readonly Cell[]): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    for (let part = 0; part < START_LENGTH; part++) pushTail(position, seat, starts[seat]!);
  }
}
