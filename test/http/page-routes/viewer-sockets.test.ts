import { expect } from 'chai';
import { addViewerRoutes, ViewerSockets, type ViewerLimits } from '../../../src/http/page-routes/viewer.js';
import { closeServed, serveAdmin } from '../../support/served.js';
import { until } from '../../support/soon.js';
import { GrowingGame, viewGame, watchGame } from '../../support/viewers.js';

describe('the sockets of the viewer', () => {
  let game: GrowingGame;
  let sockets: ViewerSockets;
  let url: string;
  let served: Awaited<ReturnType<typeof serveAdmin>>;
  const serve = async (limits: Partial<ViewerLimits> = {}) => {
    game = new GrowingGame('g');
    sockets = new ViewerSockets({ interval: 5, ...limits });
    served = await serveAdmin({ extend: (router) => addViewerRoutes(router, game, sockets) }, { hasSockets: true });
    url = `${served.url}/games/g/events`;
  };
  afterEach(async () => {
    sockets.close();
    await closeServed();
  });

  it('send every frame of a game once, its end, and a close frame', async () => {
    await serve();
    game.add(230);
    game.isOver = true;
    const [viewing, ...again] = await watchGame(url);
    expect(again).to.deep.equal([]);
    expect(viewing!.turns).to.deep.equal(Array.from({ length: 230 }, (_, turn) => turn));
    expect(viewing!.messages[0]).to.deep.equal({ Type: 'frame', Data: game.frames[0] });
    expect(viewing!.messages.at(-1)).to.deep.equal({ Type: 'game_end', Data: {} });
    expect(await viewing!.closed).to.equal(1000);
    expect(game.reads).to.equal(3);
  });

  it('send a running game turn by turn, until its end', async () => {
    await serve();
    game.add(2);
    const viewing = await viewGame(url);
    await until(() => viewing.turns.length === 2);
    game.add(1);
    await until(() => viewing.turns.length === 3);
    game.add(1);
    game.isOver = true;
    expect(await viewing.closed).to.equal(1000);
    expect(viewing.turns).to.deep.equal([0, 1, 2, 3]);
    expect(viewing.messages.filter(({ Type }) => Type === 'game_end')).to.have.lengthOf(1);
  });

  it('send the whole game again to a viewer that connects again', async () => {
    await serve();
    game.add(3);
    const first = await viewGame(url);
    await until(() => first.turns.length === 3);
    first.socket.terminate();
    game.isOver = true;
    const [second] = await watchGame(url);
    expect(second!.turns).to.deep.equal([0, 1, 2]);
  });

  it('close when the host does, so that the viewer reconnects', async () => {
    await serve();
    game.add(1);
    const viewing = await viewGame(url);
    await until(() => viewing.turns.length === 1);
    sockets.close();
    expect(await viewing.closed).to.equal(1001);
    const thrown: unknown = await viewGame(url).catch((error: unknown) => error);
    expect(String(thrown)).to.include('status 503');
  });

  it('do not keep the server from closing', async () => {
    await serve();
    game.add(1);
    const viewing = await viewGame(url);
    await served.close(10);
    expect(await viewing.closed).to.equal(1006);
  });

  it('are bounded, for each address and for all', async () => {
    await serve({ all: 10, perAddress: 2 });
    game.add(1);
    const first = await viewGame(url);
    await viewGame(url);
    const thrown: unknown = await viewGame(url).catch((error: unknown) => error);
    expect(String(thrown)).to.include('status 429');
    first.socket.close();
    await first.closed;
    await until(() => sockets.size === 1);
    await viewGame(url);
  });

  it('drop a client that does not read', async () => {
    await serve({ patience: 100 });
    game.add(400, 'x'.repeat(100_000));
    const viewing = await viewGame(url);
    viewing.socket.pause();
    await until(() => sockets.size === 0);
    viewing.socket.resume();
    expect(await viewing.closed).to.equal(1006);
    expect(viewing.turns.length).to.be.below(400);
  });

  it('cut off a client that talks', async () => {
    await serve();
    game.add(1);
    const viewing = await viewGame(url);
    viewing.socket.send('x'.repeat(2000));
    expect(await viewing.closed).to.equal(1009);
  });
});
