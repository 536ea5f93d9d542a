import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ContestView } from '../../../../src/views/contest-report.js';
import { useContest } from '../../../support/compare-command.js';
import { inRepository } from '../../../support/fixtures.js';

const CLI = inRepository('dist/src/cli.js');

/** A call of the command line. */
interface Call {
  /** The link that it prints. */
  readonly link: Promise<string>;
  readonly ended: Promise<{ readonly code: number; readonly err: string }>;
  interrupt(): void;
}

/** The states that the page of a command streams until it closes, the last of them first. */
async function statesAt(link: string): Promise<ContestView[]> {
  const text = await (await fetch(new URL('/api/contest/live', link))).text();
  expect(text).to.match(/event: end\ndata: \{\}\n\n$/);
  const events = text.split('\n\n').filter((event) => event.startsWith('event: contest\n'));
  return events.map((event) => JSON.parse(event.replace(/^.*\ndata: /, '')) as ContestView).toReversed();
}

describe('--browser', () => {
  const { folder } = useContest('compare', 'greedy', 'cautious', 'random', 'clumsy');

  function call(...args: string[]): Call {
    const child = spawn(process.execPath, [CLI, ...args, '--max-turns', '60', '--seed', 'page'], {
      cwd: folder.path,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    const link = new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (piece: Buffer) => {
        err += piece.toString();
        const [found] = /http:\/\/127\.0\.0\.1:\d+\/contest\b/.exec(err) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`no link: ${err}`)));
    });
    const ended = once(child, 'exit').then(([code]) => ({ code: Number(code), err }));
    return { link, ended, interrupt: () => child.kill('SIGINT') };
  }

  it('shows a match while it runs, and ends with the command', async () => {
    const { link, ended, interrupt } = call('compare', 'greedy', 'cautious', '--games', '100000', '--browser');
    const url = await link;
    const page = await fetch(url, { headers: { Accept: 'text/html' } });
    expect(await page.text()).to.contain('<div id="page">');
    const streamed = statesAt(url);
    const live = await fetch(new URL('/api/contest/live', url));
    expect(live.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(live.headers.get('cache-control')).to.equal('no-store');
    await live.body!.cancel();
    interrupt();
    expect((await ended).code).to.equal(3);
    const states = await streamed;
    expect(states.at(-1)).to.include({ state: 'running', title: 'cautious against greedy', maxPairs: 50_000 });
    const [last] = states as [ContestView];
    expect(last.state).to.equal('stopped');
    expect(last.shown.kind === 'match' && (last.shown.trail.at(-1)?.pairs ?? 0)).to.equal(last.shown.report.pairs);
  });

  it('shows a tournament', async () => {
    const { ended, link } = call('tournament', 'greedy', 'cautious', 'random', '--pairs', '10', '--browser', '0');
    const [last] = (await statesAt(await link)) as [ContestView];
    expect((await ended).code).to.equal(0);
    const { shown } = last;
    expect(last.state).to.equal('over');
    expect(shown.report).to.include({ pairs: 30, games: 60 });
    expect(shown.kind === 'tournament' && shown.report.participants.map(({ against }) => against.length)).to.deep.equal(
      [3, 3, 3],
    );
  });

  it('shows a tuning, and on the same page the match that decides about it', async () => {
    const sprt = ['--sprt', 'elo1=1000', '-W', '7', '-H', '7'];
    const { ended, link } = call('tune', 'clumsy', '--only', 'steadiness', '--games', '40', ...sprt, '--browser');
    const url = await link;
    const [last] = (await statesAt(url)) as [ContestView];
    const { err } = await ended;
    expect(err.match(/http:\/\/127\.0\.0\.1:\d+\/contest\b/g)).to.deep.equal([url, url]);
    expect(last.shown.kind).to.equal('match');
  });
});
