import { expect } from 'chai';
import { ask, inProcess, type WatchedRunner } from '../../../support/runners.js';
import { until } from '../../../support/soon.js';

describe('ProcessRunner, when the system does not start a child', () => {
  const { execPath } = process;
  let watched: WatchedRunner;
  afterEach(async () => {
    process.execPath = execPath;
    await watched.runner.close();
  });
  const count = (kind: string) => watched.events.filter((event) => event.kind === kind).length;
  const pids = () => watched.runner.status().map(({ pid }) => pid);

  it('answers with the reason, shows no child that is not there, and tries again until one starts', async () => {
    watched = await inProcess()('exit');
    process.execPath = '/nowhere/node';
    expect(await ask(watched.runner)).to.include({ kind: 'failed', reason: 'the process exited with code 0' });
    const { text } = await watched.next('childNotStarted');
    expect(text).to.equal('the process could not be started: spawn /nowhere/node ENOENT');
    expect(pids()).to.deep.equal([]);
    expect(await ask(watched.runner, { turn: 1 })).to.deep.include({ kind: 'failed', reason: text });
    await until(() => count('childNotStarted') >= 3);

    process.execPath = execPath;
    await until(() => pids().length === 1);
    expect(pids()[0]).to.be.above(1);
    expect(await ask(watched.runner, { turn: 2 })).to.include({
      kind: 'failed',
      reason: 'the process exited with code 0',
    });
    expect(count('childStopped')).to.equal(2);
  });

  it('plays further games in the children that are there, and asks for no other each time', async () => {
    watched = await inProcess({ processes: 4 })('good');
    expect(await ask(watched.runner, { game: 'one' })).to.include({ kind: 'moved' });
    process.execPath = '/nowhere/node';
    for (const game of ['two', 'three', 'four']) {
      expect(await ask(watched.runner, { game })).to.include({ kind: 'moved' });
    }
    expect(count('childNotStarted')).to.equal(1);
    expect(watched.runner.status().map(({ games }) => games)).to.deep.equal([4]);
  });

  it('says why if it is the first child', async () => {
    process.execPath = '/nowhere/node';
    const failure = await inProcess()('good').catch((thrown: unknown) => thrown);
    expect(String(failure)).to.equal('Error: the process could not be started: spawn /nowhere/node ENOENT');
    process.execPath = execPath;
    watched = await inProcess()('good');
  });
});
