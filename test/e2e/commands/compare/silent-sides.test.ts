import { expect } from 'chai';
import { useCompare } from '../../../support/compare-command.js';
import { closeHttpSnakes, serveHttpSnake } from '../../../support/http-snakes.js';

describe('serpentarium compare with a side that does not play', () => {
  const { compare } = useCompare('constant', 'random', 'throw', 'no-return', 'exit', 'proposes-only');

  it('gives no verdict on a base that throws, however often the candidate wins', async () => {
    const { code, out } = await compare('throw', 'constant', '--games', '4');
    expect(code).to.equal(4);
    const [last] = out.split('\n\n').slice(-1);
    expect(last!.replaceAll('\n', ' ')).to.match(
      /^Base throw did not play: none of its \d+ moves was its own \(failed: move threw: .*\)\. Therefore this match says nothing about who is better\. $/,
    );
  });

  it('notices a server that introduces itself and never moves', async () => {
    const url = (await serveHttpSnake(({ method }) => (method === 'GET' ? undefined : {}), '/snake')).url.href;
    const { code, report } = await compare('constant', url, '--games', '2', '--json');
    await closeHttpSnakes();
    expect(code).to.equal(4);
    expect(report().didNotPlay).to.deep.equal(['candidate']);
    expect(report().sentence).to.contain(`Candidate ${url} did not play: none of its`);
  });
});
