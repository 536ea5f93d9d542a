import { expect } from 'chai';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send, Webhook, type WebhookOptions } from '../../src/alerts/webhook.js';
import { until } from '../support/soon.js';

/** Makes the current attempt time out. The server aborts it: the clock could end it before it arrives. */
let late = new AbortController();
const startTimer = () => (late = new AbortController()).signal;
const closers: (() => void)[] = [];

/** A webhook on a real port. `answers` says what it does with each request in turn; the last is repeated. */
async function serveHook(...answers: (number | 'hang' | 'cut')[]) {
  const bodies: string[] = [];
  const paths: string[] = [];
  const answer = (response: ServerResponse) => {
    const next = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (next === 'cut') response.destroy();
    else if (next === 'hang') late.abort();
    else response.writeHead(next, { Location: '/elsewhere' }).end('{}');
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      bodies.push(body);
      paths.push(request.url!);
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/secret-path?token=secret`, host: `127.0.0.1:${port}`, bodies, paths };
}

function createWebhook(url: string, more: Partial<WebhookOptions> = {}) {
  const log: string[] = [];
  const listener = {
    delivered: (host: string) => void log.push(`delivered ${host}`),
    failed: (host: string, reason: string, isFirst: boolean) => void log.push(`failed ${host} ${reason} ${isFirst}`),
    recovered: (host: string) => void log.push(`recovered ${host}`),
  };
  const webhook = new Webhook({ url, listener, pauses: [1, 1], ...more });
  closers.push(() => void webhook.close());
  return { webhook, log };
}

describe('Webhook', () => {
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  it('delivers one after the other, in order', async () => {
    const { url, host, bodies } = await serveHook(200);
    const { webhook, log } = createWebhook(url);
    for (const body of ['1', '2', '3']) webhook.post(body);
    await until(() => log.length === 3);
    expect(bodies).to.deep.equal(['1', '2', '3']);
    expect(log).to.deep.equal(Array(3).fill(`delivered ${host}`));
  });

  it('tries again if the server fails, is cut off, or asks to wait', async () => {
    const { url, host, bodies } = await serveHook(500, 'cut', 429, 204);
    const { webhook, log } = createWebhook(url, { pauses: [1, 1, 1] });
    webhook.post('1');
    await until(() => log.length > 0);
    expect([bodies.length, log]).to.deep.equal([4, [`delivered ${host}`]]);
  });

  it('gives up at once if it is refused, and follows no redirect', async () => {
    for (const status of [404, 400, 302]) {
      const { url, host, paths } = await serveHook(status);
      const { webhook, log } = createWebhook(url);
      webhook.post('1');
      await until(() => log.length > 0);
      expect(log).to.deep.equal([`failed ${host} it answered with status ${status} true`]);
      expect(paths).to.deep.equal(['/secret-path?token=secret']);
    }
  });

  it('gives up a server that hangs, after all tries, and reports that once until one is delivered', async () => {
    const { url, host, bodies } = await serveHook('hang', 'hang', 'hang', 'hang', 200);
    const { webhook, log } = createWebhook(url, { startTimer, pauses: [1] });
    for (const body of ['1', '2', '3']) webhook.post(body);
    await until(() => log.length === 4);
    const reason = 'no answer within 5 s';
    expect(log).to.deep.equal([
      `failed ${host} ${reason} true`,
      `failed ${host} ${reason} false`,
      `recovered ${host}`,
      `delivered ${host}`,
    ]);
    expect(bodies).to.deep.equal(['1', '1', '2', '2', '3']);
  });

  it('keeps a bounded number that waits: the oldest makes room', async () => {
    const { url, bodies } = await serveHook('hang', 200);
    const { webhook, log } = createWebhook(url, { startTimer, maxQueued: 2 });
    for (const body of ['1', '2', '3', '4', '5']) webhook.post(body);
    expect(log.map((line) => line.replace(/^failed \S+ /, ''))).to.deep.equal([
      'more than 2 alerts wait true',
      'more than 2 alerts wait false',
    ]);
    await until(() => bodies.length === 4);
    expect(bodies).to.deep.equal(['1', '1', '4', '5']);
  });

  it('ends at its close, whatever the server does, and reports what it has not delivered', async () => {
    const { url, host, bodies } = await serveHook('hang');
    const { webhook, log } = createWebhook(url);
    webhook.post('1');
    webhook.post('2');
    await until(() => bodies.length === 1);
    await webhook.close();
    const closed = [
      `failed ${host} the webhook was closed before true`,
      `failed ${host} the webhook was closed before false`,
    ];
    expect(log).to.deep.equal(closed);
    webhook.post('3');
    expect([log, bodies]).to.deep.equal([closed, ['1']]);
  });

  it('says that a port is forbidden, and does not try again', async () => {
    const reason = 'its port 25 is one that no web client connects to';
    expect(await send('http://127.0.0.1:25/secret', '{}')).to.deep.equal({ isDelivered: false, reason, isFinal: true });
  });

  it('never shows more of the URL than its host', async () => {
    const { url } = await serveHook('cut');
    for (const target of [url, 'http://127.0.0.1:1/secret', 'http://no-such-host.invalid/secret']) {
      const sent = await send(target, '{}');
      expect(sent).to.include({ isDelivered: false });
      expect(JSON.stringify(sent)).not.to.include('secret');
    }
  });
});
