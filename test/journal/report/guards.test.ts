import { expect } from 'chai';
import { reviewQuery } from '../../../src/journal/journal.js';
import type { EventOf } from '../../../src/journal/journal-event.js';
import { identifyCandidate, identifySides, type LiveExperiment } from '../../../src/journal/report/experiment-sides.js';
import { computeVerdict } from '../../../src/journal/report/verdicts.js';
import type { ExperimentGame } from '../../../src/journal/report/experiment-sides.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import type { Tables } from '../../../src/journal/store/tables.js';
import type { SplitVerdict } from '../../../src/views/report-lines.js';
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

const stateAt = (at: number, guard: string): Tables['guards'] => {
  return { snake: '/e', experiment: 'x', candidate: '', sides: 'now', at, guard, reason: 'why' };
};
const judge = (games: ExperimentGame[], ...states: Tables['guards'][]) =>
  computeVerdict(games, undefined, states) as SplitVerdict;
const counted = (list: ExperimentGame[]) => judge(list).guards[0]!.candidate.games;

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
    const changed = [...games, game(2, 'base', { sides: 'later' })];
    expect(judge(changed, stateAt(1500, 'crashes'))).not.to.have.property('stopped');
  });
});

onEveryDatabase('the states of guards', (find) => {
  it('keep the latest, whichever comes first', async () => {
    const journal = await SqlJournal.open(await find());
    const event = (at: number, guard: string): EventOf<'guarded'> => {
      const sides = { candidate: identifyCandidate(LIVE), sides: identifySides(LIVE) };
      return { kind: 'guarded', snake: '/e', game: '', you: '', experiment: 'x', ...sides, at, guard, reason: guard };
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
    const changed = { ...LIVE, candidate: { ...SIDE, version: '2' }, isNews: false };
    expect((await journal.ask(reviewQuery, changed)).state).to.equal(undefined);
    await journal.close();
  });
});
