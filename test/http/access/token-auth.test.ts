import { expect } from 'chai';
import { ClientAddresses } from '../../../src/http/limits/client-address.js';
import { refusalOf } from '../../support/errors.js';
import { closeServed, serveAdmin } from '../../support/served.js';

const TOKEN = 'open: sesame';
const bearer = (token: string) => `Bearer ${token}`;
const basic = (token: string, user = 'anybody') => `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;

describe('an admin port with a token', () => {
  let url: string;
  let lines: readonly { readonly msg?: unknown }[];
  beforeEach(async () => {
    ({ url, lines } = await serveAdmin({
      token: TOKEN,
      extend: (router) => {
        router.get('/api/games', (ctx) => void (ctx.body = {}));
        router.post('/reload', (ctx) => void (ctx.body = {}));
      },
    }));
  });
  afterEach(closeServed);

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, { method, headers });
  const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
  const sends = (authorization: string) => statusOf('/snakes', { authorization });
  const sendsFrom = (client: string, authorization: string) =>
    statusOf('/snakes', { 'x-forwarded-for': client, authorization });

  it('requires it for everything except health', async () => {
    for (const path of ['/', '/snakes', '/metrics', '/api/games', '/assets/app.js', '/nowhere'])
      expect(await statusOf(path), path).to.equal(401);
    for (const path of ['/healthz', '/readyz']) expect(await statusOf(path), path).to.equal(200);
  });

  it('takes it from programs as Bearer, and from browsers as a password of any user', async () => {
    for (const right of [bearer(TOKEN), `bearer ${TOKEN}`, basic(TOKEN), basic(TOKEN, ''), basic(TOKEN, 'Zoë')])
      expect(await sends(right), right).to.equal(200);
    const plain = Buffer.from(TOKEN).toString('base64');
    for (const wrong of ['Basic', 'Bearer', TOKEN, `Basic ${plain}`, `Digest ${TOKEN}`, basic('', TOKEN), basic('x')])
      expect(await sends(wrong), wrong).to.equal(401);
  });

  it('has a browser ask for it, and reports that it is missing or wrong', async () => {
    const missing = await ask('/metrics');
    expect(missing.headers.get('www-authenticate')).to.equal(
      'Basic realm="serpentarium: the token is the password, with any name", charset="UTF-8", Bearer',
    );
    expect(await refusalOf(missing)).to.deep.equal({
      code: 'unauthorized',
      message:
        'this needs the token of "server.admin". ' +
        'Send it as the password with any user name, or as "Authorization: Bearer …".',
    });
    for (const wrong of [bearer('x'), basic('x')])
      expect((await refusalOf(await ask('/metrics', { authorization: wrong }))).message).to.equal(
        'this needs the token of "server.admin". The token sent is not the configured one.',
      );
  });

  it('takes few wrong ones, however they are sent, and any number of right ones', async () => {
    for (let attempt = 0; attempt < 20; attempt++) expect(await sends(bearer(TOKEN))).to.equal(200);
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await sends(attempt % 2 === 0 ? bearer('x') : basic('x')), `${attempt}`).to.equal(401);
    // A right guess must not show either.
    for (const right of [bearer(TOKEN), basic(TOKEN)]) {
      const late = await ask('/snakes', { authorization: right });
      expect([late.status, late.headers.get('retry-after')]).to.deep.equal([429, '6']);
    }
    const locked = lines.filter(({ msg }) => msg === 'too many wrong tokens: address locked out');
    expect(locked).to.have.lengthOf(1);
    expect(locked[0]).to.include({ level: 40, address: '127.0.0.1' });
  });

  it('logs who has changed something, and nothing of who has only read', async () => {
    await ask('/reload', { authorization: bearer(TOKEN) }, 'POST');
    await ask('/snakes', { authorization: bearer(TOKEN) });
    await ask('/reload', { authorization: bearer('x') }, 'POST');
    const actions = lines.filter(({ msg }) => msg === 'admin action');
    expect(actions).to.have.lengthOf(1);
    expect(actions[0]).to.include({ method: 'POST', path: '/reload', status: 200, address: '127.0.0.1' });
  });

  it('counts no request without a token as a wrong one: a browser sends some before it asks', async () => {
    for (let attempt = 0; attempt < 20; attempt++) await ask('/snakes');
    expect(await sends(basic(TOKEN))).to.equal(200);
  });

  it('counts wrong tokens for each client behind a trusted proxy', async () => {
    ({ url } = await serveAdmin({ token: TOKEN, addresses: new ClientAddresses(['127.0.0.1']) }));
    for (let attempt = 0; attempt < 12; attempt++) await sendsFrom('192.0.2.7', basic('x'));
    expect(await sendsFrom('192.0.2.7', basic(TOKEN))).to.equal(429);
    expect(await sendsFrom('192.0.2.8', basic(TOKEN))).to.equal(200);
  });

  it('takes nothing from the page of another site, to which a browser adds the password', async () => {
    const authorization = basic(TOKEN);
    for (const origin of ['https://evil.example', 'null', url.replace('127.0.0.1', 'localhost')]) {
      expect(await statusOf('/reload', { authorization, origin }, 'POST'), origin).to.equal(403);
      expect(await statusOf('/api/games', { authorization, origin }), origin).to.equal(403);
    }
    expect(await statusOf('/reload', { authorization, 'sec-fetch-site': 'cross-site' }, 'POST')).to.equal(403);
    expect(await statusOf('/reload', { authorization, origin: url }, 'POST')).to.equal(200);
    expect(await statusOf('/api/games', { authorization, origin: url })).to.equal(200);
    // A link on another site.
    expect(await statusOf('/api/games', { authorization, 'sec-fetch-site': 'cross-site' })).to.equal(200);
    // Its own page behind a proxy that names another host.
    const proxied = { origin: 'https://snakes.example', 'sec-fetch-site': 'same-origin' };
    expect(await statusOf('/reload', { authorization, ...proxied }, 'POST')).to.equal(200);
  });

  it('takes it from programs, which name no site, as a password or as Bearer', async () => {
    for (const authorization of [basic(TOKEN), bearer(TOKEN)])
      expect(await statusOf('/reload', { authorization }, 'POST')).to.equal(200);
  });
});
