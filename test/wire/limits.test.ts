import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Coordinate } from '../../src/rules/types.js';
import { MAX_ID, MAX_NAME } from '../../src/wire/limits.js';
import { RequestError, readRequest } from '../../src/wire/reader.js';
import type { GameRequest } from '../../src/wire/resources.js';
import { fixture } from '../support/fixtures.js';
import { requestJson } from '../support/requests.js';

type Pair = readonly [number, number];
interface ConformanceBoard {
  readonly width: number;
  readonly height: number;
  readonly food: readonly Pair[];
  readonly hazards: readonly Pair[];
  readonly snakes: readonly { readonly id: string; readonly body: readonly Pair[] }[];
}

/** A recorded request, changed. */
function changed(change: (body: GameRequest) => void): unknown {
  const body = requestJson() as unknown as GameRequest;
  change(body);
  return body;
}

function refusal(body: unknown): { readonly pointer: string; readonly message: string } {
  try {
    readRequest(body);
  } catch (error) {
    if (error instanceof RequestError) return { pointer: error.pointer, message: error.message };
    throw error;
  }
  throw new Error('was not refused');
}

const long = 'x'.repeat(5000);
const cells = (count: number): Coordinate[] => Array.from({ length: count }, () => ({ x: 1, y: 1 }));

function toCoordinates(pairs: readonly Pair[]): Coordinate[] {
  return pairs.map(([x, y]) => ({ x, y }));
}

/** A request with the board of a recorded turn. */
function withBoard({ width, height, food, hazards, snakes }: ConformanceBoard): GameRequest {
  const drawn = snakes.map(({ id, body }) => ({ id, body: toCoordinates(body) }));
  const you = drawn[0] ?? { id: 'a', body: [{ x: 0, y: 0 }] };
  const board = { width, height, food: toCoordinates(food), hazards: toCoordinates(hazards), snakes: drawn };
  return { game: { id: 'g' }, turn: 3, board, you } as unknown as GameRequest;
}

describe('readRequest, of a request that is too long', () => {
  const ids: [string, (body: GameRequest, id: string) => void][] = [
    ['/game/id', (body, id) => (body.game.id = id)],
    ['/you/id', (body, id) => (body.you.id = id)],
    ['/board/snakes/1/id', (body, id) => (body.board.snakes[1]!.id = id)],
  ];
  for (const [pointer, set] of ids) {
    it(`refuses ${pointer} of more than ${MAX_ID} characters`, () => {
      const message = `${pointer} has 257 characters: an id has at most 256`;
      expect(refusal(changed((body) => set(body, 'i'.repeat(257))))).to.deep.equal({ pointer, message });
      readRequest(changed((body) => set(body, 'i'.repeat(256))));
    });
  }

  const lists: [string, number, (body: GameRequest, count: number) => void][] = [
    ['/board/food', 500, (body, count) => (body.board.food = cells(count))],
    ['/board/hazards', 7760, (body, count) => (body.board.hazards = cells(count))],
    ['/you/body', 258, (body, count) => (body.you.body = cells(count))],
    ['/board/snakes/0/body', 258, (body, count) => (body.board.snakes[0]!.body = cells(count))],
    [
      '/board/snakes',
      137,
      (body, count) => (body.board.snakes = Array.from({ length: count }, (_, id) => ({ ...body.you, id: `${id}` }))),
    ],
  ];
  for (const [pointer, limit, set] of lists) {
    it(`refuses more than ${limit} items of ${pointer} on a board of 11x11`, () => {
      const message = `${pointer} has ${limit + 1} items: a board of 11x11 takes at most ${limit}`;
      expect(refusal(changed((body) => set(body, limit + 1)))).to.deep.equal({ pointer, message });
      readRequest(changed((body) => set(body, limit)));
    });
  }

  it('cuts every other string of the API', () => {
    const body = changed(({ game, board, you }) => {
      for (const part of [game.ruleset, game.ruleset.settings, ...board.snakes, you]) fill(part);
      for (const snake of [...board.snakes, you]) fill(snake.customizations);
      Object.assign(game, { map: long, source: long });
    });
    const read = readRequest(body);
    expect(stringsOf(read).every((text) => text.length <= MAX_NAME)).to.equal(true);
    expect(stringsOf(read).filter((text) => text.startsWith('xxx'))).to.have.lengthOf.above(20);
  });

  it('does not keep the whole of a string that it cuts', () => {
    const before = heapUsed();
    const read = Array.from({ length: 20 }, () => {
      return readRequest(changed(({ you }) => (you.name = JSON.parse(`"${'n'.repeat(2_000_000)}"`) as string)));
    });
    expect(read[19]!.you.name).to.have.lengthOf(MAX_NAME);
    expect(heapUsed() - before).to.be.lessThan(10_000_000);
  });
});

describe('readRequest, of the official boards', () => {
  it('takes every recorded turn', () => {
    const lines = readFileSync(fixture('conformance/turns.jsonl'), 'utf8').trim().split('\n');
    for (const line of lines) readRequest(withBoard((JSON.parse(line) as { before: ConformanceBoard }).before));
  });

  it('takes the hazards of every recorded map', () => {
    const maps = JSON.parse(readFileSync(fixture('conformance/maps.json'), 'utf8')) as Record<
      string,
      Record<string, { hazards: readonly Pair[] }>
    >;
    for (const [size, { hazards }] of Object.values(maps).flatMap((sizes) => Object.entries(sizes))) {
      const [width, height] = size.split('x').map(Number) as [number, number];
      readRequest(withBoard({ width, height, food: [], hazards, snakes: [] }));
    }
  });

  it('takes the trail of a snake that fills a board of snail_mode', () => {
    const hazards = Array.from({ length: 121 }, (_, index) => Array.from({ length: index + 1 }, () => cellOf(index)));
    readRequest(withBoard({ width: 11, height: 11, food: [], hazards: hazards.flat(), snakes: [] }));
  });
});

function cellOf(index: number): Pair {
  return [index % 11, Math.floor(index / 11)];
}

/** Makes every string of an object long, but its id. */
function fill(part: object): void {
  const record = part as Record<string, unknown>;
  for (const [key, value] of Object.entries(record)) {
    if (typeof value === 'string' && key !== 'id') record[key] = long;
  }
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
