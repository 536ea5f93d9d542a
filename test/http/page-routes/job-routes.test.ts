/** Work that the page starts: what is checked before it begins, and how its result is sent. */
import { expect } from 'chai';
import { addJobRoutes } from '../../../src/http/page-routes/job-routes.js';
import type { TaskEnd } from '../../../src/processes/task.js';
import type { AnalysisView } from '../../../src/views/live.js';
import { closeServed, serveAdmin } from '../../support/served.js';

const journal = {
  listGames: () => Promise.reject(new Error('not asked')),
  findIds: (word: string) => Promise.resolve(word === 'none' ? [] : [{ id: 'abc' }]) as never,
};

describe('pictures on the admin port', () => {
  afterEach(closeServed);

  it('are made for a turn or a range, one at a time', async () => {
    const calls: unknown[] = [];
    const [none, unused] = [{ games: [], searched: 0, total: 0 }, () => expect.fail('nothing is analysed')];
    let finish: ((end: TaskEnd<string | undefined>) => void) | undefined;
    let begun: (() => void) | undefined;
    const jobs = {
      view: none,
      add: unused,
      cancel: unused,
      make(...wanted: unknown[]) {
        if (finish !== undefined) return Promise.resolve(undefined);
        calls.push(wanted);
        return new Promise<TaskEnd<string | undefined>>((resolve) => {
          finish = (end) => {
            finish = undefined;
            resolve(end);
          };
          begun?.();
        });
      },
    };
    const begins = () => new Promise<void>((resolve) => (begun = resolve));
    const { url } = await serveAdmin({ extend: (router) => addJobRoutes(router, journal, jobs) });
    const post = (body: unknown, id = 'abc', type = 'application/json') =>
      fetch(`${url}/api/games/${id}/picture`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': type },
      });
    const wrong = [undefined, {}, { turn: -1 }, { turn: 1.5 }, { from: 1 }, { from: 1, to: '2' }];
    for (const body of wrong) expect((await post(body)).status, JSON.stringify(body)).to.equal(400);
    expect((await post({ turn: 1 }, 'abc', 'text/plain')).status).to.equal(400);
    expect((await post({ turn: 1 }, 'none')).status).to.equal(404);

    let begin = begins();
    const svg = post({ turn: 1 });
    await begin;
    expect((await post({ from: 1, to: 2 })).status).to.equal(429);
    finish!({ kind: 'done', result: '<svg/>' });
    expect([(await svg).headers.get('content-type'), await (await svg).text()]).to.deep.equal([
      'image/svg+xml',
      '<svg/>',
    ]);
    begin = begins();
    const gif = post({ from: 1, to: 2 });
    await begin;
    finish!({ kind: 'done', result: Buffer.from('GIF').toString('base64') });
    expect([(await gif).headers.get('content-type'), await (await gif).text()]).to.deep.equal(['image/gif', 'GIF']);
    begin = begins();
    const moves = fetch(`${url}/api/games/abc/moves`, {
      method: 'POST',
      body: '{"turn":3}',
      headers: { 'content-type': 'application/json' },
    });
    await begin;
    finish!({ kind: 'done', result: '[]' });
    expect(await (await moves).json()).to.deep.equal([]);
    begin = begins();
    const failed = post({ turn: 9 });
    await begin;
    finish!({ kind: 'failed', reason: 'none of these turns was kept' });
    expect([(await failed).status, await (await failed).json()]).to.deep.equal([
      400,
      { error: { code: 'cannot_make', message: 'none of these turns was kept' } },
    ]);
    expect(calls).to.deep.equal([
      ['abc', { kind: 'picture', from: 1, to: 1 }],
      ['abc', { kind: 'gif', from: 1, to: 2 }],
      ['abc', { kind: 'moves', from: 3, to: 3 }],
      ['abc', { kind: 'picture', from: 9, to: 9 }],
    ]);
  });
});

const ID = '0123456789abcdef';

describe('analyses on the admin port', () => {
  afterEach(closeServed);

  it('are started for given games, shown and cancelled', async () => {
    const calls: unknown[] = [];
    const view: AnalysisView = { games: [ID], searched: 3, total: 9 };
    const analyses = {
      view,
      add: (ids: readonly string[]) => void calls.push(ids),
      cancel: () => Promise.resolve(void calls.push('cancel')),
    };
    const { url } = await serveAdmin({
      extend: (router) => addJobRoutes(router, journal, { ...analyses, make: () => Promise.resolve(undefined) }),
    });
    const post = (body: unknown, type = 'application/json') =>
      fetch(`${url}/api/analysis`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': type } });
    expect(await (await fetch(`${url}/api/analysis`)).json()).to.deep.equal(view);
    const started = await post({ games: [ID, ID] });
    expect([started.status, await started.json()]).to.deep.equal([202, view]);
    const wrong = [undefined, {}, { games: [] }, { games: ['../x'] }, { games: [1] }, { games: Array(21).fill(ID) }];
    for (const body of wrong) expect((await post(body)).status, JSON.stringify(body)).to.equal(400);
    expect((await post({ games: [ID] }, 'text/plain')).status).to.equal(400);
    expect((await fetch(`${url}/api/analysis`, { method: 'DELETE' })).status).to.equal(204);
    expect(calls).to.deep.equal([[ID, ID], 'cancel']);
  });
});
