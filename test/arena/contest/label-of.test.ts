import { expect } from 'chai';
import { labelOf, type Contestant } from '../../../src/arena/contest/contest.js';
import { createMatch } from '../../support/contestants.js';

describe('labelOf', () => {
  it('calls a server of the configuration by its prefix, any other by its URL without the password', () => {
    expect(labelOf({ kind: 'remote', name: '/go', url: 'http://127.0.0.1:8081/' })).to.equal('/go');
    expect(labelOf({ kind: 'remote', name: 'here', url: 'http://me:secret@here/a' })).to.equal('http://here/a');
  });

  it('calls a program by its prefix, and a strategy by its name', async () => {
    const [strategy] = (await createMatch('constant', 'random')).contestants;
    if (strategy.kind !== 'local') throw new Error('not a strategy');
    expect(labelOf(strategy)).to.equal('constant');
    const source = { kind: 'command', name: 'bash.sh', command: ['./bash.sh'], program: '/bash.sh', cwd: '/' } as const;
    const program: Contestant = { ...strategy, config: { ...strategy.config, prefix: '/bash', source } };
    expect(labelOf(program)).to.equal('/bash');
  });
});
