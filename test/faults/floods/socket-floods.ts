/** Floods that aim at the host's connections. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { invent, RIVAL } from './bodies.js';
import type { Flood } from './flood.js';
import { postHead } from './stranger.js';

/** More than the host accepts at a time. */
const MANY = 8200;
const SLOW = 500;
const DRIP_MS = 50;

export const SOCKET_FLOODS: readonly Flood[] = [
  {
    name: 'idle-connections',
    what: `${MANY} connections, each with one request and then silent`,
    strangers: 64,
    async send({ stranger }) {
      if (stranger.open >= MANY) return sleep(50);
      const socket = await stranger.connect();
      if (socket === undefined) return;
      stranger.sent += 1;
      socket.write('GET /healthz HTTP/1.1\r\nHost: stranger\r\n\r\n');
      await stranger.answer(socket);
    },
  },
  {
    name: 'silent-connections',
    what: `${MANY} connections that never send anything`,
    strangers: 64,
    async send({ stranger }) {
      if (stranger.open >= MANY) return sleep(50);
      if ((await stranger.connect()) !== undefined) stranger.sent += 1;
    },
  },
  {
    name: 'slow-bodies',
    what: `${SLOW} bodies at once, a byte every ${DRIP_MS} ms`,
    strangers: SLOW,
    send: ({ stranger }) => drip(stranger, `${postHead('/greedy/move', 5000)}\r\n${invent().slice(0, 50)}`),
  },
  {
    name: 'slow-headers',
    what: `${SLOW} heads at once, a byte every ${DRIP_MS} ms`,
    strangers: SLOW,
    send: ({ stranger }) => drip(stranger, 'POST /greedy/move HTTP/1.1\r\nHost: stranger\r\nX-Slow: '),
  },
  {
    name: 'unread-answers',
    what: 'thousands of turns on one connection whose answers are not read',
    strangers: 4,
    async send({ stranger }) {
      const socket = await stranger.connect();
      if (socket === undefined) return;
      socket.pause();
      const body = invent({ others: RIVAL });
      const many = `${postHead('/constant/move', body.length)}\r\n${body}`.repeat(100);
      for (let batch = 0; batch < 20 && !socket.destroyed; batch++) {
        stranger.sent += 100;
        if (!socket.write(many)) await Promise.race([once(socket, 'drain'), once(socket, 'close'), sleep(1000)]);
      }
      await sleep(200);
      socket.destroy();
    },
  },
];

/** Sends a byte at a time until the host cuts the connection. */
async function drip(stranger: { connect(): Promise<Socket | undefined>; sent: number }, head: string): Promise<void> {
  const socket = await stranger.connect();
  if (socket === undefined) return;
  stranger.sent += 1;
  socket.write(head);
  while (!socket.destroyed) {
    socket.write(' ');
    await sleep(DRIP_MS);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
