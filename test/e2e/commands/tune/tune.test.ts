import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ContestFile } from '../../../../src/arena/contest/contest-file.js';
import type { TuningReport } from '../../../../src/arena/contest/tuning/tuning-report.js';
import { formatFit } from '../../../../src/commands/tune/from-games.js';
import { evaluationFrom } from '../../../../src/search/evaluation/network/network.js';
import { endOf, useContest } from '../../../support/compare-command.js';

const TIMES = /"took":\{[^}]*\}/g;
const SMALL = ['-W', '7', '-H', '7'];
const reportOf = (out: string) => JSON.parse(out) as TuningReport & { readonly adopt?: boolean | null };

describe('serpentarium tune --from-games', () => {
  const played = useContest('compare', 'cautious', 'greedy', 'surveyor');
  const { compare: tune } = useContest('tune', 'surveyor', 'clumsy');

  it('fits the weights of an evaluation to the outcomes of duels', async () => {
    const games = path.join(played.folder.path, 'games');
    await played.run(
      'cautious',
      'surveyor',
      '--games',
      '40',
      '--timeout',
      '5000',
      '--seed',
      '7',
      '--output-dir',
      games,
    );
    const { out, code } = await tune('surveyor', '--from-games', games, '--no-compare');
    expect(out).to.match(/^weights of surveyor, fitted to \d\d games \(\d+ quiet boards\)\n/);
    expect(out).to.match(/\nareaEarly +0\.65 +[\d.]+ +± [\d.]+\n/);
    const [, before, after] = /: ([\d.]+) before, ([\d.]+) after/.exec(out)!;
    expect(Number(after)).to.be.below(Number(before));
    expect(out).to.match(/\n {4}options:\n {6}areaEarly: [\d.]+\n/);
    expect(code).to.equal(0);
    const unseen = await tune('surveyor', '--from-games', games, '--only', 'healthInHazards');
    expect(unseen.out).to.match(/\nNo value has changed: there is nothing to adopt\.\n$/);
    expect([unseen.err, unseen.code]).to.deep.equal(['', 1]);
    const other = await tune('clumsy', '--from-games', games);
    expect(other.err).to.match(/^STRATEGY has none of the weights of the built-in evaluation/);
    await trainsNetwork(games);
  });

  /** The same games again: playing them takes longer than all that is learnt from them. */
  async function trainsNetwork(games: string): Promise<void> {
    const file = path.join(played.folder.path, 'network.json');
    const args = ['surveyor', '--from-games', games, '--network', file, '--seed', '5'];
    const { out, err, code } = await tune(...args);
    expect(out).to.match(/^network of \d\d inputs and 24 units, from \d\d games \(\d+ boards\): .+network\.json\n/);
    expect(out).to.match(/\nbuilt-in evaluation +[\d.]+\nregression +[\d.]+\nnetwork +[\d.]+\n/);
    expect(err).to.match(/^round 1: surprise [\d.]+\nround 2: /);
    expect(code).to.equal(0);
    expect(evaluationFrom(JSON.parse(readFileSync(file, 'utf8')))).to.be.a('function');
    const single = path.join(games, readdirSync(games)[0]!);
    const alone = await tune('surveyor', '--from-games', single, '--network', `${file}.2`);
    expect(alone.err).to.match(/^\S+ has 1 duel that came to an end, and 20 are the least\./);
    expect([alone.code, existsSync(`${file}.2`)]).to.deep.equal([2, false]);
    const misplaced = await tune(...args.with(4, path.join(file, 'network.json')));
    expect(misplaced.err).to.match(/^--network ".+network\.json" cannot be written: ENOTDIR/);
    expect((await tune(...args)).err).to.match(/^--network ".+network\.json" is there already, and is not replaced\./);
  }

  it('says so if the games speak against the weights', () => {
    const parameters = [{ name: 'areaEarly', start: 1, value: 1, error: null }];
    const fit = { games: 20, positions: 99, parameters, lossBefore: 0.69, lossAfter: 0.69 };
    expect(formatFit(fit, 'surveyor', 80)).to.match(/\n\nNothing was fitted: /);
    expect(formatFit({ ...fit, parameters: [{ ...parameters[0]!, error: 1 }] }, 'surveyor', 80)).not.to.match(
      /Nothing/,
    );
  });

  it('says so if no change is beyond chance', () => {
    const parameters = [{ name: 'areaEarly', start: 1, value: 2, error: 1 }];
    const fit = { games: 20, positions: 99, parameters, lossBefore: 0.69, lossAfter: 0.68 };
    expect(formatFit(fit, 'surveyor', 80)).to.match(/\n\nEach interval has the start in it: /);
    expect(formatFit({ ...fit, parameters: [{ ...parameters[0]!, error: 0.5 }] }, 'surveyor', 80)).not.to.match(/Each/);
  });

  it('refuses a folder that is not there, or has too few games', async () => {
    const missing = await tune('surveyor', '--from-games', 'nowhere');
    expect(missing.err).to.match(/^nowhere does not exist/);
    const empty = await tune('surveyor', '--from-games', 'strategies');
    expect(empty.err).to.match(
      /^strategies has no file whose name ends in "\.jsonl"\. Was it written by "--output-dir"\?/,
    );
  });
});

