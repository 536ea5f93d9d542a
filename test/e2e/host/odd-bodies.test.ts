/** Bodies that no engine sends, over the network: each gets a move, and the host keeps running. */
import { expect } from 'chai';
import { DIRECTIONS } from '../../../src/rules/types.js';
import { toCells } from '../../support/cells.js';
import { killProcesses, spawnHost, type HostProcess, type LogLine } from '../../support/host-process.js';

type Cells = { x: number; y: number }[];

const row = (length: number, width: number): Cells => Array.from({ length }, (_, x) => ({ x: x % width, y: 1 }));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

interface OddSketch {
  readonly game?: string;
  readonly you?: string;
  readonly turn?: number;
  readonly timeout?: number;
  readonly side?: number;
  readonly body?: Cells;
  readonly board?: object;
}

function odd({ game = 'odd', you = 'me', turn = 0, timeout = 2000, side = 11, body = row(3, 11), board }: OddSketch) {
  const me = { id: you, health: 90, body };
  return JSON.stringify({
    game: { id: game, timeout, ruleset: { name: 'standard', version: 'cli' } },
    turn,
    board: { width: side, height: side, snakes: [me], ...board },
    you: me,
  });
}

const others = Array.from({ length: 40 }, (_, index) => ({
  id: `${index}`,
  health: 9,
  body: [{ x: index % 11, y: 5 }],
}));
const ids = ['__proto__', 'constructor', 'hasOwnProperty', ' ', '\u0000\ud800', 'x'.repeat(256)];
const BODIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ids.map((id) => [`ids ${JSON.stringify(id.slice(0, 20))}`, odd({ game: id, you: id })])),
  'keys that name prototypes': odd({}).replace('"turn"', '"__proto__":{"turn":7},"constructor":{"prototype":1},"turn"'),
  'a list nested a hundred thousand deep': odd({}).replace('"turn"', `"deep":${nested(100_000)},"turn"`),
  'numbers beyond all bounds': odd({
    turn: 1e308,
    body: toCells([
      [1e300, -1e300],
      [2 ** 53, 0],
    ]),
  }),
  'a number that is infinite': odd({}).replace('"turn":0', '"turn":1e999'),
  'a board of one cell': odd({ side: 1, body: [{ x: 0, y: 0 }] }),
  'forty more snakes': odd({ turn: 3, board: { snakes: others } }),
  'the same snake three times': odd({ turn: 5, board: { snakes: [others[0], others[0], others[0]] } }),
  'a snake longer than its board': odd({ turn: 3, side: 3, body: row(30, 3) }),
  'thousands of hazards and hundreds of food on one cell': odd({
    turn: 3,
    board: { hazards: row(7_000, 1), food: row(400, 1) },
  }),
  'a timeout of 1 ms': odd({ timeout: 1 }),
  'a timeout of an hour': odd({ timeout: 3_600_000 }),
};

describe('a request body with', () => {
  let host: HostProcess;
  before(async () => {
    const snakes = ['process', 'inline'].map((isolation) => ({ prefix: `/${isolation}`, strategy: 'good', isolation }));
    host = await spawnHost({ snakes });
  });
  after(killProcesses);

  for (const [name, body] of Object.entries(BODIES)) {
    it(`${name} gets a move`, async () => {
      for (const prefix of ['process', 'inline']) {
        for (const action of ['start', 'move', 'end']) {
          const response = await fetch(`${host.url}/${prefix}/${action}`, { method: 'POST', body });
          expect(response.status).to.equal(200);
          const answer = (await response.json()) as { move?: string };
          if (action === 'move') expect(DIRECTIONS).to.include(answer.move);
          else expect(answer).to.deep.equal({});
        }
      }
    });
  }

  it('shouts of others that grow to megabytes loses no turn of its game', async () => {
    for (const prefix of ['process', 'inline']) {
      const sizes = [0, 300, 30_000, 240_000, 300_000, 1_000_000, 3_000_000, 5_900_000];
      const bodyAt = (turn: number) => {
        const other = { id: 'other', health: 9, body: [{ x: 1, y: 5 }], shout: 'é'.repeat(sizes[turn]! / 2) };
        const you = { id: 'me', health: 90, body: row(3, 11) };
        return odd({ game: 'growing', turn, board: { snakes: [you, other] } });
      };
      const post = (action: string, body: string) => fetch(`${host.url}/${prefix}/${action}`, { method: 'POST', body });
      expect((await post('start', bodyAt(0))).status).to.equal(200);
      for (const [turn, size] of sizes.entries()) {
        const response = await post('move', bodyAt(turn));
        expect(response.status, `${size} bytes`).to.equal(200);
        expect(DIRECTIONS).to.include(((await response.json()) as { move: string }).move);
      }
      expect((await post('end', bodyAt(sizes.length - 1))).status).to.equal(200);
      const ofGame = ({ snake, game }: LogLine) => snake === `/${prefix}` && game === 'growing';
      const [ended] = await host.logged((line) => line.msg === 'game ended' && ofGame(line));
      expect(host.lines.filter((line) => line.msg.startsWith('move ') && ofGame(line))).to.deep.equal([]);
      expect(ended).to.include({ turn: sizes.length - 1 });
    }
  });

  it('any of these oddities does no harm to the host', async () => {
    expect((await fetch(`${host.url}/readyz`)).status).to.equal(200);
    expect(host.lines.filter(({ level }) => level > 40)).to.deep.equal([]);
  });
});
