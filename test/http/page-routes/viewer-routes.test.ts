import { expect } from 'chai';
import { addViewerRoutes, ViewerSockets } from '../../../src/http/page-routes/viewer.js';
import { refusalOf } from '../../support/errors.js';
import { closeServed, serveAdmin } from '../../support/served.js';
import { GrowingGame, viewGame } from '../../support/viewers.js';

describe('the addresses of the viewer', () => {
  const game = new GrowingGame('game-1');
  game.add(250);
  game.isOver = true;
  let url: string;
  const serve = async (parts: Parameters<typeof serveAdmin>[0] = {}) => {
    const sockets = new ViewerSockets();
    const served = await serveAdmin(
      { extend: (router) => addViewerRoutes(router, game, sockets), ...parts },
      { hasSockets: true },
    );
    url = `${served.url}/games`;
  };
  beforeEach(() => serve());
  afterEach(closeServed);

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, { headers });
    expect(response.headers.get('access-control-allow-origin'), path).to.equal('*');
    return response;
  };

  it('have the game', async () => {
    const response = await get('/game-1');
    expect(await response.json()).to.deep.equal({
      Game: { ID: 'game-1', Status: 'complete', Width: 11, Height: 11, Ruleset: {} },
    });
    expect(response.headers.get('vary')).to.include('Accept');
  });

  const page = async (query: string) => {
    const body = (await (await get(`/game-1/frames${query}`)).json()) as {
      count: number;
      frames: { Turn: number }[];
    };
    expect(body.count).to.equal(body.frames.length);
    return [body.count, body.frames[0]?.Turn];
  };

  it('have its frames by pages, of which a short one is the last', async () => {
    expect(await page('')).to.deep.equal([100, 0]);
    expect(await page('?offset=100&limit=120')).to.deep.equal([120, 100]);
    expect(await page('?offset=220&limit=100')).to.deep.equal([30, 220]);
    expect(await page('?offset=250')).to.deep.equal([0, undefined]);
  });

  it('refuse pages that are no pages', async () => {
    for (const query of ['offset=-1', 'offset=x', 'limit=0', 'limit=501', 'limit=1&limit=2']) {
      const response = await get(`/game-1/frames?${query}`);
      expect([response.status, (await refusalOf(response)).code], query).to.deep.equal([400, 'invalid_query']);
    }
  });

  it('have nothing of a game that is not there', async () => {
    for (const path of ['/other', '/other/frames', '/game', `/${'x'.repeat(1000)}`]) {
      const response = await get(path);
      expect([response.status, (await refusalOf(response)).code], path).to.deep.equal([404, 'unknown_game']);
    }
    const thrown: unknown = await viewGame(`${url}/other/events`).catch((error: unknown) => error);
    expect(String(thrown)).to.include('status 404');
  });

  it('say what the third one is for', async () => {
    const response = await get('/game-1/events');
    expect([response.status, (await refusalOf(response)).code]).to.deep.equal([400, 'not_a_websocket']);
  });

  it('want the token where the port wants it, for the socket as well', async () => {
    await serve({ token: 'secret' });
    expect((await fetch(`${url}/game-1`)).status).to.equal(401);
    expect((await fetch(`${url}/game-1?token=secret`)).status).to.equal(401);
    const thrown: unknown = await viewGame(`${url}/game-1/events`).catch((error: unknown) => error);
    expect(String(thrown)).to.include('status 401');
    const { closed } = await viewGame(`${url}/game-1/events`, { authorization: 'Bearer secret' });
    expect(await closed).to.equal(1000);
    const authorization = `Basic ${Buffer.from('me:secret').toString('base64')}`;
    const foreign = viewGame(`${url}/game-1/events`, { authorization, origin: 'https://evil.example' });
    expect(String(await foreign.catch((error: unknown) => error))).to.include('status 403');
  });

  it('are not there for a page that calls this machine by another name', async () => {
    const thrown: unknown = await viewGame(`${url}/game-1/events`, { host: 'evil.example' }).catch(
      (error: unknown) => error,
    );
    expect(String(thrown)).to.include('status 403');
  });
});
