import { expect } from 'chai';
import { addContestRoutes } from '../../../src/http/page-routes/contest-routes.js';
import type { ContestView } from '../../../src/page/api/contests.js';
import { closeServed, serveAdmin } from '../../support/served.js';
import { contestView, sourceOf } from '../../support/contest-views.js';

describe('the contests of the page', () => {
  let contests: ContestView[];
  let end: () => Promise<void>;
  let url: string;
  beforeEach(async () => {
    contests = [contestView()];
    const source = sourceOf(() => contests);
    ({ url } = await serveAdmin({ extend: (router) => void (end = addContestRoutes(router, source)) }));
    url += '/api/contests';
  });
  afterEach(async () => {
    await end();
    await closeServed();
  });

  it('are listed, each in a line', async () => {
    const [line] = (await (await fetch(url)).json()) as ContestView[];
    expect(line).to.include({ id: '0123456789ab', title: 'tuning of greedy' });
    expect(line).not.to.have.any.keys('details', 'seed');
    expect(await (await fetch(`${url}/0123456789ab`)).json()).to.deep.equal(contests[0]);
  });

  it('are not there under another id', async () => {
    for (const path of ['/ffffffffffff', '/ffffffffffff/live']) expect((await fetch(url + path)).status).to.equal(404);
  });

  it('are streamed as they change, up to the last state', async () => {
    const response = await fetch(`${url}/0123456789ab/live`);
    expect(response.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).to.equal('no-store');
    contests = [contestView({ pairs: 5 })];
    let text = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.includes('"pairs":5')) contests = [contestView({ pairs: 6, state: 'over' })];
    }
    const events = text.split('\n\n').filter((event) => event !== '');
    expect(events.pop()).to.equal('event: end\ndata: {}');
    const pairs = events.map((event) => (JSON.parse(event.replace('event: contest\ndata: ', '')) as ContestView).pairs);
    expect(pairs).to.deep.equal([4, 5, 6]);
  });

  it('end their streams before the server closes', async () => {
    const response = await fetch(`${url}/0123456789ab/live`);
    await end();
    expect(await response.text()).to.match(/event: end\ndata: \{\}\n\n$/);
    expect((await fetch(`${url}/0123456789ab/live`)).status).to.equal(503);
  });
});
