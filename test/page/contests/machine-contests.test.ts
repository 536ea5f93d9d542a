import { expect } from 'chai';
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MAX_WORKERS, type ContestView } from '../../../src/page/api/contests.js';
import { ContestFolder } from '../../../src/page/contests/contest-folder.js';
import { isContestView } from '../../../src/page/contests/contest-schema.js';
import { toContestLine } from '../../../src/page/contests/contest-source.js';
import { MachineContests } from '../../../src/page/contests/machine-contests.js';
import { useFolder } from '../../support/journals.js';
import { contestView, workerView } from '../../support/contest-views.js';

describe('MachineContests', () => {
  const at = useFolder();
  let folder: ContestFolder;
  const servers: Server[] = [];
  let count = 0;
  beforeEach(() => void (folder = new ContestFolder(at.path(`machine ${count++}`))));
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  /** A command that answers like this, and is registered. Returns its URL. */
  async function answering(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder.register(url);
    return url;
  }

  /** A command that shows this contest. */
  const showing = (contest: ContestView, asked: string[] = []) =>
    answering((request, response) => {
      asked.push(request.url!);
      response.end(JSON.stringify(request.url === '/api/contests' ? [toContestLine(contest)] : contest));
    });

  it('asks the command that runs, and names its address, whatever the command says', async () => {
    const contest = contestView({ url: 'http://127.0.0.1:9' });
    const url = await showing(contest);
    const contests = new MachineContests(folder);
    expect(await contests.list()).to.deep.equal([{ ...toContestLine(contest), url }]);
    expect(await contests.find(contest.id)).to.deep.equal({ ...contest, url });
    expect(await contests.find('ffffffffffff')).to.equal(undefined);
  });

  it('shows the workers of a contest on a queue, bounded', async () => {
    const workers = { playing: 1, silent: 0, refused: 0 };
    const contest = contestView({ workers, workerRows: [workerView()] });
    const url = await showing(contest);
    const contests = new MachineContests(folder);
    expect(await contests.list()).to.deep.equal([{ ...toContestLine(contest), url }]);
    expect(await contests.find(contest.id)).to.deep.equal({ ...contest, url });
    const many = contestView({ workerRows: Array.from({ length: MAX_WORKERS + 1 }, () => workerView()) });
    expect(isContestView(many)).to.equal(false);
  });

  it('leaves out what another version says beyond that', async () => {
    const workers = { playing: 1, silent: 0, refused: 0 };
    const contest = contestView({ workers, workerRows: [workerView()] });
    // As Serpentarium 0.1 said it.
    const more = {
      workers: { ...workers, named: 1 },
      workerRows: [{ ...workerView(), compared: 12, findings: ['differs'] }],
    };
    const url = await showing({ ...contest, ...more });
    const contests = new MachineContests(folder);
    expect(await contests.list()).to.deep.equal([{ ...toContestLine(contest), url }]);
    expect(await contests.find(contest.id)).to.deep.equal({ ...contest, url });
  });

  it('asks once for many readers', async () => {
    const asked: string[] = [];
    await showing(contestView(), asked);
    const contests = new MachineContests(folder);
    await Promise.all(Array.from({ length: 20 }, () => contests.list()));
    expect(asked).to.deep.equal(['/api/contests']);
  });

  it('lists what is over behind what runs', async () => {
    const over = contestView({ id: 'f'.repeat(12), state: 'over' });
    await showing(contestView());
    folder.keep(over);
    const contests = new MachineContests(folder);
    expect((await contests.list()).map(({ id }) => id)).to.deep.equal(['0123456789ab', over.id]);
    expect(await contests.find(over.id)).to.deep.equal(over);
  });

  const nonsense: Record<string, RequestListener> = {
    'no JSON': (_, response) => response.end('<html>'),
    'something else': (_, response) => response.end('[{"id":"0123456789ab"}]'),
    'a string that is too long': (_, response) =>
      response.end(JSON.stringify([toContestLine(contestView({ title: 'x'.repeat(3000) }))])),
    'without end': (_, response) => void setInterval(() => response.write(' '.repeat(300_000)), 1).unref(),
    'with another place': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    'by hanging up': (request) => request.socket.destroy(),
  };
  for (const [what, listener] of Object.entries(nonsense)) {
    it(`leaves out what answers ${what}`, async () => {
      await answering(listener);
      expect(await new MachineContests(folder).list()).to.deep.equal([]);
    });
  }
});
