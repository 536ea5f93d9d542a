/** The admin app below a path of the public port. */
import { expect } from 'chai';
import { ClientAddresses } from '../../src/http/limits/client-address.js';
import { RequestLimits, silentLimitListener } from '../../src/http/limits/request-limits.js';
import { createKoa } from '../../src/http/error-handler.js';
import { exchangeRaw } from '../support/raw-http.js';
import { closeServed, createLog, serveApp } from '../support/served.js';

describe('the admin app below a path', () => {
  afterEach(closeServed);

  it('sees the rest of the path, also of an absolute URL', async () => {
    const { url, port } = await serve(100);
    for (const [path, seen] of [
      ['/admin', '/'],
      ['/admin/a?b=c', '/a?b=c'],
      ['/admin?b', '/?b'],
    ] as const)
      expect(await (await fetch(url + path)).text()).to.equal(`${seen}\n`);
    const text = `GET http://x/admin/a?b=c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await exchangeRaw(port, text)).to.match(/\/a\?b=c\n$/);
  });

  it('is within the limits of an address', async () => {
    const { url } = await serve(5);
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await fetch(`${url}/admin/a`, { headers })).status),
    );
    expect(statuses.filter((status) => status === 429).length).to.be.at.least(15);
    expect(statuses.filter((status) => status === 200).length).to.be.at.least(5);
  });
});

function serve(requests: number) {
  const app = createKoa({ log: createLog().log, onBug: () => undefined });
  app.use((ctx) => void (ctx.body = `${ctx.url}\n`));
  const perAddress = { connections: 100, requests, unfinished: 100, newGames: 100 };
  const limits = new RequestLimits(perAddress, new ClientAddresses(['127.0.0.1']), silentLimitListener);
  return serveApp({ below: [{ path: '/admin', app }], limits }, { limits });
}
