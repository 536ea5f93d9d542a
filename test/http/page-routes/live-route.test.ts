import { expect } from 'chai';
import { addLiveRoute } from '../../../src/http/page-routes/live-route.js';
import { LiveFeed } from '../../../src/page/live/live-feed.js';
import { refusalOf } from '../../support/errors.js';
import { gameEvents } from '../../support/journals.js';
import { IDLE_HOST, readLive, type HttpReader } from '../../support/live-readers.js';
import { closeServed, serveAdmin } from '../../support/served.js';
import { until } from '../../support/soon.js';

describe('the live stream', () => {
  let feed: LiveFeed;
  const readers: HttpReader[] = [];
  const serve = async (limits?: { all: number; perAddress: number }) => {
    feed = new LiveFeed(() => IDLE_HOST);
    const extend = (routes: Parameters<typeof addLiveRoute>[0]) => addLiveRoute(routes, feed, undefined, limits);
    return (await serveAdmin({ extend })).url;
  };
  const open = async (url: string, headers?: Record<string, string>) => {
    const reader = await readLive(`${url}/api/live`, headers);
    readers.push(reader);
    return reader;
  };
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    feed.close();
    await closeServed();
  });

  it('is sent as it happens, uncompressed and unstored', async () => {
    const url = await serve();
    const reader = await open(url);
    const headers = ['content-type', 'cache-control', 'x-accel-buffering', 'transfer-encoding'];
    expect(headers.map((name) => reader.response.headers.get(name))).to.deep.equal([
      'text/event-stream; charset=utf-8',
      'no-store',
      'no',
      null,
    ]);
    await until(() => reader.events.some(({ event }) => event === 'snapshot'));
    for (const event of gameEvents({ game: 'a' })) feed.record(event);
    await until(() => JSON.stringify(reader.events.at(-1)).includes('"game":"a"'));
    const { id } = reader.events.at(-1)!;
    const other = await open(url, { 'last-event-id': id });
    for (const event of gameEvents({ game: 'b' })) feed.record(event);
    await until(() => JSON.stringify(other.events.at(-1) ?? {}).includes('"game":"b"'));
    expect(other.events.map(({ event }) => event)).not.to.include('snapshot');
  });

  it('refuses pages of other sites, which could take all of them', async () => {
    const url = await serve();
    const ask = (headers: Record<string, string>) => fetch(`${url}/api/live`, { headers });
    const foreign = { 'sec-fetch-site': 'cross-site' };
    for (const headers of [foreign, { 'sec-fetch-site': 'same-site' }, { origin: 'https://example.com' }]) {
      const refused = await ask(headers);
      expect([refused.status, (await refusalOf(refused)).code]).to.deep.equal([403, 'foreign_origin']);
    }
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: url }])
      expect((await open(url, headers)).response.status).to.equal(200);
  });

  it('is open a few times for each address', async () => {
    const url = await serve({ all: 10, perAddress: 2 });
    const [first] = [await open(url), await open(url)];
    const third = await fetch(`${url}/api/live`);
    expect([third.status, third.headers.get('retry-after')]).to.deep.equal([429, '10']);
    expect((await refusalOf(third)).code).to.equal('too_many_streams');
    first.close();
    await until(async () => feed.readers === 1);
    expect((await open(url)).response.status).to.equal(200);
  });

  it('leaves connections to a browser with many: it ends there with what is known, to be asked for again', async () => {
    const url = await serve();
    const browser = { 'user-agent': 'Mozilla/5.0 (a browser)' };
    const lasting = await Promise.all([1, 2, 3, 4].map(() => open(url, browser)));
    const fifth = await open(url, browser);
    await fifth.ended;
    expect(fifth.events.map(({ event }) => event)).to.deep.equal(['snapshot', 'end']);
    expect(fifth.events.at(-1)!.data).to.deep.equal({ reason: 'shared', retry: 1000 });
    for (const event of gameEvents({ game: 'a' })) feed.record(event);
    await until(() => lasting[0]!.events.some(({ event }) => event === 'update'));
    const again = await open(url, { ...browser, 'last-event-id': fifth.events[0]!.id });
    await again.ended;
    expect(again.events.map(({ event }) => event))
      .to.include('update')
      .and.not.to.include('snapshot');
    const other = await open(url, { 'user-agent': 'Mozilla/5.0 (another browser)' });
    lasting[0]!.close();
    await until(() => feed.readers === 4);
    const next = await open(url, browser);
    for (const event of gameEvents({ game: 'b' })) feed.record(event);
    for (const reader of [other, next]) await until(() => reader.events.some(({ event }) => event === 'update'));
  });

  it('ends when the host closes, and is not opened again', async () => {
    const url = await serve();
    const reader = await open(url);
    feed.close();
    await reader.ended;
    expect(reader.events.at(-1)).to.deep.include({ event: 'end' });
    expect((await fetch(`${url}/api/live`)).status).to.equal(503);
  });

  it('answers HEAD without opening one', async () => {
    const url = await serve();
    const response = await fetch(`${url}/api/live`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), feed.readers]).to.deep.equal([
      200,
      'text/event-stream; charset=utf-8',
      0,
    ]);
  });
});
