import { expect } from 'chai';
import { request } from 'node:http';
import { PAGE_POLICY } from '../../src/http/page-routes/page-document.js';
import { startPageServer, type PageServer } from '../../src/commands/browser-page.js';
import { answerJson, type AppRouter } from '../../src/http/context.js';

const servers: PageServer[] = [];

async function serve(extend: (router: AppRouter) => void = () => {}, bugs: unknown[] = []): Promise<PageServer> {
  const server = await startPageServer(true, { home: '/contest', extend }, (bug) => void bugs.push(bug));
  servers.push(server);
  return server;
}

/** The status that a request gets whose `Host` is this. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('startPageServer', () => {
  afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))));

  it('serves the page to browsers and JSON to all, on this machine alone', async () => {
    const { url } = await serve((router) => router.get('/api/thing', (ctx) => answerJson(ctx, '{"is":1}')));
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    const page = await fetch(`${url}/contest`, { headers: { Accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).to.equal(PAGE_POLICY);
    expect(await page.text())
      .to.contain('<div id="page">')
      .and.contain('&quot;page&quot;:&quot;contest&quot;');
    const start = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' });
    expect([start.status, start.headers.get('location')]).to.deep.equal([302, '/contest']);
    expect(await (await fetch(`${url}/api/thing`)).json()).to.deep.equal({ is: 1 });
    expect(await statusFor(`${url}/api/thing`, 'evil.example')).to.equal(403);
  });

  it('says what is not there, and reports its own bugs', async () => {
    const bugs: unknown[] = [];
    const broken = new Error('broken');
    const { url } = await serve((router) => router.get('/api/broken', () => Promise.reject(broken)), bugs);
    expect((await fetch(`${url}/api/brokem`)).status).to.equal(404);
    expect((await fetch(`${url}/api/broken`)).status).to.equal(500);
    expect(bugs).to.deep.equal([broken]);
  });

  it('names the flag if the port is taken', async () => {
    const { url } = await serve();
    const taken = startPageServer(Number(new URL(url).port), { home: '/contest', extend() {} });
    await taken.then(
      () => expect.fail('the port was taken'),
      (error: Error) =>
        expect(error.message).to.match(/^--browser port \d+ on 127\.0\.0\.1 is in use.*--browser PORT\.$/),
    );
  });
});
