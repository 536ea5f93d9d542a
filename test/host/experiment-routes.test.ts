import { expect } from 'chai';
import { addExperimentRoutes } from '../../src/host/experiment-routes.js';
import type { LiveExperiment } from '../../src/journal/report/experiment-sides.js';
import { Guards } from '../../src/snakes/guards.js';
import type { SnakeReport } from '../../src/snakes/snake-report.js';
import type { ExperimentChange } from '../../src/views/report-lines.js';
import { closeServed, serveAdmin } from '../support/served.js';

const SIDE = { hash: 'one', version: '', options: '{}' };
const LIVE: LiveExperiment = { snakes: ['/e'], experiment: 'food 3', split: 0.5, base: SIDE, candidate: SIDE };
const CRASH: SnakeReport = { type: 'childStopped', pid: 1, exit: { kind: 'exited', reason: 'it exited' } };

describe('POST /experiments/NAME', () => {
  afterEach(closeServed);

  it('stops, promotes and resumes a split, and knows no other experiment', async () => {
    const guards = new Guards({ changed: () => {} });
    const guard = guards.of(LIVE);
    guard.observe(CRASH);
    guard.observe(CRASH);
    const sideBySide = { ...LIVE, experiment: 'apart', split: 0 };
    const { url } = await serveAdmin({
      extend: (router) => addExperimentRoutes(router, () => [sideBySide, LIVE], guards, 'missing.yaml'),
    });
    const act = async (action: string, name = 'food%203') => {
      const response = await fetch(`${url}/experiments/${name}/${action}`, { method: 'POST' });
      return { status: response.status, body: (await response.json()) as ExperimentChange };
    };
    for (const [action, changed, share, state] of [
      ['resume', true, 0.5, { guard: '', promoted: 0 }],
      ['resume', false, 0.5, { guard: '' }],
      ['stop', true, 0, { guard: 'a person', reason: 'a person has stopped it' }],
      ['stop', false, 0, { guard: 'a person' }],
      ['promote', true, 1, { guard: '', reason: 'a person has promoted it' }],
      ['promote', false, 1, {}],
      ['resume', true, 0.5, { guard: '', reason: '', promoted: 0 }],
    ] as const) {
      const { status, body } = await act(action);
      expect(status).to.equal(200);
      expect(body).to.include({ experiment: 'food 3', changed, share });
      expect(body.state).to.include(state);
      expect(guard.share).to.equal(share);
    }
    for (const action of ['stop', 'resume', 'promote'])
      for (const other of ['apart', 'food'])
        expect(await act(action, other)).to.have.nested.include({
          status: 404,
          'body.error.code': 'unknown_experiment',
        });
  });
});