describe('serpentarium tune', () => {
  const { folder, start, compare: tune, run, onceSaved } = useContest('tune', 'clumsy', 'exit', 'dice');

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
    const whole = await tune(...args, '--games', '120', '--json');
    const half = await tune(...args, '--games', '120', '--save', 'match.json', '--json');
    expect(half.out.replaceAll(TIMES, '')).to.equal(whole.out.replaceAll(TIMES, ''));
    const longer = await run('--resume', 'match.json', '--games', '200', '--json');
    expect(reportOf(longer.out)).to.include({ games: 200, didPlay: true });
    expect(reportOf(longer.out).parameters[0]!.trail.slice(0, 61)).to.deep.equal(
      reportOf(whole.out).parameters[0]!.trail,
    );
    expect(longer.code).to.equal(0);
  });

  it('ends on Ctrl-C with what was found, and the line that goes on', async () => {
    const child = start('clumsy', ...SMALL, '--games', '100000', '--save', 'match.json');
    const ended = endOf(child);
    await onceSaved(child);
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    expect(code).to.equal(3);
    expect(out).to.match(/^tuning of clumsy\n[^]*\n {4}options:\n {6}steadiness: \d+\n$/);
    expect(err).to.include('Stopped. To go on:\nnpx serpentarium tune --resume match.json\n');
  });

  it('keeps the deciding match beside the tuning, where `compare` continues it', async () => {
    const { code, out } = await tune(
      'clumsy',
      ...SMALL,
      '--games',
      '60',
      '--sprt',
      'elo1=500',
      '--save',
      'match.json',
      '--json',
    );
    expect(existsSync(path.join(folder.path, 'match.json.match'))).to.equal(true);
    const kept = readFileSync(path.join(folder.path, 'match.json.match'), 'utf8');
    expect(JSON.parse(kept)).to.include({ format: 'serpentarium match 2' });
    expect(reportOf(out).adopt).to.equal(code === 0);
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
    expect(identity.settings).to.include({ timeout: 10_000, ponder: 100 });
  });

  for (const [what, args, message] of [
    ['no name', [], /^STRATEGY is missing\. Name one, as in "tune cautious"/],
    ['a strategy without such options', ['dice'], /^STRATEGY has no number among its options with both bounds/],
    ['a URL', ['http://localhost:1/x'], /^STRATEGY "http:\/\/localhost:1\/x" is a snake on a server/],
    ['a network of no games', ['clumsy', '--network', 'a.json'], /^--network learns .*: give --from-games as well\./],
    [
      'a test of a network',
      ['clumsy', '--network', 'a.json', '--from-games', 'games', '--sprt', '0,5'],
      /^--network takes no --sprt: no match follows/,
    ],
    [
      'a network without a match',
      ['clumsy', '--network', 'a.json', '--from-games', 'games', '--no-compare'],
      /^--network takes no --no-compare: no match follows/,
    ],
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

  it('says so if the strategy never plays', async () => {
    folder.write(
      'strategies/mute.js',
      'export const customization = {};\nexport const options = { properties: { a: { type: "number", minimum: 0, maximum: 1, default: 0.5 } } };\nexport function move() { throw new Error("mute"); }\n',
    );
    const { code, out } = await tune('mute', ...SMALL, '--games', '4');
    expect(out).to.match(/The strategy played no move of its own \(failed: .*mute.*\): what was found means nothing\./);
    expect(code).to.equal(4);
  });
});
