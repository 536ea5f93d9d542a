import { expect } from 'chai';
import { reviewQuery } from '../../../src/journal/journal.js';
import type { EventOf } from '../../../src/journal/journal-event.js';
import { identifyCandidate, identifySides, type LiveExperiment } from '../../../src/journal/report/experiment-sides.js';
import { computeVerdict, computeVerdicts } from '../../../src/journal/report/verdicts.js';
import type { ExperimentGame } from '../../../src/journal/report/experiment-sides.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import type { Tables } from '../../../src/journal/store/tables.js';
import type { GuardState, SplitVerdict } from '../../../src/views/report-lines.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';

const SIDE = { hash: 'one', version: '', options: '{}' };
const LIVE: LiveExperiment = { snakes: ['/e'], experiment: 'x', split: 0.5, base: SIDE, candidate: SIDE };

/** A game that began at `number` seconds and took ten. */
function game(number: number, variant: string, more: Partial<ExperimentGame> = {}): ExperimentGame {
  const known = {
    game: `g${number}`,
    run: 1,
    ruleset: 'standard',
    snakes: 2,
    opponents: '[]',
    place: 1,
    result: 'win',
  };
  const side = {
    snake: '/e',
    experiment: 'x',
    variant,
    split: 0.5,
    share: 0.5,
    sides: 'now',
    hash: '',
    version: '',
    options: '{}',
  };
  const answers = { late: 0, failed: 0, illegal: 0, lost: 0 };
  return { ...known, ...side, ...answers, started_at: 1000 * (number + 1), ended_at: 1000 * (number + 11), ...more };
}

const stateAt = (at: number, guard: string, more: Partial<Tables['guards']> = {}): Tables['guards'] => {
  const progress = { since: guard === '' ? at : 0, step: 0, promoted: 0 };
  return { snake: '/e', experiment: 'x', candidate: '', sides: 'now', at, guard, reason: 'why', ...progress, ...more };
};
const judge = (games: ExperimentGame[], ...states: Tables['guards'][]) =>
  computeVerdict(games, undefined, states) as SplitVerdict;
const counted = (list: ExperimentGame[]) => judge(list).guards[0]!.candidate.games;

const drawn = (number: number, share: number) => game(number, number % 2 === 0 ? 'base' : 'candidate', { share });

describe('the verdict of a split whose share changes', () => {
  it('counts the games of all shares, except none and all', () => {
    const games = [drawn(0, 0.2), drawn(1, 0.5), drawn(2, 0), drawn(3, 1), { ...drawn(4, 0.5), split: 0.3 }];
    const verdict = judge(games);
    expect(verdict).to.include({ games: 3, base: 2, candidate: 1, share: 0.5, split: 0.3, earlier: 0 });
    expect(verdict.guards[0]).to.deep.include({ base: { games: 2, bad: 0 }, candidate: { games: 1, bad: 0 } });
  });

  it('has one entry, also after a change of the split', () => {
    const games = [0.2, 0.5, 0.9].map((split, number) => game(number, 'base', { split, share: split }));
    expect(computeVerdicts(games)).to.have.lengthOf(1);
  });

  it('has the share of the last game that was drawn, and the games of the candidate with it', () => {
    const games = [drawn(1, 0.2), drawn(3, 0.5), drawn(5, 0.5), drawn(7, 0)];
    expect(judge(games)).to.include({ share: 0.5, shareGames: 2 });
    expect(judge([...games, { ...drawn(9, 0.5), result: null, place: null, ended_at: null }]).shareGames).to.equal(2);
    expect(judge(games, stateAt(4500, '')).shareGames).to.equal(1);
    expect(judge([drawn(0, 0)]).share).to.equal(0.5);
  });

  it('has what was decided when a person acted', () => {
    const games = Array.from({ length: 120 }, (_, number) =>
      game(number, number % 2 === 0 ? 'base' : 'candidate', { place: number % 2 === 0 ? 2 : 1 }),
    );
    expect(judge(games)).to.include({ decision: 'candidate is better' }).and.not.to.have.property('heeded');
    expect(judge(games, stateAt(20_000, '')).heeded).to.equal('undecided');
    expect(judge(games, stateAt(200_000, '')).heeded).to.equal('candidate is better');
  });

  it('reports which new games the candidate gets', () => {
    const games = [drawn(0, 0.2)];
    const promoted = stateAt(5, '', { since: 0, step: 1, promoted: 4 });
    expect(judge(games, promoted)).to.deep.include({ step: 1, promoted: { reason: 'why', at: 4 } });
  });
});

