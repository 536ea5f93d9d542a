/** What commands do on a terminal only. */
import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTerminals, killProcesses, startOnTerminal, writeConfig, writeFolder } from '../../support/host-process.js';

const CTRL_C = '\u0003';

describe('on a terminal', function () {
  this.timeout(120_000);
  before(function () {
    if (!hasTerminals) this.skip();
  });
  after(killProcesses);

  it('serve --reload shows a fault with its line, and says when it is fixed', async () => {
    const good = 'export const customization = {};\nexport const move = () => "up";\n';
    const folder = writeFolder({ 'mine.js': good });
    const file = join(folder, 'mine.js');
    const snakes = [{ prefix: '/mine', strategy: 'mine' }];
    const terminal = startOnTerminal(['serve', '--reload', '--config', writeConfig({ snakes, strategies: folder })]);
    await terminal.shows(/ INFO: serving /);
    writeFileSync(file, `${good}const list = [1, 2;\n`);
    await terminal.shows(/ERROR: configuration not reloaded: keeping the running version \(changed: \S*mine\.js\)\n/);
    await terminal.shows(/mine\.js:3:19 Expected "\]" but found ";"\n {2}3 \| const list = \[1, 2;\n {24}\^\n/);
    writeFileSync(file, good);
    await terminal.shows(/configuration fixed .*mine\.js/);
    terminal.type(CTRL_C);
    expect(await terminal.ended).to.equal(0);
  });

  const calls = {
    compare: ['up', 'wild', '--games', '2'],
    tournament: ['up', 'wild', '--pairs', '1'],
  };
  for (const [command, words] of Object.entries(calls)) {
    it(`${command} --browser prints its result, and keeps the page until Ctrl-C`, async () => {
      const config = writeConfig({ snakes: [{ prefix: '/up', strategy: 'up' }] });
      const flags = ['--max-turns', '5', '--seed', 'page', '--config', config, '--browser'];
      const terminal = startOnTerminal([command, ...words, ...flags]);
      await terminal.shows(/Press Ctrl-C to close the page\./);
      expect(terminal.shown()).to.match(/seed page/);
      const [link] = /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(terminal.shown())!;
      const look = () => fetch(link, { headers: { Accept: 'text/html' } }).then(({ status }) => status);
      expect(await look()).to.equal(200);
      terminal.type(CTRL_C);
      expect(await terminal.ended).to.equal(0);
      expect(await look().catch(() => 'gone')).to.equal('gone');
    });
  }
});
