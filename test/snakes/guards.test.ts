import { expect } from 'chai';
import type { LiveExperiment } from '../../src/journal/report/experiment-sides.js';
import { Guards } from '../../src/snakes/guards.js';
import type { SnakeReport } from '../../src/snakes/snake-report.js';
import type { GuardState, SplitVerdict } from '../../src/views/report-lines.js';
import type { Answer } from '../../src/wire/responses.js';

const SIDE = { hash: 'one', version: '', options: '{}' };
const LIVE: LiveExperiment = { snakes: ['/e'], experiment: 'x', split: 0.5, base: SIDE, candidate: SIDE };

function create(hasJournal = false) {
  const changes: (GuardState & { readonly isOurs: boolean })[] = [];
  const guards = new Guards(hasJournal, (_, state, isOurs) => void changes.push({ ...state, isOurs }));
  return { guards, guard: guards.of(LIVE), changes };
}

const failing = (answer: Partial<Answer>, game = 'g') =>
  ({
    type: 'answered',
    game,
    you: 'me',
    turn: 1,
    overhead: 1,
    budget: 1,
    isRepeated: false,
    answer: { kind: 'failed', move: 'up', took: 1, fallback: 'safe', reason: 'move threw: boom', ...answer } as Answer,
  }) as const;
const crash = (exit: object = {}) =>
  ({ type: 'childStopped', pid: 1, exit: { kind: 'exited', reason: 'it exited with code 1', ...exit } }) as SnakeReport;
const ended: SnakeReport = { type: 'gameEnded', game: 'g', you: 'me', ending: 'loss', turn: 3 };

const verdictOf = (more: Partial<SplitVerdict>) =>
  ({ design: 'split', games: 20, guards: [], ...more }) as unknown as SplitVerdict;
const excess = {
  guard: 'lost turns' as const,
  base: { games: 9, bad: 0 },
  candidate: { games: 8, bad: 8 },
  evidence: 200,
};

describe('a guard', () => {
  it('stops a candidate that is to blame for three turns of one game', () => {
    for (const answer of [{ kind: 'failed' }, { kind: 'illegal' }, { kind: 'late', cause: 'strategy' }] as const) {
      const { guard, changes } = create();
      for (let turn = 0; turn < 2; turn++) guard.observe(failing(answer));
      guard.observe(failing(answer, 'another game'));
      expect(guard.isOpen).to.equal(true);
      guard.observe(failing(answer));
      expect(guard.isOpen).to.equal(false);
      expect(changes).to.have.lengthOf(1);
      expect(changes[0]).to.include({ guard: 'failed turns', isOurs: true });
      expect(changes[0]!.reason).to.equal('it failed on 3 turns of one game, the last time because move threw: boom');
    }
  });

  it('blames it neither for the machine, nor for a start, nor for turns of games that are over', () => {
    const { guard } = create();
    for (let turn = 0; turn < 5; turn++) {
      guard.observe(failing({ kind: 'late', cause: 'machine' }));
      guard.observe(failing({ kind: 'late', cause: 'start' }));
      guard.observe(failing({ kind: 'failed', cause: 'machine' }));
      guard.observe(crash({ kind: 'stopped' }));
      guard.observe(crash({ fault: 'start' }));
      guard.observe(crash({ fault: 'ceiling' }));
      guard.observe(failing({ kind: 'moved' }));
      guard.observe(failing({}));
      guard.observe(ended);
    }
    expect(guard.isOpen).to.equal(true);
  });

  it('stops it after its second crash', () => {
    const { guard, changes } = create();
    guard.observe(crash());
    expect(guard.isOpen).to.equal(true);
    guard.observe(crash());
    expect([guard.isOpen, changes[0]!.guard]).to.deep.equal([false, 'crashes']);
    expect(changes[0]!.reason).to.match(/^2 of its processes crashed, the last because it exited with code 1$/);
  });

  it('stops it by the evidence of the journal, and names the numbers', () => {
    const { guard, changes } = create();
    guard.review({ verdict: verdictOf({ guards: [{ ...excess, evidence: 199 }] }) });
    expect(guard.isOpen).to.equal(true);
    guard.review({ verdict: verdictOf({ guards: [excess] }) });
    expect(changes[0]).to.include({
      guard: 'lost turns',
      reason: '8 of 8 games had lost turns, 0 of 9 of the base',
      isOurs: true,
    });
  });

  it('stops a worse candidate once: who resumes it knows the verdict', () => {
    const { guard, changes } = create();
    const verdict = verdictOf({ decision: 'base is better' });
    guard.review({ verdict });
    expect([guard.isOpen, changes[0]!.guard]).to.deep.equal([false, 'base is better']);
    expect(guard.resume()).to.equal('base is better');
    guard.review({ verdict, state: changes[1]! });
    expect(guard.isOpen).to.equal(true);
  });

  it('takes the later state from the journal, and no evidence from before a resumption', () => {
    const { guard, changes } = create();
    guard.review({ state: { guard: 'crashes', reason: 'two', at: 5 } });
    expect([guard.isOpen, changes[0]!.isOurs]).to.deep.equal([false, false]);
    guard.resume();
    guard.review({ state: { guard: 'crashes', reason: 'two', at: 5 }, verdict: verdictOf({ guards: [excess] }) });
    expect(guard.isOpen).to.equal(true);
    const { at } = changes.at(-1)!;
    guard.review({ state: { guard: 'crashes', reason: 'two', at: at + 1 } });
    expect(guard.isOpen).to.equal(false);
    guard.review({ state: { guard: '', reason: '', at: at + 2 } });
    expect(guard.isOpen).to.equal(true);
  });

  it('outlives a reload and a change of the base, but not one of the candidate', () => {
    const { guards, guard } = create();
    guard.observe(crash());
    guard.observe(crash());
    const other = { ...SIDE, options: '{"food":3}' };
    expect(guards.of({ ...LIVE, base: other })).to.equal(guard);
    expect(guards.of({ ...LIVE, candidate: other }).isOpen).to.equal(true);
    expect(guards.of(LIVE).isOpen).to.equal(false);
  });

  it('gives new games to the base until an earlier stop is known', () => {
    const { guards, guard } = create(true);
    expect(guard.isOpen).to.equal(false);
    guards.isKnown = true;
    expect(guard.isOpen).to.equal(true);
  });
});
