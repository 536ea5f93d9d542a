import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ContestView } from '../../../../src/views/contest-view.js';
import { useContest } from '../../../support/compare-command.js';
import { inRepository } from '../../../support/fixtures.js';
import { parseEvents, readLive } from '../../../support/live-readers.js';
import { until } from '../../../support/soon.js';

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
  const text = await (await fetch(new URL('/api/live', link))).text();
  expect(text).to.match(/event: end\ndata: \{"reason":"over"\}\n\n$/);
  const events = parseEvents(text).filter(({ event }) => event === 'snapshot' || event === 'update');
  return events.map(({ data }) => data as ContestView).toReversed();
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
    const live = await fetch(new URL('/api/live', url));
    expect(live.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(live.headers.get('cache-control')).to.equal('no-store');
    await live.body!.cancel();
    const reader = await readLive(new URL('/api/live', url).href);
    await until(() => reader.events.some(({ data }) => (data as Partial<ContestView>).pairs! >= 5));
    reader.close();
    interrupt();
    expect((await ended).code).to.equal(3);
    const states = await streamed;
    expect(states.at(-1)).to.include({
      state: 'running',
      title: 'candidate cautious against base greedy',
      maxPairs: 50_000,
    });
    const [last] = states as [ContestView];
    expect(last.state).to.equal('stopped');
    const elo = last.sections.find((section) => section.kind === 'curve');
    expect(elo?.points.at(-1)?.x).to.equal(last.pairs);
  });

  it('shows a tournament', async () => {
    const { ended, link } = call('tournament', 'greedy', 'cautious', 'random', '--pairs', '10', '--browser', '0');
    const [last] = (await statesAt(await link)) as [ContestView];
    expect((await ended).code).to.equal(0);
    expect(last).to.include({ state: 'over', pairs: 30, games: 60 });
    const tables = last.sections.filter((section) => section.kind === 'table');
    expect(
      tables.find(({ title }) => title === 'Score of each against each')?.rows.map(({ length }) => length),
    ).to.deep.equal([4, 4, 4]);
  });

  it('shows a tuning, and on the same page the match that decides about it', async () => {
    const sprt = ['--sprt', 'elo1=1000', '-W', '7', '-H', '7'];
    const { ended, link } = call('tune', 'clumsy', '--only', 'steadiness', '--games', '40', ...sprt, '--browser');
    const url = await link;
    const [last] = (await statesAt(url)) as [ContestView];
    const { err } = await ended;
    expect(err.match(/http:\/\/127\.0\.0\.1:\d+\/contest\b/g)).to.deep.equal([url, url]);
    expect(last.title).to.match(/^candidate clumsy /);
  });
});
