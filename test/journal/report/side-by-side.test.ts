import { expect } from 'chai';
import { findImbalances, formatExperiment } from '../../../src/journal/report/format-experiments.js';
import type { ExperimentGame } from '../../../src/journal/report/experiment-sides.js';
import { computeVerdict } from '../../../src/journal/report/verdicts.js';
import { experimentsQuery } from '../../../src/journal/journal.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { differenceInterval } from '../../../src/stats/confidence-sequence.js';
import type { GameFilter } from '../../../src/views/game-rows.js';
import type { SideBySideVerdict } from '../../../src/views/report-lines.js';
import { addGame, createMeetings } from '../../../src/stats/confidence-sequence.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { DUEL, gameEvents, type GameSketch } from '../../support/journals.js';

/** A finished seat of a game of four; a game begins every second and takes ten. */
function seat(number: number, variant: 'base' | 'candidate', place: number | null, more: Partial<ExperimentGame> = {}) {
  const game = { game: `g${number}`, run: 1, ruleset: 'standard', snakes: 4, opponents: '["Other"]', place };
  const side = {
    experiment: 'x',
    variant,
    split: 0,
    share: 0,
    sides: 'now',
    hash: variant,
    version: '',
    options: '{}',
  };
  const answers = { late: 0, failed: 0, illegal: 0, lost: 0 };
  const times = { started_at: 1000 * number, ended_at: 1000 * (number + 10) };
  const made: ExperimentGame = {
    snake: `/${variant}`,
    ...game,
    ...side,
    ...times,
    ...answers,
    result: 'loss',
    ...more,
  };
  return made;
}

const UNFINISHED = { result: null, ended_at: null };
const meeting = (number: number, base: number | null, candidate: number | null, more: Partial<ExperimentGame> = {}) => [
  seat(number, 'base', base, more),
  seat(number, 'candidate', candidate, more),
];
const judge = (seats: ExperimentGame[][]) => computeVerdict(seats.flat()) as SideBySideVerdict;

