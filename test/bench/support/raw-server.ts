/** The server to compare with: plain `node:http` that reads a body, parses it and answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer({ keepAliveTimeout: 120_000 }, (req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    // Requests for the customization have no body.
    const { you } = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as { you?: unknown };
    const isEnd = req.url!.endsWith('/end');
    const answer = isEnd ? '{}' : JSON.stringify({ move: you === undefined ? 'down' : 'up' });
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Content-Length', answer.length);
    res.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ msg: 'serving', port: (server.address() as AddressInfo).port }));
});
process.on('SIGTERM', () => process.exit());
