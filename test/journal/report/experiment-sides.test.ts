import { expect } from 'chai';
import { identifySides, type LiveExperiment } from '../../../src/journal/report/experiment-sides.js';
import { sideQuery } from '../../../src/journal/journal.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { readExperimentGames } from '../../../src/journal/report/report.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { DUEL, gameEvents } from '../../support/journals.js';

const side = (options: unknown, hash = 'abcdef012') => ({ hash, version: '', options: JSON.stringify(options) });
const present = (food: number, hash?: string): LiveExperiment => {
  return { snakes: ['/greedy'], experiment: 'food', split: 0.5, base: side({}, hash), candidate: side({ food }) };
};

describe('identifySides', () => {
  it('is the same whatever the order of the options', () => {
    const [one, other] = [side({ a: 1, b: { c: [2], d: 3 } }), side({ b: { d: 3, c: [2] }, a: 1 })];
    expect(identifySides({ base: one, candidate: one })).to.equal(identifySides({ base: other, candidate: one }));
  });

  it('is another for another code, version, option or place', () => {
    const [base, candidate] = [side({}), side({ food: 1 })];
    const ids = [
      { base, candidate },
      { base: candidate, candidate: base },
      { base: { ...base, hash: 'f00' }, candidate },
      { base, candidate: { ...candidate, version: '2' } },
      { base, candidate: side({ food: 3 }) },
    ].map(identifySides);
    expect(new Set(ids)).to.have.property('size', ids.length);
  });
});

onEveryDatabase('a changed side', (find) => {
  let journal: SqlJournal;
  let at = 1000;
  beforeEach(async () => void (journal = await SqlJournal.open(await find())));
  afterEach(() => journal.close());

  const play = async (experiment: LiveExperiment, game: string, variant: 'base' | 'candidate') => {
    const { hash, version, options } = experiment[variant];
    const assignment = { experiment: 'food', variant, split: 0.5, sides: identifySides(experiment) };
    const player = { hash, version, options: JSON.parse(options) as Record<string, unknown>, assignment };
    await journal.write(
      gameEvents({ game, at: at++, player, result: 'win', end: { ...DUEL, turn: 1, gone: ['other'] } }),
    );
  };

  const verdict = async () => (await journal.report({})).verdicts[0]!;

  it('is none if both sides are as they were', async () => {
    await play(present(1), 'one', 'base');
    expect(await verdict()).to.deep.include({ earlier: 0, changes: [] });
  });

  it('counts the games of other sides, and says what has changed', async () => {
    for (const game of ['one', 'two', 'three']) await play(present(1), game, game === 'one' ? 'base' : 'candidate');
    await play(present(3, 'fedcba987'), 'four', 'candidate');
    await play(present(3, 'fedcba987'), 'five', 'base');
    expect(await verdict()).to.deep.include({
      earlier: 3,
      changes: ['base: code abcdef0 → fedcba9', 'candidate: options {"food":1} → {"food":3}'],
    });
    expect((await journal.report({})).verdicts[0]).to.include({ candidate: 1, base: 1, earlier: 3, shadow: 0 });
  });
});

const assigned = (variant: 'base' | 'candidate') =>
  ({ player: { assignment: { experiment: 'food', variant, split: 0.5, sides: 's' } } }) as const;

onEveryDatabase('the side of a game', (find) => {
  it('is the one that its latest run was given to; the base without a draw', async () => {
    const journal = await SqlJournal.open(await find());
    const sideOf = (game: string) => journal.ask(sideQuery, { snake: '/greedy', game, you: 'me' });
    expect(await sideOf('one')).to.equal(undefined);
    await journal.write([
      ...gameEvents({ game: 'one', at: 1000, result: 'loss', ...assigned('base') }),
      ...gameEvents({ game: 'one', at: 9000, ...assigned('candidate') }),
      ...gameEvents({ game: 'two', at: 1000, ...assigned('base') }),
      ...gameEvents({ game: 'stopped', at: 1000 }),
      // An id that a database cannot store as it is.
      ...gameEvents({ game: 'nul\0', at: 1000, ...assigned('candidate') }),
    ]);
    for (const [game, known] of [
      ['one', 'candidate'],
      ['nul\0', 'candidate'],
      ['two', 'base'],
      ['stopped', 'base'],
      ['three', undefined],
    ] as const)
      expect(await sideOf(game), game).to.equal(known);
    await journal.close();
  });
});

onEveryDatabase('the games of an experiment', (find) => {
  it('have the share with which each was assigned: their split if nothing else was recorded', async () => {
    const address = await find();
    const journal = await SqlJournal.open(address);
    for (const [at, share] of [0.2, undefined, 0.99].entries()) {
      const assignment = { experiment: 'food', variant: 'base', split: 0.5, sides: 's', share } as const;
      await journal.write(gameEvents({ game: `${at}`, at, player: { assignment } }));
    }
    await journal.close();
    const { db } = await openDatabase(address, 'write');
    const shares = async () => (await readExperimentGames(db, {})).map(({ share }) => share);
    expect(await shares()).to.deep.equal([0.2, 0.5, 0.99]);
    // As earlier releases have left it.
    await db.updateTable('games').set({ share: null }).where('game', '=', '0').execute();
    expect(await shares()).to.deep.equal([0.5, 0.5, 0.99]);
    await db.destroy();
  });
});
