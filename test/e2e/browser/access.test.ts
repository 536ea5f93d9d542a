/** Who may look at what: the token of the admin port, which browsers send as a password. */
import { expect } from 'chai';
import { describeInBrowser } from '../../support/looks.js';
import { newJournal, spawnHost, type HostProcess } from '../../support/host-process.js';
import { useStage } from './stage.js';

const TOKEN = 'a token that is long enough';
/** A browser that nobody sits at answers no prompt: it gives up. */
const UNANSWERED = /ERR_INVALID_AUTH_CREDENTIALS/;

/** The address of the host with a password in it: the browser sends it from then on, as after its own prompt. */
function withPassword(address: string, password: string): string {
  const url = new URL(address);
  url.username = 'anybody';
  url.password = password;
  return url.href;
}

describeInBrowser('the admin port with a token', () => {
  const stage = useStage();
  let host: HostProcess;
  before(async () => {
    host = await spawnHost({
      snakes: [{ prefix: '/a', strategy: 'good', isolation: 'inline' }],
      server: { admin: { port: 0, token: TOKEN, path: '/ops' } },
      journal: newJournal(),
    });
  });

  it('has the browser ask for it, and again after a wrong one', async () => {
    for (const base of [host.admin, withPassword(host.admin, 'wrong')])
      await stage().look(
        async ({ page }) => {
          const prompted: unknown = await page.goto(base).catch((error: unknown) => error);
          expect(String(prompted)).to.match(UNANSWERED);
        },
        {},
        base,
      );
  });

  it('needs it once for the page, its data and its stream', () =>
    stage().look(
      async ({ page, open }) => {
        await page.goto(withPassword(`${host.admin}/games`, TOKEN));
        await page.getByText('No games yet.').waitFor();
        await page.goto(withPassword(host.admin, TOKEN));
        await page.getByText('live', { exact: true }).waitFor();
        await open('/games');
        await page.getByText('No games yet.').waitFor();
        await open('/');
        await page.getByText('live', { exact: true }).waitFor();
        const reload = `fetch('/reload', { method: 'POST' }).then(({ status }) => status)`;
        expect(await page.evaluate<number>(reload)).to.equal(200);
        await host.logged(({ msg }) => msg.startsWith('configuration'));
      },
      {},
      host.admin,
    ));

  it('is served below a path of the public port, too, with the same token', () =>
    stage().look(
      async ({ page }) => {
        const below = `${host.url}/ops`;
        const refused = await Promise.all(
          ['', '/', '/games', '/api/games', '/metrics'].map((path) => fetch(below + path)),
        );
        expect(refused.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401, 401]);
        await page.goto(withPassword(below, TOKEN));
        await page.getByText('live', { exact: true }).waitFor();
        await page.getByRole('link', { name: 'Snakes' }).click();
        await page.getByRole('link', { name: '/a' }).click();
        await page.getByRole('heading', { name: '/a' }).waitFor();
        expect(new URL(page.url()).pathname).to.equal('/ops/snakes/a');
        await page.reload();
        await page.getByRole('heading', { name: '/a' }).waitFor();
        expect(await (await fetch(`${host.url}/a`)).json()).to.have.property('apiversion');
        expect((await fetch(`${host.url}/opsy`)).status).to.equal(404);
      },
      {},
      host.url,
    ));

  it('takes nothing from the page of another site that has the browser send the password', () =>
    stage().look(
      async ({ page }) => {
        await page.goto(withPassword(host.admin, TOKEN));
        await page.goto(host.admin);
        await page.goto(`${host.url}/a`);
        await page.evaluate(
          `fetch('${host.admin}/reload', { method: 'POST', mode: 'no-cors', credentials: 'include' })`,
        );
        const read = `fetch('${host.admin}/snakes', { credentials: 'include' }).catch(() => 'refused')`;
        expect(await page.evaluate(read)).to.equal('refused');
        const socket = `new Promise((resolve) => {
          const socket = new WebSocket('${host.admin.replace('http', 'ws')}/games/1/events');
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        })`;
        expect(await page.evaluate(socket)).to.equal('refused');
        // Not a 401: the browser has sent the password each time.
        const headers = { authorization: `Bearer ${TOKEN}` };
        const metrics = await (await fetch(`${host.admin}/metrics`, { headers })).text();
        expect(metrics).to.match(/^serpentarium_refused_total\{status="403"\} 3$/m);
        expect(host.lines.filter(({ msg }) => msg.startsWith('configuration'))).to.have.lengthOf(1);
      },
      // The other site is asked, too, and the browser complains of all that is refused.
      { allowed: /^/ },
      host.admin,
    ));
});
