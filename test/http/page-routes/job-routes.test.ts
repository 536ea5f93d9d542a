/** Pictures from the page: what is checked before one is made, and how it is sent. */
import { expect } from 'chai';
import { addJobRoutes } from '../../../src/http/page-routes/job-routes.js';
import type { JobEnd } from '../../../src/page/job.js';
import { closeServed, serveAdmin } from '../../support/served.js';

describe('pictures on the admin port', () => {
  afterEach(closeServed);

  it('are made for a turn or a range, one at a time', async () => {
    const calls: unknown[] = [];
    let finish: ((end: JobEnd) => void) | undefined;
    let begun: (() => void) | undefined;
    const jobs = {
      make(...wanted: unknown[]) {
        calls.push(wanted);
        return new Promise<JobEnd>((resolve) => {
          finish = resolve;
          begun?.();
        });
      },
    };
    const begins = () => new Promise<void>((resolve) => (begun = resolve));
    const journal = {
      listGames: () => Promise.reject(new Error('not asked')),
      findIds: (word: string) => Promise.resolve(word === 'none' ? [] : [{ id: 'abc' }]) as never,
    };
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
    finish!({ kind: 'done', made: '<svg/>' });
    expect([(await svg).headers.get('content-type'), await (await svg).text()]).to.deep.equal([
      'image/svg+xml',
      '<svg/>',
    ]);
    begin = begins();
    const gif = post({ from: 1, to: 2 });
    await begin;
    finish!({ kind: 'done', made: Buffer.from('GIF').toString('base64') });
    expect([(await gif).headers.get('content-type'), await (await gif).text()]).to.deep.equal(['image/gif', 'GIF']);
    begin = begins();
    const moves = fetch(`${url}/api/games/abc/moves`, {
      method: 'POST',
      body: '{"turn":3}',
      headers: { 'content-type': 'application/json' },
    });
    await begin;
    finish!({ kind: 'done', made: '[]' });
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
      ['abc', { kind: 'picture', turn: 1 }],
      ['abc', { kind: 'gif', from: 1, to: 2 }],
      ['abc', { kind: 'moves', turn: 3 }],
      ['abc', { kind: 'picture', turn: 9 }],
    ]);
  });
});
