import { expect } from 'chai';
import { mock } from 'node:test';
import { identifySides, type LiveExperiment } from '../../src/journal/report/experiment-sides.js';
import { Guards } from '../../src/snakes/guards.js';
import type { SnakeReport } from '../../src/snakes/snake-report.js';
import type { GuardState, SplitVerdict } from '../../src/views/report-lines.js';
import type { Answer } from '../../src/wire/responses.js';

const SIDE = { hash: 'one', version: '', options: '{}' };
const LIVE: LiveExperiment = { snakes: ['/e'], experiment: 'x', split: 0.5, base: SIDE, candidate: SIDE };
const PLAN = { steps: [0.2, 0.3, 0.5], stepGames: 10, promote: 'ask' } as const;
const STEPPED: LiveExperiment = { ...LIVE, plan: PLAN };
const NO_STATE: GuardState = {
  guard: '',
  reason: '',
  at: 0,
  since: 0,
  step: 0,
  sides: identifySides(LIVE),
  promoted: 0,
};
const stateOf = (more: Partial<GuardState>): GuardState => ({ ...NO_STATE, ...more });

function create(hasJournal = false) {
  const changes: (GuardState & { readonly isOurs: boolean })[] = [];
  const findSide = hasJournal ? () => Promise.resolve(undefined) : undefined;
  const guards = new Guards({ changed: (_, state, __, isOurs) => void changes.push({ ...state, isOurs }), findSide });
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
      expect(guard.share).to.equal(0.5);
      guard.observe(failing(answer));
      expect(guard.share).to.equal(0);
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
    expect(guard.share).to.equal(0.5);
  });

  it('stops it after its second crash', () => {
    const { guard, changes } = create();
    guard.observe(crash());
    expect(guard.share).to.equal(0.5);
    guard.observe(crash());
    expect([guard.share, changes[0]!.guard]).to.deep.equal([0, 'crashes']);
    expect(changes[0]!.reason).to.match(/^2 of its processes crashed, the last because it exited with code 1$/);
  });

  it('stops it by the evidence of the journal, and names the numbers', () => {
    const { guard, changes } = create();
    guard.review({ verdict: verdictOf({ guards: [{ ...excess, evidence: 199 }] }) });
    expect(guard.share).to.equal(0.5);
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
    expect([guard.share, changes[0]!.guard]).to.deep.equal([0, 'base is better']);
    expect(guard.resume()).to.equal(true);
    guard.review({ verdict: { ...verdict, heeded: 'base is better' }, state: changes[1]! });
    expect(guard.share).to.equal(0.5);
    // Had it been resumed for another reason, this would be news.
    guard.review({ verdict: { ...verdict, heeded: 'undecided' }, state: changes[1]! });
    expect([guard.share, changes.at(-1)!.guard]).to.deep.equal([0, 'base is better']);
  });

  it('takes the later state from the journal, and no evidence from before a resumption', () => {
    const { guard, changes } = create();
    guard.review({ state: stateOf({ guard: 'crashes', at: 5 }) });
    expect([guard.share, changes[0]!.isOurs]).to.deep.equal([0, false]);
    guard.resume();
    guard.review({ state: stateOf({ guard: 'crashes', at: 5 }), verdict: verdictOf({ guards: [excess] }) });
    expect(guard.share).to.equal(0.5);
    const { at } = changes.at(-1)!;
    guard.review({ state: stateOf({ guard: 'crashes', at: at + 1, since: at }) });
    expect(guard.share).to.equal(0);
    guard.review({ state: stateOf({ at: at + 2, since: at + 2 }) });
    expect(guard.share).to.equal(0.5);
  });

  it('outlives a reload and a change of the base, but not one of the candidate', () => {
    const { guards, guard } = create();
    guard.observe(crash());
    guard.observe(crash());
    const other = { ...SIDE, options: '{"food":3}' };
    expect(guards.of({ ...LIVE, base: other })).to.equal(guard);
    expect(guards.of({ ...LIVE, candidate: other }).share).to.equal(0.5);
    expect(guards.of(LIVE).share).to.equal(0);
  });

  it('gives new games to the base until an earlier stop is known', () => {
    const { guards, guard } = create(true);
    expect(guard.share).to.equal(0);
    guards.isKnown = true;
    expect(guard.share).to.equal(0.5);
  });
});

const played = (games: number, more: Partial<SplitVerdict> = {}) => {
  const clean = { guard: 'lost turns', base: { games, bad: 0 }, candidate: { games, bad: 0 }, evidence: 1 } as const;
  const fair = { base: 0, candidate: 0, p: 1 };
  const reached = { share: 0.2, shareGames: games };
  return verdictOf({ guards: [clean], decision: 'undecided', assigned: fair, left: fair, ...reached, ...more });
};

