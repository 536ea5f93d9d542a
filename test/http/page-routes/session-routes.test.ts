import { expect } from 'chai';
import type { SessionState } from '../../../src/page/api/session.js';
import { ClientAddresses } from '../../../src/http/limits/client-address.js';
import { refusalOf } from '../../support/errors.js';
import { closeServed, serveAdmin } from '../../support/served.js';

const TOKEN = 'open-sesame';
const FROM_ONE = { 'x-forwarded-for': '192.0.2.7' };
const FROM_ANOTHER = { 'x-forwarded-for': '192.0.2.8' };

/** Asks as a program does, with the token in a header. */
function send(url: string, token: string): Promise<Response> {
  return fetch(`${url}/snakes`, { headers: { authorization: `Bearer ${token}` } });
}

describe('the login of the page', () => {
  let url: string;
  beforeEach(async () => void ({ url } = await serveAdmin({ token: TOKEN, journal: () => 'working' })));
  afterEach(closeServed);

  const logIn = (token: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify({ token }),
    });
  const stateFor = async (cookie: string) =>
    (await (await fetch(`${url}/api/session`, { headers: { cookie } })).json()) as SessionState;

  it('gives a cookie for the token, which opens what the token opens, until the browser logs out', async () => {
    expect((await stateFor('')).access).to.equal('login');
    const response = await logIn(TOKEN);
    expect(((await response.json()) as SessionState).access).to.equal('loggedIn');
    const cookie = response.headers.get('set-cookie')!;
    expect(cookie).to.match(/^serpentarium=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.to.include(TOKEN);
    const sent = cookie.split(';')[0]!;
    expect((await stateFor(sent)).access).to.equal('loggedIn');
    expect((await fetch(`${url}/snakes`, { headers: { cookie: `other=1; ${sent}` } })).status).to.equal(200);
    expect((await fetch(`${url}/snakes`, { headers: { cookie: sent.slice(0, -1) } })).status).to.equal(401);
    const out = await fetch(`${url}/api/session`, { method: 'DELETE', headers: { cookie: sent, origin: url } });
    expect(out.headers.get('set-cookie')).to.match(/^serpentarium=; Path=\/; Max-Age=0/);
    expect((await fetch(`${url}/snakes`, { headers: { cookie: sent } })).status).to.equal(401);
  });

  it('says that a token is wrong, and takes few of them', async () => {
    const wrong = await logIn('open-sesam');
    expect([wrong.status, await refusalOf(wrong), wrong.headers.get('set-cookie')]).to.deep.equal([
      401,
      { code: 'wrong_token', message: 'This is not the token of this host.' },
      null,
    ]);
    expect((await logIn(7)).status).to.equal(400);
    for (let attempt = 1; attempt < 10; attempt++) expect((await logIn('x')).status, `${attempt}`).to.equal(401);
    // A right guess must not show either, whichever way it is sent.
    const late = await logIn(TOKEN);
    expect([late.status, late.headers.get('retry-after')]).to.deep.equal([429, '6']);
    expect((await send(url, TOKEN)).status).to.equal(429);
  });

  it('takes few wrong tokens in headers, and any number of right ones', async () => {
    for (let attempt = 0; attempt < 20; attempt++) expect((await send(url, TOKEN)).status).to.equal(200);
    for (let attempt = 0; attempt < 10; attempt++) expect((await send(url, 'x')).status, `${attempt}`).to.equal(401);
    expect((await send(url, TOKEN)).status).to.equal(429);
    expect((await logIn(TOKEN)).status).to.equal(429);
  });

  it('counts the wrong tokens of each client behind a trusted proxy by itself', async () => {
    ({ url } = await serveAdmin({ token: TOKEN, addresses: new ClientAddresses(['127.0.0.1']) }));
    for (let attempt = 0; attempt < 12; attempt++) await logIn('x', FROM_ONE);
    expect((await logIn(TOKEN, FROM_ONE)).status).to.equal(429);
    expect((await logIn(TOKEN, FROM_ANOTHER)).status).to.equal(200);
  });

  it('takes nothing from the page of another site, with or without a session', async () => {
    for (const origin of ['https://evil.example', 'null', '']) {
      expect((await logIn(TOKEN, { origin })).status, origin).to.equal(403);
    }
    const cookie = (await logIn(TOKEN)).headers.get('set-cookie')!.split(';')[0]!;
    const post = (headers: Record<string, string>) => fetch(`${url}/nothing`, { method: 'POST', headers });
    expect((await post({ cookie, origin: 'https://evil.example' })).status).to.equal(403);
    expect((await post({ cookie })).status).to.equal(403);
    expect((await post({ cookie, origin: url })).status).to.equal(404);
    expect((await post({ authorization: `Bearer ${TOKEN}` })).status).to.equal(404);
  });

  it('marks its cookie as secure behind a proxy with HTTPS', async () => {
    expect((await logIn(TOKEN, { 'x-forwarded-proto': 'https' })).headers.get('set-cookie')).to.match(/; Secure$/);
  });

  it('is not needed where no token is asked for', async () => {
    const open = await serveAdmin();
    expect(await (await fetch(`${open.url}/api/session`)).json()).to.include({
      page: 'admin',
      access: 'open',
      hasJournal: false,
    });
    expect((await fetch(`${open.url}/api/session`, { method: 'POST' })).status).to.equal(405);
  });
});