describe('findMeetings', () => {
  it('has one observation a game: who outlived the other, whatever their ranks', () => {
    const verdict = judge([meeting(0, 4, 1), meeting(1, 2, 3), meeting(2, 2.5, 2.5), meeting(3, 3, 2)]);
    expect(verdict).to.include({ games: 4, decision: 'undecided', waiting: 0, unknown: 0, twice: 0, difference: 0.25 });
    expect(verdict.outlived).to.deep.equal({ base: 1, candidate: 2 });
    expect(verdict.snakes).to.deep.equal({ base: '/base', candidate: '/candidate' });
  });

  it('predicts an outcome from 0, and errs by at most 2', () => {
    let [comparison, sum, squares] = [createMeetings(), 0, 0];
    for (const [index, outcome] of [1, 1, -1, 0, 1, -1, -1, -1].entries()) {
      comparison = addGame(comparison, { stratum: '', variant: 'both', share: 0.5, score: (outcome + 1) / 2 });
      squares += (outcome - sum / (index + 1)) ** 2;
      sum += outcome;
      expect(comparison.estimates).to.be.closeTo(sum, 1e-12);
      expect(comparison.squares).to.be.closeTo(squares, 1e-12);
    }
    expect(comparison).to.include({ weights: 8, tunedFor: 150 });
  });

  it('decides for either side, and is the confidence sequence over the games in order', () => {
    const outcomes = Array.from({ length: 200 }, (_, index) => Number(index % 4 > 0));
    const games = outcomes.map((isAhead, index) => (isAhead ? meeting(index, 3, 2) : meeting(index, 1, 4)));
    let comparison = createMeetings();
    for (const score of outcomes) comparison = addGame(comparison, { stratum: '', variant: 'both', share: 0.5, score });
    const verdict = judge(games);
    expect(verdict).to.include({ decision: 'candidate is better', games: 200 });
    expect(verdict.low).to.equal(differenceInterval(comparison).low);
    const turned = games.map(([base, candidate]) => [
      { ...base!, place: candidate!.place },
      { ...candidate!, place: base!.place },
    ]);
    expect(judge(turned)).to.include({ decision: 'base is better', low: -verdict.high, high: -verdict.low });
  });

  it('leaves out games with an unknown seat, and games with one side on two seats', () => {
    const abandoned = { result: 'abandoned' };
    const verdict = judge([
      meeting(0, 4, 1),
      meeting(1, null, 2, { result: 'unknown' }),
      [seat(2, 'base', null, abandoned), seat(2, 'candidate', null, UNFINISHED)],
      [...meeting(3, 1, 2), seat(3, 'base', 4)],
      [seat(4, 'candidate', 1), seat(4, 'candidate', 2)],
      meeting(5, 1, 2),
    ]);
    expect(verdict).to.include({ games: 2, unknown: 2, twice: 2, waiting: 0 });
    expect(verdict.alone.candidate.games).to.equal(0);
  });

  it('waits for a game until both seats have ended, but not for one of a single side', () => {
    const half = [seat(1, 'base', 3), seat(1, 'candidate', null, UNFINISHED)];
    const single = [seat(1, 'base', null, UNFINISHED)];
    const long = meeting(0, 1, 2, { ended_at: 60_000 });
    expect(judge([long, half, meeting(2, 1, 2)])).to.include({ games: 1, waiting: 1, overdue: 0 });
    expect(judge([long, single, meeting(2, 1, 2)])).to.include({ games: 2, waiting: 0 });
  });

  it('covers both outcomes of a game that takes longer than any finished one', () => {
    const games = Array.from({ length: 60 }, (_, index) => meeting(index, 2, 1 + 2 * (index % 2)));
    const open = games.with(5, meeting(5, null, null, UNFINISHED));
    const verdict = judge(open);
    expect(verdict).to.include({ overdue: 1, games: 59, waiting: 0 });
    for (const [base, candidate] of [[1, 2] as const, [2, 1] as const, [1.5, 1.5] as const]) {
      const known = judge(games.with(5, meeting(5, base, candidate)));
      expect(verdict.low).to.be.below(known.low + 0.01);
      expect(verdict.high).to.be.above(known.high - 0.01);
    }
  });

  it('counts games of the present two sides, and says what has changed', () => {
    const before = { sides: 'before', options: '{"food":1}' };
    const mixed = [seat(2, 'base', 1, before), seat(2, 'candidate', 2)];
    const verdict = judge([meeting(0, 1, 2, before), meeting(1, 2, 1, before), mixed, meeting(3, 2, 1)]);
    expect(verdict).to.include({ games: 1, earlier: 3 });
    expect(verdict.changes).to.deep.equal(['base: options {"food":1} → {}', 'candidate: options {"food":1} → {}']);
  });

  it('keeps the verdict on earlier sides', () => {
    const before = Array.from({ length: 60 }, (_, index) => meeting(index, 2, 1, { sides: 'before' }));
    const [ended, ...rest] = judge([...before, meeting(60, 1, 2)]).ended;
    expect(rest).to.deep.equal([]);
    expect(ended).to.include({ games: 60, from: 0, to: 69_000, decision: 'candidate is better', difference: 1 });
  });

  it('doubts games in which one side alone has no known result', () => {
    const lost = (number: number) => meeting(number, 1, null);
    const games = Array.from({ length: 30 }, (_, number) => lost(number));
    const verdict = judge([...games, meeting(30, null, null), meeting(31, 1, 2)]);
    expect(verdict.left).to.include({ base: 0, candidate: 30 });
    expect([...findImbalances(verdict).values()]).to.deep.equal([
      'games without a known result are uneven: 30 of the candidate and 0 of the base',
    ]);
    expect(formatExperiment(verdict)).to.include('Do not rely on this: games without a known result');
  });

  it('shows games of one side apart, and says why they do not decide', () => {
    const alone = [1, 2].map((number) => [seat(number, 'candidate', 1, { opponents: '["Strong","1"]' })]);
    const other = [seat(3, 'base', 4)];
    const text = formatExperiment(judge([meeting(0, 4, 1), ...alone, other]));
    expect(text).to.equal(
      'x (/candidate against /base): undecided after 1 game. Forecast after 59 more games.\n' +
        'In games of both, the candidate outlived the base 1 time, the base the candidate 0 times. ' +
        'Difference: +1.000 (−1.000 to +1.000). One side alone: candidate 2 games, mean score 1.000, most against ' +
        '"Strong" (2), "1" (2); base 1 game, mean score 0.000, most against "Other" (1). ' +
        'They decide nothing, since a ladder chooses opponents by rating.',
    );
  });

  it('says how the sides meet if they never have', () => {
    expect(formatExperiment(judge([[seat(0, 'base', 1)]]))).to.match(
      /^x \(candidate against \/base\): undecided\. There is nothing to compare yet: the sides have not met\. "serpentarium arena duel" plays games of both\. One side alone: base 1 game/,
    );
  });
});

