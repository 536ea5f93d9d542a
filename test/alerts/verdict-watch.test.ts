import type { Report, ReportedVerdict } from '../../src/views/report-lines.js';
import { expect } from 'chai';
import { mock } from 'node:test';
import { VerdictWatch } from '../../src/alerts/verdict-watch.js';

type Decision = ReportedVerdict['decision'];

/** A watch over an experiment whose decision the test sets. */
function createWatch() {
  const state = {
    decision: 'undecided' as Decision,
    isBroken: false,
    isSideBySide: false,
    live: [{ snakes: ['/e'], experiment: 'x', split: 0.5 }],
  };
  const decided: Decision[] = [];
  let asked = 0;
  const report = (): Promise<Report> => {
    asked += 1;
    if (state.isBroken) return Promise.reject(new Error('the journal is not there'));
    const old = {
      design: 'split',
      snake: '/e',
      experiment: 'x',
      split: 0.2,
      decision: 'base is better',
    } as ReportedVerdict & { readonly design: 'split' };
    const split: ReportedVerdict = { ...old, split: 0.5, decision: state.decision };
    const verdict = state.isSideBySide ? ({ ...split, design: 'side by side' } as unknown as ReportedVerdict) : split;
    return Promise.resolve({
      totals: { games: 0, seats: 0 },
      local: 0,
      lines: [],
      verdicts: [verdict, old],
      shadows: [],
      late: [],
      opponents: [],
      ratings: [],
    });
  };
  const watch = new VerdictWatch(
    { report },
    () => state.live,
    (verdict) => void decided.push(verdict.decision),
    1_000_000,
  );
  return { watch, state, decided, asked: () => asked };
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
    expect([decided, asked()]).to.deep.equal([['candidate is better'], 3]);
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

  it('checks snakes that play side by side when a game of either has ended', async () => {
    const { watch, state, decided, asked } = createWatch();
    state.live = [{ snakes: ['/base', '/candidate'], experiment: 'x', split: 0 }];
    state.isSideBySide = true;
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
});
