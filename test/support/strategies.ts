/** Asks shipped strategies for moves on drawn positions, and checks which moves they make. */
import { expect } from 'chai';
import type { Direction } from '../../src/rules/types.js';
import { playPosition, type PlayPositionOptions } from '../../src/testing.js';

/** The moves that are allowed. */
export interface Allowed extends PlayPositionOptions {
  /** One of these, nothing else. */
  readonly plays?: readonly Direction[];
  /** Anything but these. */
  readonly avoids?: readonly Direction[];
}

/** Asks in several games, because the strategy may choose at random; each answer has to be allowed. */
export async function expectMove(module: Record<string, unknown>, picture: string, allowed: Allowed): Promise<void> {
  const { plays, avoids = [], ...options } = allowed;
  for (const game of ['one', 'two', 'three', 'four', 'five']) {
    const { move } = await playPosition(module, picture, { game, ...options });
    if (plays !== undefined) expect(plays, picture).to.include(move);
    expect(avoids, picture).to.not.include(move);
  }
}
