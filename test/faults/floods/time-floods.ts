/** Floods that aim at the host's time: long turns, answers that nobody reads, bodies that take long to read. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { invent, pad, RIVAL } from './bodies.js';
import type { Flood, FloodTarget } from './flood.js';
import { postHead } from './stranger.js';

const THINKING = { prefixes: ['/thinks'], game: ['/greedy', '/thinks'] } as const;
let bomb = Buffer.alloc(0);
const makeBomb = () => void (bomb = gzipSync(Buffer.alloc(100_000_000)));

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
    async send(target) {
      big ??= `,"pad":[${pad(100).replaceAll('a', '{"x":1,"y":[2,3]},').repeat(2700).slice(0, -1)}]}`;
      await post(target, invent({ others: RIVAL }).slice(0, -1) + big);
    },
  },
  {
    name: 'broken-bodies',
    what: 'bodies of 3 MB that are JSON up to their last byte',
    strangers: 2,
    async send(target) {
      broken ??= `[${'[1,"a",{}],'.repeat(280_000)}`;
      await post(target, broken);
    },
  },
  {
    name: 'packed-zeros',
    what: 'bodies that would unpack to 100 MB',
    strangers: 4,
    make: makeBomb,
    async send(target) {
      await post(target, bomb, 'Content-Encoding: gzip\r\n');
    },
  },
  {
    name: 'odd-encodings',
    what: 'broken gzip, brotli bombs, unknown encodings and charsets',
    strangers: 4,
    make() {
      makeBomb();
      brotli = brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    },
    async send(target) {
      const { chance } = target;
      const kinds: readonly (readonly [Buffer | string, string])[] = [
        [bomb.subarray(0, 20_000), 'gzip'],
        [brotli!, 'br'],
        [gzipSync(invent()), 'deflate'],
        [invent(), 'gzip, gzip, gzip'],
        [invent(), 'nonsense'],
      ];
      const [body, encoding] = kinds[chance.below(kinds.length)]!;
      await post(target, body, `Content-Encoding: ${encoding}\r\n`);
    },
  },
];

let big: string | undefined;
let broken: string | undefined;
let brotli: Buffer | undefined;

async function post({ stranger, chance, prefixes }: FloodTarget, body: Buffer | string, headers = ''): Promise<void> {
  await stranger.post(`${prefixes[chance.below(prefixes.length)]}/move`, body, headers);
}
