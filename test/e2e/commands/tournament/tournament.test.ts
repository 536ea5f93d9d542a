import { expect } from 'chai';
import type { TournamentReport } from '../../../../src/arena/contest/tournament/tournament-tally.js';
import { useContest } from '../../../support/compare-command.js';

const reportOf = (out: string) => JSON.parse(out) as TournamentReport;
const TIMES = /"took":\{[^}]*\}/g;

describe('serpentarium tournament', () => {
  const { compare: tournament, run, changePlan } = useContest('tournament', 'constant', 'dice', 'cautious', 'exit');

  it('rates everybody, in a table and a cross table', async () => {
    const { out, code } = await tournament('constant', 'dice', '/sure', '--pairs', '4');
    expect(code).to.equal(0);
    expect(out).to.match(/^tournament of 3 snakes\n {2}games {6}24 in 12 pairs, seed seven; \d+ turns on average\n/);
    expect(out).to.match(/\n1 {2}\S+ +[+]\d+ ± \d+ +\d+\.\d ± \d+\.\d +\d+\.\d % +16 /);
    expect(out).to.match(/\nscore against +1 +2 +3\n1 \S+ +- +\d+ % +\d+ %\n/);
    expect(out).to.match(/\nsnake +lost turns +failures +fallbacks +crashes/);
  });

  it('plays the same games again, also one part after the other', async () => {
    const whole = await tournament('constant', 'dice', 'cautious', '--pairs', '6', '--json');
    await tournament('constant', 'dice', 'cautious', '--pairs', '2', '--save', 'match.json');
    changePlan({ pairs: 6 });
    const resumed = await run('--resume', 'match.json', '--json');
    expect(resumed.out.replaceAll(TIMES, '')).to.equal(whole.out.replaceAll(TIMES, ''));
    expect(reportOf(whole.out)).to.include({ games: 36, pairs: 18, perGame: 2, isGauntlet: false });
  });

  it('plays larger games, and one against all', async () => {
    const { out } = await tournament(
      ...'dice cautious dice --per-game 3 --gauntlet constant --pairs 1 --json'.split(' '),
    );
    const { participants, games } = reportOf(out);
    expect(games).to.equal(9);
    expect(participants.map(({ name }) => name)).to.have.members(['constant', 'dice', 'cautious', 'dice 2']);
    expect(participants.find(({ name }) => name === 'constant')).to.include({ games: 9, elo: null });
    expect(participants.filter(({ games: played }) => played === 6)).to.have.length(3);
  });

  it('names who crashed and who did not play', async () => {
    const { out, code } = await tournament('exit', 'dice', 'cautious', '--games', '6');
    expect(out).to.match(/exit did not play: no move was its own\./);
    expect(out).to.match(/exit crashed \d times/);
    expect(code).to.equal(4);
  });

  it('continues only the tournament that was saved, and replaces none', async () => {
    await tournament('constant', 'dice', '--pairs', '1', '--save', 'match.json');
    const other = await run('--resume', 'match.json', '--per-game', '3');
    expect(other.err).to.match(
      /^--per-game cannot be given with --resume: "match\.json" has the plan of its tournament\./,
    );
    changePlan({ timeout: 77 });
    const changed = await run('--resume', 'match.json');
    expect(changed.err).to.equal('match.json was played with timeout 100, not 77. Begin a new tournament.\n');
    const again = await tournament('constant', 'dice', '--save', 'match.json');
    expect(again.err).to.match(/^--save "match\.json" holds a tournament already\. Continue it with --resume/);
  });

  for (const [what, args, message] of [
    ['one snake', ['dice'], /^SNAKES are missing\. Name two or more/],
    ['too few for its games', ['dice', 'cautious', '--per-game', '4'], /^--per-game is 4, but only 2 snakes/],
    ['two limits', ['dice', 'cautious', '--pairs', '1', '--games', '2'], /^--games cannot be used with --pairs/],
    ['squads', ['dice', 'cautious', '--gametype', 'squad'], /^--gametype squad games cannot be used/],
    ['a misspelt name', ['dice', 'cautius'], /^SNAKES strategy "cautius" .* Did you mean "cautious"\?/],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { code, err } = await tournament(...args);
      expect(code).to.equal(2);
      expect(err).to.match(message);
    });
  }
});
