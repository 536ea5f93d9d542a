/**
 * Measures again what the fixture `official-tool.json` says of the official command-line tool, where `battlesnake` is
 * installed.
 */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { useFolder } from '../support/journals.js';
import { officialTool } from '../support/official-tool.js';
import { findInstalled } from '../support/servers/find-installed.js';

const run = promisify(execFile);
const tool = findInstalled('battlesnake');

interface Cell {
  readonly x: number;
  readonly y: number;
}
interface ToolBoard {
  readonly hazards: readonly Cell[];
  readonly snakes: readonly { readonly head: Cell }[];
}

const sorted = (cells: readonly Cell[]) =>
  [...cells].sort((a, b) => a.x - b.x || a.y - b.y).map(({ x, y }) => `${x},${y}`);

const answer: RequestListener = (request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(request.url!.endsWith('/move') ? '{"move":"up"}' : '{"apiversion":"1"}');
};

(tool === undefined ? describe.skip : describe)('the official command-line tool (battlesnake)', function () {
  this.timeout(600_000);
  const folder = useFolder();
  let server: Server;
  let listener: RequestListener;
  let url: string;
  before(async () => {
    server = createServer((request, response) => listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  beforeEach(() => (listener = answer));

  /** The boards of a game; `undefined` if the tool refuses to play it. */
  async function play(size: string, map: string, count: number, seed = 1, path = ''): Promise<ToolBoard[] | undefined> {
    const [width, height] = size.split('x') as [string, string];
    const output = folder.path('game.jsonl');
    rmSync(output, { force: true });
    const snakes = Array.from({ length: count }, (_, seat) => ['-n', `S${seat}`, '-u', `${url}${path}`]).flat();
    const game = ['-W', width, '-H', height, '-m', map, '-g', count === 1 ? 'solo' : 'standard', '-r', `${seed}`];
    const played = await run(tool!, ['play', ...game, ...snakes, '-o', output]).catch(() => undefined);
    if (played === undefined || !existsSync(output)) return undefined;
    const lines = readFileSync(output, 'utf8').trim().split('\n');
    return lines.flatMap((line) => (JSON.parse(line) as { board?: ToolBoard }).board ?? []);
  }

  for (const { status, host, sent } of officialTool.redirects) {
    it(`sends ${sent} after a redirect with status ${status} to ${host}`, async () => {
      const seen = new Set<string>();
      listener = (request, response) => {
        if (request.url!.endsWith('/move')) seen.add(`${request.method} ${request.url}`);
        if (!request.url!.endsWith('/from/move')) return answer(request, response);
        request.resume();
        const location = { 'the same host': '/real/move', 'an address': `${url}/real/move`, nowhere: undefined }[host];
        response.writeHead(status, location === undefined ? {} : { location }).end();
      };
      await play('7x7', 'standard', 1, 1, '/from');
      const next = sent === 'nothing' ? [] : [`${sent.split(' ')[0]} /real/move`];
      expect([...seen]).to.deep.equal(['POST /from/move', ...next]);
    });
  }

  it('follows as many redirects in a row as the fixture says', async () => {
    let onFirstTurn = 0;
    const redirect = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if ((JSON.parse(await text(request)) as { turn: number }).turn === 0) onFirstTurn++;
      response.writeHead(308, { location: request.url! }).end();
    };
    listener = (request, response) => {
      if (!request.url!.endsWith('/move')) return answer(request, response);
      void redirect(request, response);
    };
    await play('7x7', 'standard', 1);
    expect(onFirstTurn).to.equal(1 + officialTool.redirectsInARow);
  });

  it('has room for as many snakes as the fixture says', async () => {
    for (const [size, most] of Object.entries(officialTool.mostSnakes)) {
      if (most > 0) expect(await play(size, 'standard', most), size).not.to.equal(undefined);
      if (most < 16) expect(await play(size, 'standard', most + 1), size).to.equal(undefined);
    }
  });

  it('has the hazards of the fixture', async () => {
    for (const [key, cells] of Object.entries(officialTool.hazards)) {
      const [map, size] = key.split(' ') as [string, string];
      expect(sorted((await play(size, map, 1))![0]!.hazards).join(' '), key).to.equal(cells);
    }
  });

  it('begins on cells of the fixture', async () => {
    for (const [key, cells] of Object.entries(officialTool.starts)) {
      const [size, count] = key.split(' ') as [string, string];
      for (let seed = 0; seed < 5; seed++) {
        const [{ snakes }] = (await play(size, 'standard', Number(count), seed)) as [ToolBoard];
        expect(cells.split(' '), key).to.include.members(sorted(snakes.map(({ head }) => head)));
      }
    }
  });

  it('has the first hazard within the range of the fixture', async () => {
    for (const [key, [left, right, low, high]] of Object.entries(officialTool.firstHazard)) {
      const [map, size] = key.split(' ') as [string, string];
      for (let seed = 0; seed < 10; seed++) {
        const first = (await play(size, map, 4, seed))!.find(({ hazards }) => hazards.length > 0)?.hazards[0];
        if (first === undefined) continue;
        expect([first.x, first.y], key).to.satisfy(([x, y]: [number, number]) => {
          return x >= left && x <= right && y >= low && y <= high;
        });
      }
    }
  });
});
