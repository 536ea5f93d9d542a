/** The client of the platform against one that refuses, limits and breaks as the real one does. */
import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ASK_LIMITS } from '../../src/exchange/ask-json.js';
import { Platform, PlatformError } from '../../src/platform/platform.js';
import {
  PLATFORM_TOKEN,
  rankingOf,
  servePlatform,
  type PlatformCall,
  type TestPlatform,
} from '../support/platform-server.js';

const QUICK = { ...ASK_LIMITS, pause: 1, maxPause: 20, tries: 3 };
const FIELDS = { name: 'Mine', url: 'https://snakes.example/mine', is_public: false };

describe('Platform', () => {
  let server: TestPlatform;
  let platform: Platform;
  beforeEach(async () => {
    server = await servePlatform();
    platform = new Platform({ base: `${server.url}/api`, token: PLATFORM_TOKEN, limits: QUICK });
  });
  afterEach(() => server.close());

  const refusalOf = (asked: Promise<unknown>) =>
    asked.then(
      () => expect.fail('it was not refused'),
      (thrown: unknown) => {
        expect(thrown).to.be.instanceOf(PlatformError);
        const { message, status } = thrown as PlatformError;
        expect(message).not.to.include(PLATFORM_TOKEN);
        return { message: message.replaceAll(new URL(server.url).host, 'HOST'), status };
      },
    );

  it('registers, changes and lists snakes', async () => {
    const { id } = await platform.createSnake(FIELDS);
    await platform.updateSnake(id, { ...FIELDS, is_public: true });
    expect(await platform.listSnakes()).to.deep.equal([{ id, ...FIELDS, is_public: true }]);
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'POST /api/snakes',
      `PUT /api/snakes/${id}`,
      'GET /api/snakes',
    ]);
  });

  it('joins and leaves leaderboards, whose answers may be empty', async () => {
    const { id } = await platform.createSnake(FIELDS);
    server.leaderboards.push({ id: 'l/1', name: 'Standard', active: true });
    await platform.join('l/1', id);
    expect((await platform.listRankings('l/1')).map((entry) => entry.battlesnake_id)).to.deep.equal([id]);
    await platform.leave('l/1', id);
    expect(await platform.listRankings('l/1')).to.deep.equal([]);
    expect(server.calls.at(-2)!.path).to.equal(`/api/leaderboards/l%2F1/entries/${id}`);
  });

  it('starts games and lists them', async () => {
    const { id } = await platform.createSnake(FIELDS);
    const game = await platform.startGame({ snakes: [id, id], board: '7x7', game_type: 'royale' });
    expect(await platform.listGames(id, 5)).to.have.lengthOf(1);
    expect((await platform.listGames(id))[0]).to.deep.include({ id: game, board: '7x7', winner: null });
  });

  it('asks again after a 429, after the time in Retry-After', async () => {
    const waits = [{ 'retry-after': '0' }, {}];
    server.refuse = () => {
      const headers = waits.shift();
      return headers === undefined ? undefined : { status: 429, headers };
    };
    await platform.createSnake(FIELDS);
    expect(server.calls).to.have.lengthOf(3);
    expect(server.snakes).to.have.lengthOf(1);
  });

  it('does not wait for long', async () => {
    server.refuse = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await refusalOf(platform.listSnakes())).to.deep.equal({
      message: 'HOST answers with status 429, and asks to wait for 3600 s (GET /api/snakes)',
      status: undefined,
    });
    expect(server.calls).to.have.lengthOf(1);
  });

  it('knows how long a busy platform asks to wait, in seconds or until a date, and that it has done nothing', async () => {
    const once = new Platform({
      base: `${server.url}/api`,
      token: PLATFORM_TOKEN,
      limits: { ...ASK_LIMITS, tries: 1 },
    });
    const busyFor = (given: string | undefined, status = 429) => {
      server.refuse = () => ({ status, ...(given !== undefined && { headers: { 'retry-after': given } }) });
      return once.createSnake(FIELDS).catch((thrown: unknown) => (thrown as PlatformError).busyFor);
    };
    expect([await busyFor('90'), await busyFor(undefined), await busyFor('soon')]).to.deep.equal([90_000, 0, 0]);
    expect(await busyFor(new Date(Date.now() + 3_600_000).toUTCString())).to.be.within(3_590_000, 3_600_000);
    expect(await busyFor('90', 503)).to.equal(undefined);
  });

  for (const refusal of [{ status: 503 }, 'hang up'] as const) {
    it(`never sends a registration twice that may have been carried out: ${JSON.stringify(refusal)}`, async () => {
      server.refuse = () => refusal;
      await refusalOf(platform.createSnake(FIELDS));
      expect(server.calls).to.have.lengthOf(1);
      await refusalOf(platform.updateSnake('x', FIELDS));
      expect(server.calls).to.have.lengthOf(1 + QUICK.tries);
    });
  }

  it('says what the platform says', async () => {
    expect(await refusalOf(platform.createSnake({ ...FIELDS, name: 'x'.repeat(65) }))).to.deep.equal({
      message: 'HOST answers with status 422 (POST /api/snakes): name is too long (maximum is 64 characters)',
      status: 422,
    });
  });

  it('says that the token is wrong, and shows neither', async () => {
    const other = new Platform({ base: `${server.url}/api`, token: 'wrong-token', limits: QUICK });
    expect(await refusalOf(other.listSnakes())).to.deep.equal({
      message: 'HOST does not take the token (status 401): is ARENA_TOKEN right?',
      status: 401,
    });
  });

  it('does not show the token of a server that sends it back', async () => {
    server.refuse = ({ headers }) => ({ status: 400, text: `bad: ${headers.authorization}` });
    expect((await refusalOf(platform.listSnakes())).message).to.match(/bad: Bearer \*\*\*$/);
  });

  it('sends the token nowhere else', async () => {
    const strays: unknown[] = [];
    const elsewhere = createServer(({ headers }, response) => {
      strays.push(headers);
      response.end('[]');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    server.refuse = () => ({ status: 307, headers: { location: `http://127.0.0.1:${port}/api/snakes` } });
    expect((await refusalOf(platform.listSnakes())).status).to.equal(307);
    elsewhere.closeAllConnections();
    elsewhere.close();
    expect(strays).to.deep.equal([]);
  });

  for (const [what, text, message] of [
    ['a page', '<!doctype html><title>Sorry</title>', 'HOST answers with a page, not JSON (GET /api/snakes)'],
    ['an object', '{}', 'HOST answers GET /api/snakes with something unexpected: the answer must be array'],
    [
      'a snake without its URL',
      '[{"id":"a","name":"b","is_public":true}]',
      `HOST answers GET /api/snakes with something unexpected: "/0" must have required property 'url'`,
    ],
    [
      'a number as id',
      '[{"id":7,"name":"b","url":"u","is_public":true}]',
      'HOST answers GET /api/snakes with something unexpected: "/0/id" must be string',
    ],
  ] as const) {
    it(`does not accept ${what}`, async () => {
      server.refuse = () => ({ status: 200, text });
      expect((await refusalOf(platform.listSnakes())).message).to.equal(message);
    });
  }

  it('takes entries without a rank, and fields that it does not know', async () => {
    server.leaderboards.push({ id: 'l', name: 'Standard', active: true });
    const call = (entry: object) => {
      server.refuse = ({ path }: PlatformCall) =>
        path.endsWith('/rankings')
          ? {
              status: 200,
              text: JSON.stringify({
                leaderboard_id: 'l',
                leaderboard_name: 'S',
                ranked: [],
                placement: [entry],
                new: 1,
              }),
            }
          : undefined;
      return platform.listRankings('l');
    };
    const { rank: _, ...bare } = rankingOf({ id: 'a', name: 'b' }, { owner: null });
    expect((await call({ ...bare, scores: {} }))[0]).to.include({ battlesnake_id: 'a' });
    expect((await refusalOf(call({ ...bare, display_score: 'high' }))).message).to.include('must be number');
  });

  it('says that nobody answers', async () => {
    server.close();
    expect((await refusalOf(platform.listSnakes())).message).to.match(
      /^HOST cannot be reached \(\w+\), 3 times \(GET \/api\/snakes\)$/,
    );
  });
});
