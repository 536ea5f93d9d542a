/** Who may look at what: the login of the admin port. */
import { expect } from 'chai';
import { join } from 'node:path';
import { describeInBrowser, expectSound } from '../../support/looks.js';
import { spawnHost, writeFolder, type HostProcess } from '../../support/host-process.js';
import { useStage } from './stage.js';

const TOKEN = 'a token that is long enough';
/** The browser itself says that a request was refused. */
const REFUSED = /status of 401/;

describeInBrowser('the admin port with a token', () => {
  const stage = useStage();
  let host: HostProcess;
  before(async () => {
    host = await spawnHost({
      snakes: [{ prefix: '/a', strategy: 'good', isolation: 'inline' }],
      server: { admin: { port: 0, token: TOKEN } },
      journal: { path: join(writeFolder({}), 'games.db') },
    });
  });

  it('asks for it, refuses a wrong one, remembers the right one, and forgets it on logging out', () =>
    stage().look(
      async ({ page, open }) => {
        await open('/games');
        const token = page.getByLabel('Token');
        const logIn = page.getByRole('button', { name: 'Log in' });
        await token.and(page.locator(':focus')).waitFor();
        await token.fill('wrong');
        await logIn.click();
        await page.getByRole('alert').filter({ hasText: 'not the token' }).waitFor();
        await expectSound(page, 'a refused login');
        await token.fill(TOKEN);
        await page.keyboard.press('Enter');
        await page.getByText('No game is kept yet.').waitFor();
        const [cookie] = await page.context().cookies();
        expect(cookie).to.include({ httpOnly: true, sameSite: 'Strict' });
        expect(cookie!.value).not.to.include(TOKEN);
        await page.reload();
        await page.getByText('No game is kept yet.').waitFor();
        await page.getByRole('button', { name: 'Log out' }).click();
        await token.waitFor();
        expect(await page.context().cookies()).to.deep.equal([]);
        const refused = await page.evaluate<number>(`fetch('/api/games').then(({ status }) => status)`);
        expect(refused).to.equal(401);
      },
      { allowed: REFUSED },
      host.admin,
    ));
});