const assigned = (variant: 'base' | 'candidate', experiment: string) => ({
  hash: variant,
  assignment: { experiment, variant, split: 0, sides: 'now' },
});

const [me, other] = DUEL.snakes!;
const base = (game: string, at: number, experiment = 'x', more: GameSketch = {}) =>
  gameEvents({
    snake: '/base',
    game,
    at,
    player: assigned('base', experiment),
    result: 'win',
    end: { ...DUEL, turn: 1, gone: ['other'] },
    ...more,
  });
const candidate = (game: string, at: number, experiment = 'x') => {
  const turns = [{ ...DUEL, snakes: [other!, me!] }];
  const end = { turn: 1, snakes: [other!, me!], gone: ['other'] };
  const player = assigned('candidate', experiment);
  return gameEvents({ snake: '/candidate', you: 'other', game, at, player, turns, end, result: 'loss' });
};

onEveryDatabase('games side by side in a journal', (find) => {
  let journal: SqlJournal;
  beforeEach(async () => void (journal = await SqlJournal.open(await find())));
  afterEach(() => journal.close());

  const verdictsOf = async (filter: GameFilter) => (await journal.report(filter)).verdicts as SideBySideVerdict[];

  beforeEach(async () => {
    for (const game of ['one', 'two', 'three']) {
      // The seats arrive from two hosts, the second one later.
      await journal.write(base(game, game.length * 1000));
    }
    for (const game of ['three', 'one', 'two']) await journal.write(candidate(game, game.length * 1000 + 7));
    await journal.write(base('alone', 9000));
    await journal.write(base('elsewhere', 9500, 'y'));
    const source = { ...DUEL, source: 'local' };
    await journal.write(base('local', 9900, 'x', { turns: [source] }));
  });

  it('finds the seats of both sides, whichever host has written them', async () => {
    const [x, y] = await verdictsOf({});
    expect(x).to.include({ design: 'side by side', experiment: 'x', games: 3, decision: 'undecided' });
    expect(x!.outlived).to.deep.equal({ base: 3, candidate: 0 });
    expect(x!.alone.base).to.deep.equal({ games: 1, score: 1, opponents: [{ opponent: 'Other', games: 1 }] });
    expect(y!.experiment).to.equal('y');
    expect((await journal.report({})).shadows).to.deep.equal([]);
  });

  it('has whole games whichever side a filter chooses', async () => {
    for (const filter of [{ snakes: ['/candidate'] }, { opponent: 'Me' }, { since: 3007 }]) {
      const verdicts = await verdictsOf(filter);
      expect(
        verdicts.map(({ experiment }) => experiment),
        JSON.stringify(filter),
      ).to.include('x');
      expect(verdicts[0]!.games, JSON.stringify(filter)).to.equal(3);
    }
    expect(await verdictsOf({ experiment: 'y' })).to.have.lengthOf(1);
    expect((await verdictsOf({ since: 4000 }))[0]).to.include({ games: 1 });
  });

  it('has a sentence and a trail for the page', async () => {
    const { live, shadows } = await journal.ask(experimentsQuery, { experiment: 'x' });
    expect(shadows).to.deep.equal([]);
    expect(live).to.have.lengthOf(1);
    expect(live[0]!.trail.map(({ games }) => games)).to.deep.equal([1, 2, 3]);
    expect(live[0]!.sentence).to.include('the base the candidate 3 times');
    expect(live[0]!.outlook).to.match(
      /^Games to a verdict: \d+ for ±0\.05, \d+ for ±0\.1, \d+ for ±0\.2, \d+ for ±0\.4\.$/,
    );
  });
});
