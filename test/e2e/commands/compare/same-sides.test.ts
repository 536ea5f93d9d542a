import { expect } from 'chai';
import { useCompare } from '../../../support/compare-command.js';

describe('serpentarium compare with the same snake twice', () => {
  const { compare, folder } = useCompare('constant', 'cautious');

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
});