describe('the guards of a verdict', () => {
  it('count games with such a turn, abandoned ones included', () => {
    const games = [
      game(0, 'base'),
      game(1, 'candidate', { lost: 3 }),
      game(2, 'candidate', { late: 1, failed: 2 }),
      game(3, 'candidate', { illegal: 1, result: 'abandoned', place: null }),
      game(4, 'base', { lost: 1, sides: 'before' }),
    ].toSorted((a, b) => (a.sides === b.sides ? 0 : a.sides === 'before' ? -1 : 1));
    const [lost, failed] = judge(games).guards;
    expect(lost).to.include({ guard: 'lost turns' });
    expect([lost!.base, lost!.candidate]).to.deep.equal([
      { games: 1, bad: 0 },
      { games: 3, bad: 1 },
    ]);
    expect(failed!.candidate).to.deep.equal({ games: 3, bad: 2 });
    expect(failed!.evidence).to.be.above(lost!.evidence);
  });

  it('wait for every unfinished game, so that the side that lives longer has its share', () => {
    const unfinished = { result: null, place: null, ended_at: null };
    const games = [game(0, 'base'), game(10, 'base', unfinished), game(11, 'candidate', { lost: 1, ended_at: 15_000 })];
    expect(counted(games)).to.equal(0);
    expect(counted([...games, game(30, 'candidate')])).to.equal(0);
    // At first, only games of the side that loses quickly are over.
    const first = Array.from({ length: 60 }, (_, number) =>
      number % 2 === 0 ? game(number, 'base') : game(number, 'candidate', unfinished),
    );
    expect(Math.max(...judge([...first, game(200, 'base')]).guards.map(({ evidence }) => evidence))).to.be.below(2);
  });

  it('forget the games before a resumption, and show a stop while the sides are the same', () => {
    const games = [game(0, 'candidate', { lost: 1 }), game(1, 'candidate')];
    expect(judge(games, stateAt(1500, '')).guards[0]!.candidate).to.deep.equal({ games: 1, bad: 0 });
    expect(judge(games, stateAt(1500, ''))).not.to.have.property('stopped');
    expect(judge(games, stateAt(1500, 'crashes')).stopped).to.deep.equal({ guard: 'crashes', reason: 'why', at: 1500 });
    const again = stateAt(1600, 'crashes', { since: 1500 });
    expect(judge(games, again).guards[0]!.candidate).to.deep.equal({ games: 1, bad: 0 });
    const changed = [...games, game(2, 'base', { sides: 'later' })];
    expect(judge(changed, stateAt(1500, 'crashes'))).not.to.have.property('stopped');
  });
});

onEveryDatabase('the states of guards', (find) => {
  it('keep the latest, whichever comes first', async () => {
    const journal = await SqlJournal.open(await find());
    const event = (at: number, guard: string, more: Partial<GuardState> = {}): EventOf<'guarded'> => {
      const sides = { candidate: identifyCandidate(LIVE), sides: identifySides(LIVE) };
      const state = { at, guard, reason: guard, since: guard === '' ? at : 0, step: 0, promoted: 0, ...more };
      return { kind: 'guarded', snake: '/e', game: '', you: '', experiment: 'x', ...sides, ...state };
    };
    const known = async () => (await journal.ask(reviewQuery, { ...LIVE, isNews: true })).state;
    expect(await known()).to.equal(undefined);
    for (const [at, guard] of [
      [1_700_000_000_002, 'crashes'],
      [1_700_000_000_001, 'lost turns'],
    ] as const) {
      await journal.write([event(at, guard)]);
      expect(await known()).to.include({ at: 1_700_000_000_002, guard: 'crashes' });
    }
    await journal.write([event(1_700_000_000_003, '')]);
    expect(await known()).to.include({ at: 1_700_000_000_003, guard: '' });
    const since = 1_700_000_000_003;
    await journal.write([event(since + 9, '', { since, step: 1 })]);
    expect(await known()).to.deep.include({ at: since + 9, since, step: 1, promoted: 0, sides: identifySides(LIVE) });
    // A stop that another host had not seen outweighs its step, in either order.
    await journal.write([event(since + 5, 'crashes', { since })]);
    expect(await known()).to.include({ at: since + 5, guard: 'crashes' });
    await journal.write([event(since + 20, '', { since, promoted: since + 20 })]);
    expect(await known()).to.include({ at: since + 5, guard: 'crashes' });
    await journal.write([event(since + 30, '', { promoted: since + 30 })]);
    expect(await known()).to.include({ at: since + 30, guard: '', promoted: since + 30 });
    const changed = { ...LIVE, candidate: { ...SIDE, version: '2' }, isNews: false };
    expect((await journal.ask(reviewQuery, changed)).state).to.equal(undefined);
    await journal.close();
  });
});
