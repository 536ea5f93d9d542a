import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import type { Answer } from '../../../src/wire/responses.js';
import { createGate } from '../../support/gate.js';
import { createMount } from '../../support/mounts.js';
import { openRaw, postText } from '../../support/raw-http.js';
import { requestText } from '../../support/requests.js';
import { closeServed, serveApp } from '../../support/served.js';
import { until } from '../../support/soon.js';

const move = postText('/greedy/move', requestText('standard-move-7'));
const last = postText('/greedy/move', requestText('standard-move-7'), ['Connection: close']);

/** A snake that answers when the test lets it, and the number of answers that requests wait for. */
function heldMount() {
  const held = createGate();
  const state = { asked: 0, open: 0, most: 0 };
  const answer = async (): Promise<Answer> => {
    state.asked++;
    state.most = Math.max(state.most, ++state.open);
    await held.promise;
    state.open--;
    return { kind: 'moved', move: 'up', took: 1 };
  };
  return { held, state, mount: createMount('/greedy', { answer }) };
}

describe('requests that come faster than they are answered', () => {
  afterEach(closeServed);

  it('are worked on four at a time, and all are answered in their order', async () => {
    const { held, state, mount } = heldMount();
    const { port } = await serveApp({ mounts: [mount] });
    const raw = await openRaw(port);
    raw.send(`${move.repeat(11)}GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n${last}`);
    await until(() => state.asked >= 4);
    // A request of another connection passes through the same loop after them.
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).to.equal(200);
    expect(state.asked).to.equal(4);
    held.resolve();
    const answers = (await raw.closed()).match(/"move"|"status"/g);
    expect(answers).to.deep.equal([...Array.from({ length: 11 }, () => '"move"'), '"status"', '"move"']);
    expect(state).to.deep.equal({ asked: 12, open: 0, most: 4 });
  });

  it('are no more than four of one read, even if each is answered before the next is parsed', async () => {
    const mount = createMount('/greedy');
    const { port } = await serveApp({ mounts: [mount] });
    const raw = await openRaw(port);
    const asked = new Promise<number>((resolve) => {
      const { isPlaying } = mount;
      mount.isPlaying = (request) => {
        if (mount.calls.length === 0) setImmediate(() => resolve(mount.calls.length));
        return isPlaying(request);
      };
    });
    raw.send(move.repeat(9) + last);
    expect(await asked).to.be.at.most(4);
    expect((await raw.closed()).match(/\{"move":"up"\}/g)).to.have.lengthOf(10);
  });

  it('are not read on: what one read holds is not even parsed', async () => {
    const { held, state, mount } = heldMount();
    const { port } = await serveApp({ mounts: [mount] });
    const raw = await openRaw(port);
    raw.send(`${move.repeat(5)}this is no HTTP\r\n\r\n`);
    await until(() => state.asked >= 4);
    held.resolve();
    const received = await raw.closed();
    expect(received.match(/HTTP\/1\.1 \d+/g)!.slice(0, 4)).to.deep.equal(
      Array.from({ length: 4 }, () => 'HTTP/1.1 200'),
    );
  });

  it('are read in one piece wherever the network cuts them', async () => {
    const { port } = await serveApp();
    const raw = await openRaw(port);
    raw.socket.setNoDelay(true);
    const text = move.repeat(9) + last;
    for (let at = 0; at < text.length; at += 997) {
      raw.send(text.slice(at, at + 997));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await raw.closed()).match(/\{"move":"up"\}/g)).to.have.lengthOf(10);
  });

  it('wait at the client if it sends without end', async () => {
    const { port } = await serveApp();
    const raw = await openRaw(port);
    let served: Socket | undefined;
    const note = (message: unknown) => {
      const { socket } = message as { readonly socket: Socket };
      if (socket.remotePort === raw.socket.localPort) served = socket;
    };
    subscribe('http.server.request.start', note);
    const looks = 'GET /greedy HTTP/1.1\r\nHost: test\r\n\r\n';
    let answers = 0;
    raw.socket.on('data', (text: string) => (answers += text.split('HTTP/1.1 200').length - 1));
    const send = () => {
      while (raw.socket.write(looks.repeat(1000)));
    };
    raw.socket.on('drain', send);
    send();
    await until(() => answers >= 80);
    unsubscribe('http.server.request.start', note);
    expect(served!.readableLength).to.be.within(1, 400_000);
    raw.socket.destroy();
  });

  it('are counted, and dropped once their client has disconnected', async () => {
    const { held, state, mount } = heldMount();
    const reported: string[] = [];
    const listener = {
      limited: (limit: string, address: string) => void reported.push(`${limit} ${address}`),
      evicted() {},
      unnamedProxy() {},
    };
    const { port } = await serveApp({ mounts: [mount] }, { connections: { listener } });
    const raw = await openRaw(port);
    raw.send(move.repeat(6));
    await until(() => state.asked >= 4);
    expect(reported).to.deep.equal(['pipelined 127.0.0.1']);
    const gone = new Promise<void>((resolve) => mount.calls[0]!.arrival.onGone!(resolve));
    raw.socket.resetAndDestroy();
    await gone;
    held.resolve();
    const other = await openRaw(port);
    other.send(move.repeat(5) + last);
    expect((await other.closed()).match(/\{"move":"up"\}/g)).to.have.lengthOf(6);
    expect(state.asked).to.equal(4 + 6);
  });

  it('may ask for an upgrade: that waits for the answers, too', async () => {
    for (const hasSockets of [true, false]) {
      for (const upgrade of ['websocket', 'h2c']) {
        const { held, state, mount } = heldMount();
        const { port } = await serveApp({ mounts: [mount] }, { hasSockets });
        const raw = await openRaw(port);
        raw.send(`${move}GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`);
        await until(() => state.asked === 1);
        held.resolve();
        const received = await raw.until('"not_found"');
        expect(received.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 404']);
        raw.socket.destroy();
      }
    }
  });
});
