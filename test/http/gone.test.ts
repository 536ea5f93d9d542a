import { expect } from 'chai';
import type { Answer } from '../../src/wire/responses.js';
import { createHeldMount, createMount } from '../support/mounts.js';
import { openRaw, postText } from '../support/raw-http.js';
import { requestText } from '../support/requests.js';
import { closeServed, serveApp } from '../support/served.js';
import { soon, until } from '../support/soon.js';

const text = postText('/greedy/move', requestText('standard-move-7'));

describe('a client of a snake', () => {
  afterEach(closeServed);

  it('that closes its connection before the answer is reported as gone', async () => {
    const mount = createMount('/greedy', { answer: () => new Promise<Answer>(() => {}) });
    const { port } = await serveApp({ mounts: [mount] });
    const connection = await openRaw(port);
    connection.send(text);
    await until(() => mount.calls.length === 1);
    const gone = new Promise<void>((resolve) => mount.calls[0]!.arrival.onGone!(resolve));
    connection.socket.resetAndDestroy();
    await soon(gone, () => 'a report that the client has disconnected');
  });

  it('that closes its connection after the answer is not', async () => {
    const mount = createMount('/greedy');
    const { port } = await serveApp({ mounts: [mount] });
    const connection = await openRaw(port);
    connection.send(text);
    await until(() => mount.calls.length === 1);
    let isGone = false;
    mount.calls[0]!.arrival.onGone!(() => (isGone = true));
    await connection.until('"up"');
    connection.socket.resetAndDestroy();
    await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(isGone).to.equal(false);
  });

  it('that closes its side while its answer is worked out is not, and gets the answer', async () => {
    const { mount, release } = createHeldMount();
    const { port } = await serveApp({ mounts: [mount] });
    const connection = await openRaw(port);
    connection.send(text);
    await until(() => mount.calls.length === 1);
    let isGone = false;
    mount.calls[0]!.arrival.onGone!(() => (isGone = true));
    connection.socket.end();
    await fetch(`http://127.0.0.1:${port}/healthz`);
    await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(isGone).to.equal(false);
    release();
    await connection.until('"up"');
    expect(isGone).to.equal(false);
  });
});
