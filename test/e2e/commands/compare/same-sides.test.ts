import { expect } from 'chai';
import { useCompare } from '../../../support/compare-command.js';

describe('serpentarium compare with the same snake twice', () => {
  const { compare, run, folder, changePlan } = useCompare('constant', 'cautious', 'needs-pondering');

  it('refuses it, and says what to do instead', async () => {
    folder.write('config/snakes.yaml', 'snakes: [{ prefix: /sure, strategy: constant }]\n');
    for (const candidate of ['constant', '/sure']) {
      const { code, err, out } = await compare('constant', candidate);
      expect([code, out]).to.deep.equal([2, '']);
      expect(err).to.match(/^CANDIDATE has the code and the options of the base, .*--options-candidate/);
    }
  });

  it('takes the same strategy again if the other side has other options', async () => {
    const { code } = await compare('cautious', 'cautious', '--options-candidate', '{"hungerBelow":60}', '--games', '2');
    expect(code).to.equal(0);
  });

  it('takes the same strategy again with --ponder if one side may not ponder, also when it continues', async () => {
    const one = '{ prefix: /thinks-on, strategy: needs-pondering }';
    const other = '{ prefix: /waits, strategy: needs-pondering, ponder: false }';
    folder.write('config/snakes.yaml', `snakes: [${one}, ${other}]\n`);
    const sides = ['/waits', '/thinks-on'];
    expect((await compare('--ponder', ...sides)).err).to.include('Without one, put --ponder last.\n');
    expect((await compare(...sides)).err).to.match(/^CANDIDATE has the code and the options of the base/);
    const first = await compare(...sides, '--games', '4', '--save', 'match.json', '--ponder');
    expect(first.out).to.match(/\nside +found by pondering\nbase *\ncandidate +100 %\n/);
    changePlan({ games: 8 });
    const longer = await run('--resume', 'match.json', '--json');
    expect([longer.err, longer.code]).to.deep.equal(['', 0]);
    const { candidate, base } = longer.report();
    expect(candidate).to.include({ wins: 8, losses: 0 });
    expect(candidate.pondered!.found).to.equal(candidate.pondered!.turns);
    expect(base.pondered).to.equal(undefined);
    changePlan({ games: 12, ponder: 1000 });
    const changed = await run('--resume', 'match.json');
    expect(changed.err).to.equal('match.json was played with ponder 100, not 1000. Begin a new match.\n');
  });
});
