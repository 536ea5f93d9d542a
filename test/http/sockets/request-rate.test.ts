import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { ClientAddresses } from '../../../src/http/limits/client-address.js';
import { RequestRate } from '../../../src/http/sockets/request-rate.js';
import { parseRefusal } from '../../support/errors.js';
import { closeServed, serveApp } from '../../support/served.js';
import { until } from '../../support/soon.js';

function createRate(perAddress: number, trusted = ['127.0.0.1']) {
  const reported: string[] = [];
  const listener = {
    limited: (limit: string, address: string) => void reported.push(`${limit} ${address}`),
    evicted() {},
  };
  return { rate: new RequestRate({ perAddress, addresses: new ClientAddresses(trusted), listener }), reported };
}

/** Asks from an address as a proxy of this machine would; from this machine itself without one. */
function ask(url: string, from?: string): Promise<Response> {
  return fetch(`${url}/greedy`, from === undefined ? {} : { headers: { 'x-forwarded-for': from } });
}

function forwarded(address: string): IncomingMessage {
  const headers = { 'x-forwarded-for': address };
  return { socket: { remoteAddress: '127.0.0.1' }, headers } as unknown as IncomingMessage;
}

describe('the requests of an address within a second', () => {
  afterEach(closeServed);

  it('are refused beyond the limit, when the second is over, and others go on', async () => {
    const { rate, reported } = createRate(3);
    const { url } = await serveApp({}, { rate });
    let refused: Response | undefined;
    // A second may end in the middle of them.
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask(url, '192.0.2.7')));
      refused = answers.find(({ status }) => status === 429);
      return refused !== undefined;
    });
    expect(refused!.headers.get('retry-after')).to.equal('1');
    expect(parseRefusal(await refused!.text())).to.deep.equal({
      code: 'too_many_requests',
      message: 'more than 3 requests a second from one address',
    });
    expect(new Set(reported)).to.deep.equal(new Set(['requests 192.0.2.7']));
    expect((await ask(url, '192.0.2.8')).status).to.equal(200);
  });

  it('are refused at the latest at twice the limit, and never below it, whatever others send', () => {
    const { rate, reported } = createRate(3);
    const admitted = (address: string) => rate.admits(forwarded(address), {} as never);
    for (let count = 0; count < 9; count++) admitted('192.0.2.7');
    for (let count = 0; count < 3; count++) expect(admitted('192.0.2.8')).to.equal(true);
    expect(reported).to.deep.equal(Array.from({ length: 3 }, () => 'requests 192.0.2.7'));
  });

  it('are not limited on this machine', async () => {
    const { rate, reported } = createRate(1, []);
    const { url } = await serveApp({}, { rate });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(url)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 6 }, () => 200));
    expect(reported).to.deep.equal([]);
  });
});
