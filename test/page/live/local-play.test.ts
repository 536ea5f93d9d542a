/** Local games of the page that continue recorded ones: what is refused before any snake is mounted. */
import { expect } from 'chai';
import type { HostConfig } from '../../../src/config/types.js';
import { LocalPlay } from '../../../src/page/live/local-play.js';
import { findStart } from '../../../src/recorded/find-start.js';
import { DUEL } from '../../support/journals.js';
import type { RequestSketch } from '../../support/requests.js';
import { sketchRow } from '../../support/rows.js';

const config = { snakes: [] as HostConfig['snakes'] } as HostConfig;

/** Why two snakes cannot play on from turn 0 of a game with these turns. */
async function refusalOf(turns: readonly RequestSketch[] | undefined, snakes = ['/one', '/two'], turn = 0) {
  const row = turns && sketchRow({ turns, you: 'me' });
  const local = new LocalPlay({
    config: () => config,
    env: {},
    record: () => expect.fail('nothing is recorded'),
    failed: () => expect.fail('nothing fails'),
    findStart: async (from) => row && findStart([row], from.turn),
  });
  const started = await local.start({ snakes, pause: 0, from: { game: 'g', turn } });
  return started.kind === 'refused' ? started.reason : started.kind;
}

describe('a local game from a recorded turn', () => {
  it('is refused with the reason', async () => {
    const [me] = DUEL.snakes!;
    expect(await refusalOf(undefined)).to.equal('no game "g" is kept');
    expect(await refusalOf([DUEL], undefined, 7)).to.equal('the game has no turn 7: it has turns 0 to 0.');
    expect(await refusalOf([{ ...DUEL, hazards: '0,0' }])).to.match(/^the board has hazards\. /);
    expect(await refusalOf([DUEL, { snakes: [me!], turn: 1, gone: ['other'] }], ['/one'], 1)).to.equal(
      'the game is over on turn 1',
    );
    expect(await refusalOf([DUEL], ['/one'])).to.equal('2 snakes live on turn 0');
    // All is well with the game, and the next thing to look at is the snakes.
    expect(await refusalOf([DUEL])).to.equal('no snake "/one" can play here');
  });
});
