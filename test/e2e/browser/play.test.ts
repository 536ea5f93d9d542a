/** A local game with `--browser`, in which the snake that is shown dies first. */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describeInBrowser } from '../../support/looks.js';
import { inRepository } from '../../support/fixtures.js';
import { writeFolder } from '../../support/host-process.js';
import { soon, until } from '../../support/soon.js';
import { useStage, writeStrategies } from './stage.js';

describeInBrowser('a game with --browser', () => {
  const stage = useStage();

  it('continues after the death of its first snake, which is marked once', async () => {
    const config = join(
      writeFolder({ 'snakes.yaml': `strategies: ${writeStrategies()}\nsnakes: [{ prefix: /a, strategy: greedy }]\n` }),
      'snakes.yaml',
    );
    const args = `play --snake up --snake greedy --snake cautious --delay 300ms --seed 4 --browser --config ${config}`;
    const child = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...args.split(' ')], {
      env: { ...process.env, TMPDIR: stage().temp },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    try {
      const url = new URL(await soon(linkIn(child.stderr), () => 'the link to the page'));
      await stage().look(
        async ({ page, open }) => {
          await open(url.pathname);
          const fate = page.locator('.snake-list .fate').first();
          await fate.getByText(/ on turn \d+$/).waitFor();
          const died = Number(/\d+$/.exec(await fate.innerText())?.[0]);
          const shown = async () => Number(await page.locator('.turn-count strong').innerText());
          await until(async () => (await shown()) >= died + 4);
          // One on the plot, and its sample in the legend.
          expect(await page.locator('.course .mark.death').count()).to.equal(2);
          const rows = page.locator('.turn-list [role=option]', { has: page.locator('.tag.death') });
          await page.getByRole('button', { name: 'death' }).click();
          expect(await rows.count()).to.equal(1);
          expect(await shown()).to.equal(died);
          await page.getByText(`Eliminated on turn ${died}`).waitFor();
        },
        { allowed: /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/ },
        url.origin,
      );
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });
});

/** The link that the command prints. */
function linkIn(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    stream.on('data', (piece: Buffer) => {
      text += piece.toString();
      const [link] = /http:\/\/127\.0\.0\.1:\d+\/games\/\S+/.exec(text) ?? [];
      if (link !== undefined) resolve(link);
    });
  });
}
