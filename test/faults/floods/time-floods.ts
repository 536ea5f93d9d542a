/** Floods that aim at the host's time: long turns, answers that nobody reads, bodies that take long to read. */
import { invent, pad, RIVAL } from './bodies.js';
import type { Flood } from './flood.js';
import { postHead } from './stranger.js';

const THINKING = { prefixes: ['/thinks'], game: ['/greedy', '/thinks'] } as const;

export const TIME_FLOODS: readonly Flood[] = [
  {
    name: 'long-timeouts',
    what: 'turns that ask for an hour, of a snake that thinks until its deadline',
    strangers: 2,
    ...THINKING,
    async send({ stranger }) {
      await Promise.race([
        stranger.post('/thinks/move', invent({ timeout: 3_600_000, others: RIVAL })),
        new Promise((resolve) => setTimeout(resolve, 1000)),
      ]);
    },
  },
  {
    name: 'hang-ups',
    what: 'turns of an hour whose client hangs up at once',
    strangers: 2,
    ...THINKING,
    async send({ stranger, chance }) {
      const socket = await stranger.connect();
      if (socket === undefined) return;
      const body = invent({ timeout: 3_600_000, others: RIVAL });
      stranger.sent += 1;
      socket.write(`${postHead('/thinks/move', body.length)}\r\n${body}`);
      await new Promise((resolve) => setTimeout(resolve, 5 + chance.below(40)));
      socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
  },
  {
    name: 'big-bodies',
    what: 'valid bodies of 5 MB',
    strangers: 2,
    async send({ stranger, chance, prefixes }) {
      big ??= `,"pad":[${pad(100).replaceAll('a', '{"x":1,"y":[2,3]},').repeat(2700).slice(0, -1)}]}`;
      const prefix = prefixes[chance.below(prefixes.length)];
      await stranger.post(`${prefix}/move`, invent({ others: RIVAL }).slice(0, -1) + big);
    },
  },
];

let big: string | undefined;
