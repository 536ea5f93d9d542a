/** Floods that aim at the host's memory: little on the wire, much to keep. */
import { cells, crowd, invent, newId, PackedBody, pad, RIVAL } from './bodies.js';
import type { Flood, FloodTarget } from './flood.js';

const GZIP = 'Content-Encoding: gzip\r\n';

/** Posts packed bodies of one kind to every prefix. They are made when the first is sent. */
function packed(name: string, what: string, invention: (id: string) => string, more: Partial<Flood> = {}): Flood {
  let body: PackedBody | undefined;
  return {
    name,
    what,
    strangers: 2,
    make: () => void (body = new PackedBody(invention)),
    async send({ stranger, chance, prefixes }) {
      await stranger.post(`${prefixes[chance.below(prefixes.length)]}/move`, body!.next(), GZIP);
    },
    ...more,
  };
}

export const MEMORY_FLOODS: readonly Flood[] = [
  packed('probe-bodies', 'what may be health probes, 5.9 MB each, packed', (id) =>
    invent({ id, version: 'v1.2.3', more: `,"pad":"${pad()}"` }),
  ),
  {
    name: 'small-probes',
    what: 'what are health probes to the host, 3 kB each, never ended',
    strangers: 8,
    async send({ stranger, chance, prefixes }) {
      const body = invent({ version: 'v1.2.3', more: `,"pad":"${pad(2500)}"` });
      await stranger.post(`${prefixes[chance.below(prefixes.length)]}/move`, body);
    },
  },
  packed('long-ids', 'game ids of 5.9 MB, packed', (id) => invent({ id: id + pad(), others: RIVAL })),
  packed('long-names', 'a name and a shout of 2 MB each, packed', (id) => {
    const long = `,"name":"${pad(2_000_000)}","shout":"${pad(2_000_000)}"`;
    return invent({ id, others: RIVAL.replace(',"name":"b"', long) });
  }),
  packed('long-ids-start', 'starts of games whose ids have 5.9 MB, packed', (id) => invent({ id: id + pad() }), {
    make: () => void (longStart = new PackedBody((id) => invent({ id: id + pad() }))),
    async send({ stranger, chance, prefixes }: FloodTarget) {
      await stranger.post(`${prefixes[chance.below(prefixes.length)]}/start`, longStart!.next(), GZIP);
    },
  }),
  packed('many-hazards', '420,000 hazards on 11 x 11, packed', (id) => invent({ id, hazards: cells(), others: RIVAL })),
  packed('much-food', '420,000 pieces of food on 11 x 11, packed', (id) =>
    invent({ id, food: cells(), others: RIVAL }),
  ),
  packed('many-snakes', '30,000 snakes on 11 x 11, packed', (id) => invent({ id, others: crowd(30_000) })),
  packed('long-snakes', 'a body of 200,000 cells on 11 x 11, packed', (id) =>
    invent({ id, body: cells(200_000), others: RIVAL }),
  ),
  busyChild(),
  {
    name: 'many-games',
    what: 'games that are never played on, as fast as they are answered',
    strangers: 8,
    async send({ stranger, chance, prefixes }) {
      const action = chance.below(4) === 0 ? 'start' : 'move';
      await stranger.post(`${prefixes[chance.below(prefixes.length)]}/${action}`, invent({ others: RIVAL }));
    },
  },
  {
    name: 'many-played-games',
    what: 'games of two turns, as fast as they are answered',
    strangers: 4,
    async send({ stranger, chance, prefixes }) {
      const id = newId();
      const prefix = prefixes[chance.below(prefixes.length)];
      for (const turn of [0, 1]) await stranger.post(`${prefix}/move`, invent({ id, turn, others: RIVAL }));
    },
  },
];

let longStart: PackedBody | undefined;

/** Keeps the children of a thinking snake busy, and sends what they cannot take meanwhile. */
function busyChild(): Flood {
  const large = packed('busy-child', 'turns of an hour, then 5.9 MB bodies to the same children', (id) =>
    invent({ id, others: RIVAL, more: `,"pad":"${pad()}"` }),
  );
  let busy = 0;
  return {
    ...large,
    strangers: 4,
    prefixes: ['/thinks'],
    game: ['/greedy', '/thinks'],
    async send(target) {
      // Nobody waits for these answers.
      if (busy++ < 2) void target.stranger.post('/thinks/move', invent({ timeout: 3_600_000, others: RIVAL }));
      else await large.send(target);
    },
  };
}