describe('the share of a candidate', () => {
  it('grows by one step at a time, after enough games without a stop', () => {
    const { guards, changes } = create();
    const guard = guards.of(STEPPED);
    const reviews = [
      [0, 0.2],
      [9, 0.2],
      // Many games at once take one step: the next one needs games with its share.
      [500, 0.2],
      [500, 0.2],
      [9, 0.3],
      [10, 0.3],
      [500, 0.5],
    ] as const;
    const shares = reviews.map(([games, share]) => {
      guard.review({ verdict: played(games, { share }) });
      return guard.share;
    });
    expect(shares).to.deep.equal([0.2, 0.2, 0.3, 0.3, 0.3, 0.5, 0.5]);
    expect(changes.map(({ step, isOurs }) => [step, isOurs])).to.deep.equal([
      [1, true],
      [2, true],
    ]);
  });

  it('is the same after a restart in the middle of a step', () => {
    const { guards, changes } = create();
    guards.of(STEPPED).review({ verdict: played(10) });
    const next = create(true);
    const again = next.guards.of(STEPPED);
    expect(again.share).to.equal(0);
    again.review({ state: changes[0]!, verdict: played(15) });
    next.guards.isKnown = true;
    expect([again.share, next.changes.length]).to.deep.equal([0.3, 1]);
  });

  it('starts with the first step again with another base, another candidate, and after a resumption', () => {
    const { guards, changes } = create();
    const guard = guards.of(STEPPED);
    const other = { ...SIDE, hash: 'two' };
    guard.review({ verdict: played(10) });
    expect(guards.of({ ...STEPPED, candidate: other }).share).to.equal(0.2);
    expect(guards.of({ ...STEPPED, base: other }).share).to.equal(0.2);
    guard.review({ state: changes[0]! });
    expect(changes.at(-1)).to.include({ step: 0, sides: identifySides({ ...STEPPED, base: other }) });
    guard.review({ verdict: played(10) });
    expect(guard.share).to.equal(0.3);
    guard.stop();
    guard.resume();
    expect(guard.share).to.equal(0.2);
  });

  it('is no larger than the last step of a plan that has become shorter, and follows a changed split at once', () => {
    const { guards } = create();
    const guard = guards.of(STEPPED);
    guard.review({ verdict: played(10) });
    guard.review({ verdict: played(10, { share: 0.3 }) });
    expect(guards.of({ ...LIVE, plan: { ...PLAN, steps: [0.1, 0.4] } }).share).to.equal(0.4);
    expect(guards.of({ ...LIVE, split: 0.7 }).share).to.equal(0.7);
  });

  it('is all once a person has promoted the candidate, or automatically with such a plan', () => {
    const better = { decision: 'candidate is better', games: 640 } as const;
    const asked = create().guards.of(STEPPED);
    asked.review({ verdict: played(0, better) });
    expect(asked.share).to.equal(0.2);
    expect([asked.promote(), asked.share, asked.promote()]).to.deep.equal([true, 1, false]);

    const { guards, changes } = create();
    const guard = guards.of({ ...STEPPED, plan: { ...PLAN, promote: 'auto' } });
    guard.review({ verdict: played(0, { ...better, assigned: { base: 90, candidate: 10, p: 1e-9 } }) });
    expect(guard.share, 'the verdict is not to be relied on').to.equal(0.2);
    guard.review({ verdict: played(0, better) });
    expect([guard.share, changes[0]!.reason]).to.deep.equal([1, 'the experiment is decided after 640 games']);
    guard.resume();
    guard.review({ state: changes.at(-1)!, verdict: played(0, { ...better, heeded: better.decision }) });
    expect(guard.share, 'who resumes it knows the verdict').to.equal(0.2);
  });

  it('is none again if a promoted candidate plainly fails', () => {
    const { guard, changes } = create();
    guard.promote();
    guard.observe(crash());
    guard.observe(crash());
    expect([guard.share, changes.at(-1)!.promoted]).to.deep.equal([0, 0]);
  });

  it('is none once any host has stopped the candidate, whatever steps another one has taken meanwhile', () => {
    const { guards } = create();
    const guard = guards.of(STEPPED);
    guard.review({ verdict: played(10) });
    expect(guard.share).to.equal(0.3);
    guard.review({ state: stateOf({ guard: 'crashes', at: 5 }) });
    expect(guard.share).to.equal(0);
    guard.review({ state: stateOf({ guard: 'crashes', at: 5 }), verdict: played(30) });
    expect(guard.share).to.equal(0);
  });

  it('follows what a person did last, whatever the clock does', () => {
    const { guard } = create();
    guard.promote();
    const clock = mock.method(Date, 'now', () => 1000);
    expect([guard.stop(), guard.share]).to.deep.equal([true, 0]);
    expect([guard.resume(), guard.share]).to.deep.equal([true, 0.5]);
    clock.mock.restore();
  });

  it('belongs to one experiment, also if two have the same sides', () => {
    const { guards } = create();
    guards.of(STEPPED).promote();
    expect(guards.of({ ...STEPPED, experiment: 'y', snakes: ['/f'] }).share).to.equal(0.2);
  });
});
