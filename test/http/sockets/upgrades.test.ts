import { expect } from 'chai';
import { exchangeRaw } from '../../support/raw-http.js';
import { closeServed, serveApp } from '../../support/served.js';
import { requestText } from '../../support/requests.js';

describe('a request that asks for an upgrade', () => {
  afterEach(closeServed);

  const body = requestText('standard-move-7');
  const wish = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAA'];
  const last = head('GET', '/healthz', ['Connection: close']);

  it('is answered like others with its body if it is not for a WebSocket', async () => {
    const { port } = await serveApp({}, { hasSockets: true });
    const move = head('POST', '/greedy/move', [...wish, `Content-Length: ${Buffer.byteLength(body)}`]);
    for (const pieces of [
      [move + body + last],
      [move, body, last],
      [move + body.slice(0, 100), body.slice(100), last],
    ]) {
      const received = await exchangeRaw(port, ...pieces);
      expect(received.match(/HTTP\/1\.1 200 OK/g), received).to.have.lengthOf(2);
      expect(received).to.include('"move"');
    }
  });

  it('keeps its wish that the connection ends', async () => {
    const { port } = await serveApp({}, { hasSockets: true });
    const asked = head('GET', '/healthz', ['Connection: close, Upgrade', 'Upgrade: h2c']);
    expect(await exchangeRaw(port, asked)).to.match(/\r\nconnection: close\r\n/i);
  });

  it('is answered like others if nothing at its path is a WebSocket', async () => {
    const { port } = await serveApp({}, { hasSockets: true });
    const socket = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: a'];
    const received = await exchangeRaw(port, head('GET', '/nowhere', socket));
    expect(received).to.include('HTTP/1.1 404 Not Found').and.include('"not_found"');
  });
});

function head(method: string, path: string, headers: readonly string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
}
