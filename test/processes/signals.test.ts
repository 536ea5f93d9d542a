import { expect } from 'chai';
import { killHard } from '../../src/processes/proc.js';

describe('killHard', () => {
  const { kill } = process;
  let sent: unknown[][] = [];
  beforeEach(() => {
    sent = [];
    process.kill = (...args) => {
      sent.push(args);
      return true;
    };
  });
  afterEach(() => {
    process.kill = kill;
  });

  it('kills a process, and a group by the negative number', () => {
    killHard(4711, 'process');
    killHard(4711, 'group');
    expect(sent).to.deep.equal([
      [4711, 'SIGKILL'],
      [-4711, 'SIGKILL'],
    ]);
  });

  for (const pid of [undefined, -1, 0, 1, -4711, 2.5, Number.NaN, Infinity, process.pid]) {
    it(`sends nothing to ${pid === process.pid ? 'its own process' : pid}`, () => {
      killHard(pid, 'process');
      killHard(pid, 'group');
      expect(sent).to.deep.equal([]);
    });
  }
});

describe('the source', () => {
  it('signals other processes by number in one place only; signal 0 only asks whether they live', async () => {
    const { readSourceFiles } = await import('../support/source-files.js');
    const places = readSourceFiles('src').filter(({ text }) =>
      /\bprocess\.kill\((?!process\.pid,|[^\n]*, 0\))/.test(text),
    );
    expect(places.map(({ path }) => path)).to.deep.equal(['processes/proc.ts']);
  });
});
