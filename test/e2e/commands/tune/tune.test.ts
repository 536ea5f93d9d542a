import { expect } from 'chai';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ContestFile } from '../../../../src/arena/contest/contest-file.js';
import type { TuningReport } from '../../../../src/arena/contest/tuning/tuning-tally.js';
import { useContest } from '../../../support/compare-command.js';

const TIMES = /"took":\{[^}]*\}/g;
const SMALL = ['-W', '7', '-H', '7'];
const reportOf = (out: string) => JSON.parse(out) as TuningReport & { readonly adopt?: boolean | null };

describe('serpentarium tune', () => {
  const { folder, start, compare: tune, run, onceSaved, savedTally } = useContest('tune', 'clumsy', 'exit', 'dice');

  it('finds the option that its games depend on, prints YAML to paste, and adopts it by a match', async () => {
    const { out, code } = await tune('clumsy', ...SMALL, '--games', '500', '--sprt', 'elo1=100');
    expect(out).to.match(/^tuning of clumsy\n {2}games {6}500 in 250 pairs, seed seven; /);
    const [, found] = /\nsteadiness +30 +(\d+) +[▁▂▃▄▅▆▇█]{20,}\n/.exec(out)!;
    expect(Number(found)).to.be.within(55, 85);
    expect(out).to.include(`\n    options:\n      steadiness: ${found}\n`);
    const line = `npx serpentarium compare clumsy clumsy --options-candidate '{"steadiness":${found}}' --sprt elo1=100`;
    expect(out).to.include(`${line} --width 7 --height 7 --timeout 100 --max-turns 100 --seed 'seven match'\n`);
    expect(out).to.match(/Candidate clumsy \{"steadiness":\d+\} is better than base clumsy:\s+H1\s+accepted/);
    expect(code).to.equal(0);
  });

  it('takes the same course again, also one part after the other', async () => {
    const args = ['clumsy', ...SMALL, '--no-compare'];
    const whole = await tune(...args, '--games', '600', '--json');
    const killed = start(...args, '--games', '600', '--save', 'match.json');
    await onceSaved(killed);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(savedTally().pairs).to.be.within(1, 299);
    const resumed = await run('--resume', 'match.json', '--json');
    expect(resumed.out.replaceAll(TIMES, '')).to.equal(whole.out.replaceAll(TIMES, ''));
    expect(reportOf(resumed.out)).to.include({ games: 600, didPlay: true });
    expect(resumed.code).to.equal(0);
  });

  it('keeps the deciding match next to the tuning, where `compare` continues it', async () => {
    const words = '--games 60 --sprt elo1=500 --save match.json --json'.split(' ');
    const { code, out } = await tune('clumsy', ...SMALL, ...words);
    expect(existsSync(path.join(folder.path, 'match.json.match'))).to.equal(true);
    const kept = readFileSync(path.join(folder.path, 'match.json.match'), 'utf8');
    expect(JSON.parse(kept)).to.include({ format: 'serpentarium match 4' });
    expect(reportOf(out).adopt).to.equal(code === 0);
    const again = await run('--resume', 'match.json', '--json');
    expect([again.code, reportOf(again.out).adopt]).to.deep.equal([code, code === 0]);
    expect((await run('--resume', 'match.json.match')).err).to.match(
      /is a saved match, not a tuning\. Continue it with/,
    );
  });

  it('hands fixed options to the strategy, and `--nodes` as its option of that name', async () => {
    const fixed = ['--nodes', '7', '--option', 'mood=wild', '--ponder'];
    const { out } = await tune('clumsy', ...SMALL, '--games', '2', ...fixed, '--no-compare', '--save', 'match.json');
    expect(out).to.match(/^tuning of clumsy \{"mood":"wild","nodes":7\}\n/);
    expect(out).to.match(/\n {4}options:\n {6}mood: wild\n {6}steadiness: \d+\n/);
    expect(out).to.match(
      /compare clumsy clumsy --options-base '\{"mood":"wild"\}' --options-candidate '\{"mood":"wild","stea/,
    );
    const { identity } = JSON.parse(readFileSync(path.join(folder.path, 'match.json'), 'utf8')) as ContestFile<unknown>;
    expect(identity).to.include({ timeout: 10_000, ponder: 100 });
  });

  for (const [what, args, message] of [
    ['no name', [], /^STRATEGY is missing\. Name one, as in "tune cautious"/],
    ['a strategy without such options', ['dice'], /^"dice" has no numeric option with a minimum and a maximum/],
    ['a URL', ['http://localhost:1/x'], /^STRATEGY "http:\/\/localhost:1\/x" is a snake on a server/],
    ['a misspelt option', ['clumsy', '--only', 'stediness'], /^--only "stediness" .* Did you mean "steadiness"\?/],
    ['an unknown fixed option', ['clumsy', '--option', 'moood=1'], /^--option snake "clumsy": .*no option "moood"/],
    [
      'nodes of a strategy that counts none',
      ['dice', '--nodes', '9'],
      /^--option snake "dice": the strategy exports no "options"/,
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { code, err } = await tune(...args);
      expect(err).to.match(message);
      expect(code).to.equal(2);
    });
  }

  it('fails with the reason if the strategy never plays', async () => {
    folder.write(
      'strategies/mute.js',
      'export const customization = {};\nexport const options = { properties: { a: { type: "number", minimum: 0, maximum: 1, default: 0.5 } } };\nexport function move() { throw new Error("mute"); }\n',
    );
    const { code, out } = await tune('mute', ...SMALL, '--games', '4');
    expect(out).to.match(/The strategy never played a move \(failed: .*mute.*\): the values mean nothing\./);
    expect(code).to.equal(4);
  });
});
