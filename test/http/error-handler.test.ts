import { expect } from 'chai';
import { ClientAddresses } from '../../src/http/limits/client-address.js';
import { JournalUnavailable } from '../../src/journal/is-unavailable.js';
import { createMount } from '../support/mounts.js';
import { refusalOf } from '../support/errors.js';
import { exchangeRaw } from '../support/raw-http.js';
import { requestText } from '../support/requests.js';
import { closeServed, createLog, serveAdmin, serveApp } from '../support/served.js';

describe('a bug of the host', () => {
  afterEach(closeServed);

  for (const bug of [new TypeError('secret detail'), 'a string', undefined, null]) {
    it(`is answered with a bare 500, logged and reported: ${bug instanceof Error ? 'an error' : String(bug)}`, async () => {
      const mount = createMount('/greedy', { answer: () => Promise.reject(bug) });
      const { url, bugs, lines } = await serveApp({ mounts: [mount] });
      const response = await fetch(`${url}/greedy/move`, { method: 'POST', body: requestText('standard-move-7') });
      expect(response.status).to.equal(500);
      expect(await refusalOf(response)).to.deep.equal({
        code: 'internal',
        message: 'internal error of the host; its log shows the cause',
      });
      expect(bugs).to.deep.equal([bug]);
      const errors = lines.filter(({ level }) => level === 50);
      expect(errors).to.have.length(1);
      if (bug instanceof Error)
        expect(JSON.stringify(errors)).to.include('secret detail').and.include('error-handler.test');
    });
  }
});

describe('a refused request', () => {
  afterEach(closeServed);

  it('is logged at info with its reason and without its body', async () => {
    const { url, lines } = await serveApp();
    await fetch(`${url}/greedy/move?token=x`, { method: 'POST', body: '{"secret":' });
    const refused = lines.find(({ level }) => level === 30);
    expect(refused).to.deep.include({
      msg: 'request refused',
      method: 'POST',
      url: '/greedy/move',
      status: 400,
      code: 'invalid_json',
      address: '127.0.0.1',
    });
    expect(JSON.stringify(lines)).to.not.include('secret');
  });

  it('is logged with the address of the client, behind a proxy that is trusted', async () => {
    const { url, lines } = await serveApp({ addresses: new ClientAddresses(['127.0.0.1']) });
    await fetch(`${url}/nothing`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(lines.find(({ msg }) => msg === 'request refused')).to.include({ address: '203.0.113.9' });
  });

  it('is a page for a browser, in which nothing of what was asked for is HTML', async () => {
    const { url } = await serveApp();
    const ask = (accept: string, method = 'GET') => fetch(`${url}/a<b>&`, { method, headers: { accept } });
    const response = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([response.status, response.headers.get('vary')]).to.deep.equal([404, 'Accept']);
    expect(response.headers.get('content-security-policy')).to.include("default-src 'none'");
    const page = await response.text();
    expect(page).to.match(/^<!doctype html>[^]*<h1>404<\/h1>/);
    expect(page).not.to.include('<b>');
    for (const json of [await ask('*/*'), await ask('text/event-stream'), await ask('text/html', 'PUT')])
      expect(json.headers.get('content-type')).to.match(/^application\/json/);
  });

  it('is answered with 503 while the journal cannot be read', async () => {
    const { url, bugs } = await serveAdmin({
      extend: (router) => void router.get('/api/report', () => Promise.reject(new JournalUnavailable('it is closed'))),
    });
    const response = await fetch(`${url}/api/report`);
    expect(response.status).to.equal(503);
    expect(await refusalOf(response)).to.deep.equal({
      code: 'journal_unavailable',
      message: 'the journal cannot be read: it is closed',
    });
    expect(bugs).to.deep.equal([]);
  });

  it('shortens a long URL', async () => {
    const { port, lines } = await serveApp();
    const text = `GET /${'x'.repeat(10_000)} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
    expect((await exchangeRaw(port, text)).length).to.be.below(1000);
    expect(JSON.stringify(lines.filter(({ level }) => level === 30)).length).to.be.below(1000);
  });

  it('is logged ten times a minute for an address, and counted always', async () => {
    const counted: string[] = [];
    const { url, lines } = await serveApp({ onRefused: (status) => void counted.push(status) });
    for (let count = 0; count < 15; count++) await (await fetch(`${url}/nowhere`)).text();
    expect(lines.filter(({ msg }) => msg === 'request refused')).to.have.lengthOf(10);
    expect(counted).to.deep.equal(Array.from({ length: 15 }, () => '404'));
  });
});

describe('access log', () => {
  afterEach(closeServed);

  it('writes a line for each request with its outcome', async () => {
    const { url, logged } = await serveApp();
    await (await fetch(`${url}/greedy/move`, { method: 'POST', body: requestText('standard-move-7') })).text();
    const line = await logged('request');
    expect(line).to.include({ level: 20, method: 'POST', url: '/greedy/move', status: 200, snake: '/greedy' });
    expect(line['took']).to.be.a('number').within(0, 20_000);
  });

  it('shows the status of a refused request', async () => {
    const { url, logged } = await serveApp();
    await (await fetch(`${url}/nowhere`)).text();
    expect(await logged('request'))
      .to.include({ status: 404 })
      .and.to.not.have.property('snake');
  });

  it('is silent above debug', async () => {
    const { log, lines } = createLog('info');
    const { url } = await serveApp({ log });
    await (await fetch(`${url}/greedy`)).text();
    expect(lines).to.deep.equal([]);
  });
});
