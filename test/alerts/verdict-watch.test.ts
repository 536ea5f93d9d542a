import type { JournalReader } from '../../src/journal/journal.js';
import type { Review } from '../../src/journal/report/guards.js';
import type { ExperimentVerdict, GuardState } from '../../src/views/report-lines.js';
import { expect } from 'chai';
import { mock } from 'node:test';
import { VerdictWatch } from '../../src/alerts/verdict-watch.js';

type Decision = ExperimentVerdict['decision'];

const SIDE = { hash: '', version: '', options: '{}' };
const STOPPED = { guard: 'lost turns', reason: 'it lost turns', at: 1, since: 0, step: 0, sides: '', promoted: 0 };

/** A watch over an experiment whose decision the test sets. */
function createWatch() {
  const state = {
    decision: 'undecided' as Decision,
    isBroken: false,
    p: 1,
    live: [{ snakes: ['/e'], experiment: 'x', split: 0.5 }],
  };
  const decided: Decision[] = [];
  const uneven: string[] = [];
  let asked = 0;
  const reviewed: GuardState[] = [];
  const ask = (_: unknown, { isNews }: { readonly isNews: boolean }): Promise<Review> => {
    if (isNews) asked += 1;
    if (state.isBroken) return Promise.reject(new Error('the journal is not there'));
    const left = { base: 0, candidate: 9, p: state.p };
    const verdict = { design: 'side by side', experiment: 'x', decision: state.decision, left } as ExperimentVerdict;
    return Promise.resolve({ state: STOPPED, ...(isNews && { verdict }) });
  };
  const watch = new VerdictWatch(
    { ask: ask as JournalReader['ask'] },
    () => state.live.map((one) => ({ ...one, base: SIDE, candidate: SIDE })),
    {
      decided: ({ decision }) => void decided.push(decision),
      uneven: (what) => void uneven.push(what),
      reviewed: (_, { state: known }) => void reviewed.push(known!),
    },
    1_000_000,
  );
  return { watch, state, decided, uneven, reviewed, asked: () => asked };
}

describe('VerdictWatch', () => {
  it('reports a decision once, when a game has brought it about', async () => {
    const { watch, state, decided, asked } = createWatch();
    await watch.look();
    state.decision = 'candidate is better';
    await watch.look();
    expect([decided, asked()]).to.deep.equal([[], 1]);
    watch.gameEnded('/e');
    await watch.look();
    watch.gameEnded('/e');
    await watch.look();
    expect(decided).to.deep.equal(['candidate is better']);
    // A game that has just ended may reach the journal after the look: the next one reads the games again.
    await watch.look();
    expect(asked()).to.equal(4);
    await watch.look();
    expect(asked()).to.equal(4);
    watch.close();
  });

  it('reports a new decision, but not what was decided before', async () => {
    const { watch, state, decided } = createWatch();
    for (const decision of ['base is better', 'undecided', 'base is better'] as const) {
      state.decision = decision;
      watch.gameEnded('/e');
      await watch.look();
    }
    expect(decided).to.deep.equal(['base is better']);
    watch.close();
  });

  it('reports games that do not fit once, also while nothing is decided', async () => {
    const { watch, state, decided, uneven } = createWatch();
    for (const p of [1, 0.0009, 0.0001]) {
      state.p = p;
      watch.gameEnded('/e');
      await watch.look();
    }
    expect(uneven).to.deep.equal(['games without a known result are uneven: 9 of the candidate and 0 of the base']);
    expect(decided).to.deep.equal([]);
    watch.close();
  });

  it('checks snakes that play side by side when a game of either has ended', async () => {
    const { watch, state, decided, asked } = createWatch();
    state.live = [{ snakes: ['/base', '/candidate'], experiment: 'x', split: 0 }];
    await watch.look();
    state.decision = 'base is better';
    watch.gameEnded('/other');
    await watch.look();
    expect(asked()).to.equal(1);
    watch.gameEnded('/candidate');
    await watch.look();
    expect(decided).to.deep.equal(['base is better']);
    watch.close();
  });

  it('looks again later if the journal cannot be read', async () => {
    const { watch, state, decided } = createWatch();
    await watch.look();
    Object.assign(state, { isBroken: true, decision: 'base is better' });
    watch.gameEnded('/e');
    await watch.look();
    state.isBroken = false;
    await watch.look();
    expect(decided).to.deep.equal(['base is better']);
    watch.close();
  });

  it('looks at its interval until it is closed', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const { watch, asked } = createWatch();
      const seen: number[] = [];
      for (const step of ['look', 'look', 'close', 'look']) {
        watch.gameEnded('/e');
        if (step === 'close') watch.close();
        else mock.timers.tick(1_000_000);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(asked());
      }
      expect(seen).to.deep.equal([1, 2, 2, 2]);
    } finally {
      mock.timers.reset();
    }
  });

  it('asks for no experiment that nobody wants to know about', async () => {
    const { watch, state, asked } = createWatch();
    state.live = [];
    watch.gameEnded('/e');
    await watch.look();
    expect(asked()).to.equal(0);
    watch.close();
  });

  it('reads the state of a guard at every look, since another host may have changed it', async () => {
    const { watch, reviewed, asked } = createWatch();
    await watch.look();
    await watch.look();
    expect([reviewed, asked()]).to.deep.equal([[STOPPED, STOPPED], 1]);
    watch.close();
  });
});
