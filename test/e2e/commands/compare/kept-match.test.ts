import { expect } from 'chai';
import { once } from 'node:events';
import { endOf, useCompare } from '../../../support/compare-command.js';

/** Times are never the same; all else follows from the seed. */
const TIMES = /"took":\{[^}]*\}/g;

describe('serpentarium compare --save and --resume', () => {
  const { start, compare, run, onceSaved, savedTally, changePlan } = useCompare(
    'constant',
    'random',
    'cautious',
    'dice',
    'notes',
  );

  it('resumes after SIGKILL from the file alone, with the same result', async () => {
    const args = ['notes', 'dice', '--games', '2000'];
    const whole = await compare(...args, '--json');
    const killed = start(...args, '--save', 'match.json');
    await onceSaved(killed);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const { pairs } = savedTally();
    expect(pairs).to.be.within(1, 999);
    const resumed = await run('--resume', 'match.json', '--json', '--concurrency', '1');
    expect(resumed.report().base.searched).to.deep.equal({ depth: 4, nodes: 3 });
    expect(resumed.report().candidate.searched).to.deep.equal({ depth: null, nodes: null });
    expect(resumed.code).to.equal(0);
    expect(resumed.out.replaceAll(TIMES, '')).to.equal(whole.out.replaceAll(TIMES, ''));
    expect(savedTally().pairs).to.equal(1000);
  });

  it('keeps options, opponents, game, test and limit in the file', async () => {
    const game = ['--per-game', '3', '--opponents', 'random', '-W', '7', '-H', '7', '--foodSpawnChance', '50'];
    const test = ['--sprt', 'elo1=5', '--games', '6'];
    const options = ['--options-candidate', '{"hungerBelow":60}'];
    const first = await compare('constant', '/sure', ...game, ...test, ...options, '--save', 'match.json', '--json');
    const again = await run('--resume', 'match.json', '--json');
    expect(again.err).to.equal('');
    expect(again.report()).to.deep.equal(first.report());
    changePlan({ games: 12 });
    const longer = await run('--resume', 'match.json', '--concurrency', '1', '--json');
    expect(longer.report()).to.include({ games: 12, snakes: 3, seed: 'seven' });
    expect(longer.report().llr).to.be.a('number');
    expect(longer.report().candidate.options).to.deep.equal({ hungerBelow: 60 });
  });

  it('ends on Ctrl-C with the report so far, exit code 3, and the line that continues it', async () => {
    const child = start('constant', 'dice', '--games', '100000', '--save', 'match.json', '--json');
    const ended = endOf(child);
    await onceSaved(child);
    child.kill('SIGINT');
    const { code, err, report } = await ended;
    expect(code).to.equal(3);
    expect(report().pairs).to.be.within(1, 49_999);
    expect(savedTally().pairs).to.equal(report().pairs);
    expect(err).to.include('Stopped. To continue:\nnpx serpentarium compare --resume match.json --json\n');
  });

  it('refuses words that could change the plan', async () => {
    await compare('constant', 'dice', '--games', '2', '--save', 'match.json');
    const hint =
      'cannot be given with --resume: "match.json" has the plan of its match. Begin a new match to change it.';
    for (const words of [['--games', '12'], ['--timeout', '77'], ['--seed', 'x'], ['dice']]) {
      const { code, err } = await run('--resume', 'match.json', ...words);
      expect([code, err]).to.deep.equal([2, `${words[0]} ${hint}\n`]);
    }
  });
});
