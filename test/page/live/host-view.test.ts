/** How the host does: the same live games as the metric counts. */
import { expect } from 'chai';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { toHostView } from '../../../src/page/live/host-view.js';
import { createMount } from '../../support/mounts.js';

function gameOf(game: string, you: string, isLive: boolean) {
  return { game, you, turn: 3, overhead: 0, silent: isLive ? 500 : 61_000, isLive };
}

describe('the view of a host', () => {
  it('counts live games once, and names those without a request for a minute', () => {
    const games = [gameOf('one', 'a', true), gameOf('one', 'b', true), gameOf('dead', 'a', false)];
    const mount = createMount('/greedy');
    const served = { ...mount, status: () => ({ ...mount.status(), live: 2, games }) };
    const host = toHostView({
      version: '1',
      state: () => 'ready',
      loopDelay: () => 0,
      mounts: () => ({ present: [{ mount: served, version: 1 }], retired: [] }),
      readers: () => 0,
    });
    expect([host.games, host.snakes[0]!.games]).to.deep.equal([1, 2]);
    expect(host.silent).to.deep.equal([gameIdOf({ snake: '/greedy', game: 'dead', you: 'a' })]);
  });
});
