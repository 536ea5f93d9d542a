/** Positions put to a shipped strategy: which moves it may make there. */
import { expect } from 'chai';
import type { Direction } from '../../src/rules/types.js';
import { playPosition, type PlayPositionOptions } from '../../src/testing.js';

export interface Allowed extends PlayPositionOptions {
  /** One of these, nothing else. */
  readonly plays?: readonly Direction[];
  /** Anything but these. */
  readonly avoids?: readonly Direction[];
}

/** Asks the strategy in several games, for it may draw lots; every answer has to be one that is allowed. */
export async function expectMove(module: Record<string, unknown>, picture: string, allowed: Allowed): Promise<void> {
  const { plays, avoids = [], ...terms } = allowed;
  for (const game of ['one', 'two', 'three', 'four', 'five']) {
    const { move } = await playPosition(module, picture, { game, ...terms });
    if (plays !== undefined) expect(plays, picture).to.include(move);
    expect(avoids, picture).to.not.include(move);
  }
}
