/** Floods that aim at the host's memory: much to keep. */
import { cells, crowd, invent, newId, LargeBody, pad, RIVAL } from './bodies.js';
import type { Flood } from './flood.js';

/** Posts large bodies of one kind to every prefix. They are made when the first is sent. */
function large(name: string, what: string, invention: (id: string) => string, more: Partial<Flood> = {}): Flood {
  let body: LargeBody | undefined;
  return {
    name,
    what,
    strangers: 2,
    make: () => void (body = new LargeBody(invention)),
    async send({ stranger, chance, prefixes }) {
      await stranger.post(`${prefixes[chance.below(prefixes.length)]}/move`, body!.next());
    },
    ...more,
  };
}

export const MEMORY_FLOODS: readonly Flood[] = [
  large('probe-bodies', 'what may be health probes, 5.9 MB each', (id) =>
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
  large('long-ids', 'game ids of 5.9 MB', (id) => invent({ id: id + pad(), others: RIVAL })),
  large('long-names', 'a name and a shout of 2 MB each', (id) => {
    const long = `,"name":"${pad(2_000_000)}","shout":"${pad(2_000_000)}"`;
    return invent({ id, others: RIVAL.replace(',"name":"b"', long) });
  }),
  large('many-hazards', '420,000 hazards on 11 x 11', (id) => invent({ id, hazards: cells(), others: RIVAL })),
  large('many-snakes', '30,000 snakes on 11 x 11', (id) => invent({ id, others: crowd(30_000) })),
  large('long-snakes', 'a body of 200,000 cells on 11 x 11', (id) =>
    invent({ id, body: cells(200_000), others: RIVAL }),
  ),
  largeBoards(),
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

/** Every other game begins small. */
function largeBoards(): Flood {
  let board: LargeBody | undefined;
  return {
    name: 'large-boards',
    what: '150,000 hazards on 100 x 100, on the first turn or the second',
    strangers: 1,
    make() {
      board = new LargeBody((id) => invent({ id, turn: 1, hazards: cells(150_000), size: 100, others: RIVAL }));
    },
    async send({ stranger, chance, prefixes }) {
      const path = `${prefixes[chance.below(prefixes.length)]}/move`;
      const id = newId();
      if (chance.below(2) === 0) await stranger.post(path, invent({ id, others: RIVAL }));
      await stranger.post(path, board!.next(id));
    },
  };
}

/** Keeps the children of a thinking snake busy, and sends what they cannot take meanwhile. */
function busyChild(): Flood {
  const flood = large('busy-child', 'turns of an hour, then 5.9 MB bodies to the same children', (id) =>
    invent({ id, others: RIVAL, more: `,"pad":"${pad()}"` }),
  );
  let busy = 0;
  return {
    ...flood,
    strangers: 4,
    prefixes: ['/thinks'],
    game: ['/greedy', '/thinks'],
    async send(target) {
      // Nobody waits for these answers.
      if (busy++ < 2) void target.stranger.post('/thinks/move', invent({ timeout: 3_600_000, others: RIVAL }));
      else await flood.send(target);
    },
  };
}
