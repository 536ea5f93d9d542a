/** Floods of small requests, from addresses that the host takes for strangers. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Flood } from './flood.js';

/** What one read of a socket can hold, in bytes. */
const READ = 64 * 1024;

export const REQUEST_FLOODS: readonly Flood[] = [
  {
    name: 'pipelined',
    what: 'one connection of requests that wait for no answer',
    strangers: 1,
    async send({ stranger, chance }) {
      const socket = await stranger.connect();
      if (socket === undefined) return;
      socket.resume();
      const closed = once(socket, 'close');
      while (!socket.destroyed) {
        const many = requests(`192.0.2.${chance.below(250)}`);
        stranger.sent += many.count;
        if (!socket.write(many.text)) await Promise.race([drained(socket), closed]);
      }
    },
  },
  {
    name: 'pipelined-drop',
    what: 'connections that send 64 kB of requests and are closed, one after the other',
    strangers: 10,
    async send({ stranger, chance }) {
      const socket = await stranger.connect();
      if (socket === undefined) return;
      const many = requests(`192.0.2.${chance.below(250)}`);
      stranger.sent += many.count;
      socket.write(many.text);
      await stranger.answer(socket);
      socket.destroy();
    },
  },
  {
    name: 'one-address',
    what: 'requests of one address on 64 connections, each as soon as the last was answered',
    strangers: 64,
    async send({ stranger }) {
      await stranger.get('/x', 'X-Forwarded-For: 192.0.2.7\r\n');
    },
  },
];

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('drain', resolve));
}

/** As many requests as fit into one read. */
function requests(from: string): { readonly text: string; readonly count: number } {
  const one = `GET /x HTTP/1.1\r\nHost: stranger\r\nX-Forwarded-For: ${from}\r\n\r\n`;
  const count = Math.floor(READ / one.length);
  return { text: one.repeat(count), count };
}
