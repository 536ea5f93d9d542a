import { expect } from 'chai';
import { parseRefusal } from '../support/errors.js';
import { createHeldMount } from '../support/mounts.js';
import { openRaw, postText, type RawConnection } from '../support/raw-http.js';
import { requestText } from '../support/requests.js';
import { closeServed, serveApp } from '../support/served.js';

const move = postText('/greedy/move', requestText('standard-move-7'));
const isLinux = process.platform === 'linux';

/** Asks for a move and waits for it. `count`: how many answers the connection then had. */
async function ask(raw: RawConnection, count = 1): Promise<void> {
  raw.send(move);
  await raw.until(new RegExp(`(\\{"move":"up"\\}[^]*){${count}}`));
}

function createListener() {
  const reported: string[] = [];
  return {
    reported,
    limited: (limit: string, address: string) => void reported.push(`${limit} ${address}`),
    evicted: (address: string) => void reported.push(`evicted ${address}`),
    unnamedProxy() {},
  };
}

describe('at the limit of connections', () => {
  afterEach(closeServed);

  it('the one that was idle for the longest time is closed for a new one', async () => {
    const listener = createListener();
    const { port } = await serveApp({}, { connections: { maxConnections: 2, listener } });
    const [first, second] = [await openRaw(port), await openRaw(port)];
    await ask(first);
    await ask(second);
    await ask(first, 2);
    const third = await openRaw(port);
    await ask(third);
    await second.closed();
    await ask(first, 3);
    expect(listener.reported).to.deep.equal(['evicted 127.0.0.1']);
  });

  it('one that has never sent anything is closed', async () => {
    const { port } = await serveApp({}, { connections: { maxConnections: 1 } });
    const silent = await openRaw(port);
    await ask(await openRaw(port));
    expect(await silent.closed()).to.equal('');
  });

  it('an unfinished request is cut off if no connection is idle', async () => {
    const listener = createListener();
    const { port } = await serveApp({}, { connections: { maxConnections: 1, listener } });
    const slow = await openRaw(port);
    slow.send('POST /greedy/move HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n');
    await slow.until('100 Continue');
    await ask(await openRaw(port));
    expect(await slow.closed()).to.include('429 Too Many Requests');
    expect(listener.reported).to.deep.equal(['connections 127.0.0.1']);
  });

  it('a new one is refused with 429 if all others are being answered', async () => {
    const { mount, asked, release } = createHeldMount();
    const listener = createListener();
    const { port } = await serveApp({ mounts: [mount] }, { connections: { maxConnections: 1, listener } });
    const busy = await openRaw(port);
    busy.send(move);
    await asked;
    const answer = await (await openRaw(port)).closed();
    expect(answer).to.include('HTTP/1.1 429 Too Many Requests').and.include('Retry-After: 1');
    expect(parseRefusal(answer).code).to.equal('too_many_connections');
    release();
    await busy.until('{"move":"up"}');
    expect(listener.reported).to.deep.equal(['connections 127.0.0.1']);
  });

  it('of one address, others are not touched', async function () {
    if (!isLinux) this.skip();
    const { port } = await serveApp({}, { connections: { perAddress: 1 } });
    const other = await openRaw(port, '127.0.0.2');
    const first = await openRaw(port);
    const second = await openRaw(port);
    await first.closed();
    await ask(other);
    await ask(second);
  });

  it('of one address, exempt ones are not held back', async () => {
    const { port } = await serveApp({}, { connections: { perAddress: 1, isExempt: () => true } });
    const [first, second] = [await openRaw(port), await openRaw(port)];
    await ask(first);
    await ask(second);
  });

  it('idle connections of strangers, however many, shut nobody out', async () => {
    const { port } = await serveApp({}, { connections: { maxConnections: 50 } });
    const engine = await openRaw(port);
    for (let turn = 1; turn <= 20; turn++) {
      for (let stranger = 0; stranger < 10; stranger++)
        (await openRaw(port)).send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await ask(engine, turn);
    }
    await ask(await openRaw(port));
  });

  it('headers that do not arrive in full count as unfinished requests, and the newest are cut off', async () => {
    const listener = createListener();
    const { port } = await serveApp({}, { connections: { unfinished: 2, listener } });
    const silent = await openRaw(port);
    const played = await openRaw(port);
    await ask(played);
    const slow = [await openRaw(port), await openRaw(port), await openRaw(port)];
    for (const connection of slow) connection.send('POST /greedy/move HTTP/1.1\r\nHost: te');
    expect(await slow[2]!.closed())
      .to.include('429 Too Many Requests')
      .and.include('unfinished');
    expect(listener.reported).to.deep.equal(['unfinished 127.0.0.1']);
    slow[0]!.send(`st\r\n${move.slice(move.indexOf('\r\n', move.indexOf('Host:')) + 2)}`);
    await slow[0]!.until('"up"');
    await ask(played, 2);
    await ask(silent);
  });
});
