import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { UsageError } from '../../src/errors/errors.js';
import { createHeldMount } from '../support/mounts.js';
import { openRaw, postText } from '../support/raw-http.js';
import { requestText } from '../support/requests.js';
import { closeServed, serveApp } from '../support/served.js';

const move = postText('/greedy/move', requestText('standard-move-7'));
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));

async function fault(opening: Promise<unknown>): Promise<string> {
  try {
    await opening;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('did listen');
}

describe('listen', () => {
  afterEach(closeServed);

  it('reports a port in use in one sentence', async () => {
    const { port } = await serveApp();
    expect(await fault(serveApp({}, { port }))).to.equal(
      `snakes.yaml port ${port} on 127.0.0.1 is in use. Is another Serpentarium still running?`,
    );
  });

  it('reports an address of another machine', async () => {
    expect(await fault(serveApp({}, { host: '192.0.2.1' }))).to.equal(
      'snakes.yaml host "192.0.2.1" is not an address of this machine. Did you mean "0.0.0.0"?',
    );
  });

  it('reports a host name that cannot be resolved', async () => {
    expect(await fault(serveApp({}, { host: 'no such host' }))).to.match(
      /^snakes.yaml host "no such host" cannot be resolved/,
    );
  });

  it('listens on IPv6', async function () {
    if (!hasIpv6) this.skip();
    const { port, address } = await serveApp({}, { host: '::1' });
    expect(address.family).to.equal('IPv6');
    expect((await fetch(`http://[::1]:${port}/greedy`)).status).to.equal(200);
  });

  it('keeps idle connections longer than engines do', async () => {
    const { port } = await serveApp();
    const raw = await openRaw(port);
    raw.send(move);
    expect(await raw.until('{"move":"up"}')).to.include('Keep-Alive: timeout=120');
  });

  it('closes idle connections after a shorter keep-alive', async () => {
    const { port } = await serveApp({}, { keepAlive: 20 });
    const raw = await openRaw(port);
    raw.send(move);
    expect(await raw.closed()).to.include('{"move":"up"}');
  });
});

describe('drain', () => {
  afterEach(closeServed);

  it('closes the connection with each response, to new requests and to open ones', async () => {
    const { mount, asked, release } = createHeldMount();
    const { port, drain } = await serveApp({ mounts: [mount] });
    const [idle, busy] = [await openRaw(port), await openRaw(port)];
    idle.send('GET /greedy HTTP/1.1\r\nHost: test\r\n\r\n');
    expect(await idle.until('apiversion')).to.include('Connection: keep-alive');
    busy.send(move);
    await asked;
    drain();
    release();
    expect(await busy.closed())
      .to.include('Connection: close')
      .and.include('{"move":"up"}');
    idle.send('GET /greedy HTTP/1.1\r\nHost: test\r\n\r\n');
    expect((await idle.closed()).match(/Connection: .*/g)).to.deep.equal([
      'Connection: keep-alive',
      'Connection: close',
    ]);
    const late = await openRaw(port);
    late.send(move);
    expect(await late.closed())
      .to.include('Connection: close')
      .and.include('{"move":"up"}');
  });

  it('closes the connection with refusals too', async () => {
    const { url, drain } = await serveApp();
    drain();
    const response = await fetch(`${url}/nowhere`);
    expect([response.status, response.headers.get('connection')]).to.deep.equal([404, 'close']);
  });
});

describe('close', () => {
  afterEach(closeServed);

  it('answers open requests, closes idle and silent connections, and accepts no new ones', async () => {
    const { mount, asked, release } = createHeldMount();
    const { port, close } = await serveApp({ mounts: [mount] });
    const [idle, mute, busy] = [await openRaw(port), await openRaw(port), await openRaw(port)];
    idle.send('GET /greedy HTTP/1.1\r\nHost: test\r\n\r\n');
    await idle.until('apiversion');
    busy.send(move);
    await asked;
    const closing = close(60_000);
    await idle.closed();
    expect(await mute.closed()).to.equal('');
    const refused = connect(port, '127.0.0.1');
    expect(await new Promise((resolve) => void refused.once('error', resolve))).to.include({ code: 'ECONNREFUSED' });
    release();
    expect(await busy.closed())
      .to.include('Connection: close')
      .and.include('{"move":"up"}');
    await closing;
  });

  it('answers the first request of a new connection', async () => {
    const { port, close } = await serveApp();
    const [fresh, later] = [await openRaw(port), await openRaw(port)];
    later.send('GET /greedy HTTP/1.1\r\nHost: test\r\n\r\n');
    // Connections are taken in their order, so that the first one is there too.
    await later.until('apiversion');
    const closing = close(60_000);
    fresh.send(move);
    expect(await fresh.closed())
      .to.include('Connection: close')
      .and.include('{"move":"up"}');
    await closing;
  });

  it('cuts off open requests after the grace period', async () => {
    const { mount, asked } = createHeldMount();
    const { port, close } = await serveApp({ mounts: [mount] });
    const [busy, half] = [await openRaw(port), await openRaw(port)];
    half.send(move.slice(0, 300));
    busy.send(move);
    await asked;
    await close(20);
    expect(await busy.closed()).to.equal('');
    expect(await half.closed()).to.equal('');
  });

  it('resolves for every caller, even after it has closed', async () => {
    const { close } = await serveApp();
    const closed = [close(0), close(0)];
    expect(await Promise.all([...closed, close(0)])).to.deep.equal([undefined, undefined, undefined]);
    expect(await close(0), 'after the end').to.equal(undefined);
  });
});
