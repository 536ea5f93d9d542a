/** What goes over the network: a game's turns resemble each other. */
import { get, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { answerJson } from '../../src/http/context.js';
import { addLiveRoute } from '../../src/http/page-routes/live-route.js';
import type { GameSource } from '../../src/page/live/game-stream.js';
import { closeServed, serveAdmin } from '../support/served.js';
import { readLive } from '../support/live-readers.js';
import { until } from '../support/soon.js';

const TURNS = JSON.stringify(Array.from({ length: 2000 }, (_, turn) => ({ turn, move: 'up', took: 17 })));
const SOURCE: GameSource = {
  isKept: true,
  delay: 1,
  stored: async () => ({ next: 1, isWhole: true, isOver: false, json: TURNS }),
  follow: () => () => undefined,
};

/** The bytes of an answer as they are sent. */
async function receive(url: string, headers: Record<string, string>) {
  const answer = await new Promise<IncomingMessage>((resolve) => get(url, { headers }, resolve));
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  return { encoding: answer.headers['content-encoding'], bytes };
}

describe('an answer of the admin port', () => {
  let url: string;
  before(async () => {
    const served = await serveAdmin({
      extend: (router) => {
        router.get('/short', (ctx) => answerJson(ctx, '{}'));
        addLiveRoute(router, { isClosed: false }, async () => SOURCE);
      },
    });
    url = served.url;
  });
  after(closeServed);

  it('is compressed if it is long and the client can read that', async () => {
    const path = `${url}/api/games/a/live`;
    const json = { accept: 'application/json' };
    expect(await receive(path, json)).to.deep.equal({ encoding: undefined, bytes: TURNS.length });
    const { encoding, bytes } = await receive(path, { ...json, 'accept-encoding': 'gzip, br' });
    expect(encoding).to.equal('gzip');
    expect(bytes).to.be.below(TURNS.length / 5);
    const short = await receive(`${url}/short`, { 'accept-encoding': 'gzip' });
    expect(short).to.deep.equal({ encoding: undefined, bytes: 2 });
  });

  it('is so, too, if it is the stream of a game, whose pieces do not wait for each other', async () => {
    const reader = await readLive(`${url}/api/games/a/live`, { 'accept-encoding': 'gzip' });
    expect(reader.response.headers.get('content-encoding')).to.equal('gzip');
    await until(() => reader.events.length > 0);
    expect(reader.events[0]).to.deep.equal({ id: '1', event: 'piece', data: JSON.parse(TURNS) });
    reader.close();
  });
});
