/** A match with `--browser`: its page while it runs. */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describeInBrowser, expectSound, expectUsable } from '../../support/looks.js';
import { inRepository } from '../../support/fixtures.js';
import { writeFolder } from '../../support/host-process.js';
import { soon } from '../../support/soon.js';
import { useStage, writeStrategies } from './stage.js';

describeInBrowser('a match with --browser', () => {
  const stage = useStage();

  it('shows how it goes, and how it ended', async () => {
    const config = join(
      writeFolder({ 'snakes.yaml': `strategies: ${writeStrategies()}\nsnakes: [{ prefix: /a, strategy: greedy }]\n` }),
      'snakes.yaml',
    );
    const args = `compare greedy cautious --games 100000 --max-turns 40 --browser --config ${config}`.split(' ');
    const child = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...args], {
      env: { ...process.env, TMPDIR: stage().temp },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    try {
      const url = new URL(await soon(linkIn(child.stderr), () => 'the link to the page'));
      await stage().look(
        async ({ page, open }) => {
          await open(url.pathname);
          await page.getByRole('heading', { level: 1, name: 'candidate cautious against base greedy' }).waitFor();
          await page.getByText('running', { exact: true }).waitFor();
          expect(await page.title()).to.equal('candidate cautious against base greedy · Serpentarium');
          await expectSound(page, 'a running match');
          await open('/');
          await page.getByText('running', { exact: true }).waitFor();
          expect(page.url()).to.equal(url.href);
          child.kill('SIGINT');
          await page.getByText('stopped', { exact: true }).waitFor();
          await expectUsable(page, 'a match that was stopped');
        },
        // The command ends before its page.
        { allowed: /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/ },
        url.origin,
      );
      await ended;
    } finally {
      child.kill('SIGKILL');
    }
  });
});

/** The link that the command prints. */
function linkIn(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    stream.on('data', (piece: Buffer) => {
      text += piece.toString();
      const [link] = /http:\/\/127\.0\.0\.1:\d+\/contest\b/.exec(text) ?? [];
      if (link !== undefined) resolve(link);
    });
  });
}
