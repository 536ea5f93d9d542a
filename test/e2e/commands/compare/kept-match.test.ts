import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endOf, useCompare } from '../../../support/compare-command.js';
import { fixture } from '../../../support/fixtures.js';

/** Times are never the same; all else follows from the seed. */
const TIMES = /"took":\{[^}]*\}/g;

describe('serpentarium compare --save and --resume', () => {
  const { folder, start, compare, run, onceSaved, savedTally, changePlan } = useCompare(
    'constant',
    'random',
    'cautious',
    'dice',
  );
  const readMatch = () => readFileSync(path.join(folder.path, 'match.json'), 'utf8');

  it('resumes after SIGKILL from the file alone, with the same result', async () => {
    const args = ['constant', 'dice', '--games', '2000'];
    const whole = await compare(...args, '--json');
    const killed = start(...args, '--save', 'match.json');
    await onceSaved(killed);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const { pairs } = savedTally();
    expect(pairs).to.be.within(1, 999);
    const resumed = await run('--resume', 'match.json', '--json');
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

  it('ends on Ctrl-C with the report so far, exit code 3, and the line that goes on', async () => {
    const child = start('constant', 'dice', '--games', '100000', '--save', 'match.json', '--json');
    const ended = endOf(child);
    await onceSaved(child);
    child.kill('SIGINT');
    const { code, err, report } = await ended;
    expect(code).to.equal(3);
    expect(report().pairs).to.be.within(1, 49_999);
    expect(savedTally().pairs).to.equal(report().pairs);
    expect(err).to.include('Stopped. To go on:\nnpx serpentarium compare --resume match.json --json\n');
  });

  it('does not save over a match, and says how to continue it', async () => {
    await compare('constant', 'dice', '--games', '4', '--save', 'match.json');
    const before = readMatch();
    const { code, err } = await compare('constant', 'random', '--games', '2', '--save', 'match.json');
    expect(code).to.equal(2);
    expect(err).to.equal(
      '--save "match.json" holds a match already. Continue it with --resume match.json, or choose another file.\n',
    );
    expect(readMatch()).to.equal(before);
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

  it('refuses to resume another match, in words', async () => {
    await compare('constant', 'dice', '--games', '2', '--save', 'match.json');
    changePlan({ timeout: 77, opponents: 'random', perGame: 3 });
    const other = await run('--resume', 'match.json');
    expect(other.code).to.equal(2);
    expect(other.err).to.equal(
      [
        'match.json was played with nobody as opponent, not "random". Begin a new match.',
        'match.json was played with snakes 2, not 3. Begin a new match.',
        'match.json was played with timeout 100, not 77. Begin a new match.\n',
      ].join('\n'),
    );
  });

  it('refuses to resume with a strategy that has changed, in words', async () => {
    await compare('constant', 'dice', '--games', '2', '--save', 'match.json');
    folder.write(
      'strategies/dice.js',
      `${readFileSync(fixture('strategies/dice.js'), 'utf8')}\nglobalThis.other = 1;\n`,
    );
    const { code, err } = await run('--resume', 'match.json');
    expect({ code, err }).to.deep.equal({
      code: 2,
      err: 'match.json was played with other code of the candidate "dice": its file has changed. Begin a new match.\n',
    });
  });

  it('refuses a damaged file in one sentence', async () => {
    await compare('constant', 'dice', '--games', '2', '--save', 'match.json');
    const whole = readMatch();
    const damages: readonly [string, RegExp][] = [
      ['{"format":"serpentarium match 1"}', /^match\.json is of the format "serpentarium match 1", /],
      [whole.replace(/"pairs": 1/, '"pairs": "one"'), /^match\.json is damaged: tally\.pairs must be integer\. /],
      [whole.replace(/"pairs": 1/, '"pairs": 2'), /^match\.json is damaged: tally\.pairScores are of 1 pair, /],
      [
        whole.replace('"games"', '"gmaes"'),
        /^match\.json is damaged: its plan has a flag "gmaes"\. Begin a new one\.$/m,
      ],
      [
        whole.replace('"games": 2', '"games": "two"'),
        /^match\.json is damaged: its plan cannot be read \(option '--games <NUMBER>' argument 'two' is invalid/,
      ],
      [whole.slice(0, 500), /^match\.json cannot be read: /],
    ];
    for (const [content, message] of damages) {
      folder.write('match.json', content);
      const { code, err, out } = await run('--resume', 'match.json');
      expect(err).to.match(message);
      expect(err.trimEnd()).to.not.contain('\n');
      expect({ code, out }).to.deep.equal({ code: 2, out: '' });
    }
  });
});
