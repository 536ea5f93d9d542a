import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { ContestLine, ContestView } from '../../../../src/page/api/contests.js';
import { ContestFolder } from '../../../../src/page/contests/contest-folder.js';
import { MachineContests } from '../../../../src/page/contests/machine-contests.js';
import { isContestView } from '../../../../src/page/contests/contest-schema.js';
import { useContest } from '../../../support/compare-command.js';
import { inRepository } from '../../../support/fixtures.js';
import { useFolder } from '../../../support/journals.js';

const CLI = inRepository('dist/src/cli.js');

/** A call of the command line with a folder for temporary files of its own. */
interface Call {
  /** The link that it prints. */
  readonly link: Promise<string>;
  readonly ended: Promise<{ readonly code: number; readonly err: string }>;
  interrupt(): void;
}

describe('--browser', () => {
  const { folder } = useContest('compare', 'greedy', 'cautious', 'random', 'clumsy');
  const at = useFolder();
  let temp: string;
  let count = 0;
  beforeEach(() => mkdirSync((temp = at.path(`temp ${count++}`))));

  function call(...args: string[]): Call {
    const child = spawn(process.execPath, [CLI, ...args, '--max-turns', '60', '--seed', 'page'], {
      cwd: folder.path,
      env: { ...process.env, TMPDIR: temp },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    const link = new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (piece: Buffer) => {
        err += piece.toString();
        const [found] = /http:\/\/127\.0\.0\.1:\d+\/contests\/[0-9a-f]{12}/.exec(err) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`no link: ${err}`)));
    });
    const ended = once(child, 'exit').then(([code]) => ({ code: Number(code), err }));
    return { link, ended, interrupt: () => child.kill('SIGINT') };
  }

  /** Contests as the page of a host would list them. */
  function machineContests(): MachineContests {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temp;
    try {
      return new MachineContests(new ContestFolder());
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  }

  it('shows a match while it runs, to the host as well, and is gone with the command', async () => {
    const { link, ended, interrupt } = call('compare', 'greedy', 'cautious', '--games', '100000', '--browser');
    const url = new URL(await link);
    const page = await fetch(url, { headers: { Accept: 'text/html' } });
    expect(await page.text()).to.contain('<div id="page">');
    const id = url.pathname.split('/').at(-1)!;
    const contest = (await (await fetch(`${url.origin}/api/contests/${id}`)).json()) as ContestView;
    expect(isContestView(contest)).to.equal(true);
    expect(contest).to.include({
      id,
      kind: 'match',
      state: 'running',
      title: 'cautious against greedy',
      maxPairs: 50_000,
    });
    const contests = machineContests();
    expect((await contests.list()).map(({ state, url: own }) => [state, own])).to.deep.equal([['running', url.origin]]);
    const stream = fetch(`${url.origin}/api/contests/${id}/live`).then((response) => response.text());
    interrupt();
    expect((await ended).code).to.equal(3);
    expect(await stream)
      .to.contain('"state":"stopped"')
      .and.to.match(/event: end\ndata: \{\}\n\n$/);
    const [recent] = await machineContests().list();
    expect(recent).to.include({ id, state: 'stopped' }).and.not.to.have.property('url');
  });

  it('shows a tournament', async () => {
    const { ended, link } = call('tournament', 'greedy', 'cautious', 'random', '--pairs', '1', '--browser', '0');
    await link;
    expect((await ended).code).to.equal(0);
    const contests = machineContests();
    const [line] = (await contests.list()) as [ContestLine];
    const { details } = (await contests.find(line.id))!;
    expect(line).to.include({ kind: 'tournament', state: 'over', pairs: 3, games: 6 });
    expect(details.kind === 'tournament' && details.participants.map(({ against }) => against.length)).to.deep.equal([
      3, 3, 3,
    ]);
  });

  it('shows a tuning, and on the same page the match that decides about it', async () => {
    const sprt = ['--sprt', 'elo1=1000', '-W', '7', '-H', '7'];
    const { ended, link } = call('tune', 'clumsy', '--only', 'steadiness', '--games', '40', ...sprt, '--browser');
    const first = new URL(await link);
    const { err } = await ended;
    const links = err.match(/http:\/\/127\.0\.0\.1:\d+\/contests\/[0-9a-f]{12}/g)!;
    expect(links.map((one) => new URL(one).origin)).to.deep.equal([first.origin, first.origin]);
    const list = await machineContests().list();
    expect(list.map(({ kind }) => kind)).to.have.members(['tuning', 'match']);
  });
});
