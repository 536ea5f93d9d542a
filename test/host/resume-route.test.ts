import { expect } from 'chai';
import { addResumeRoute } from '../../src/host/report-reload.js';
import type { LiveExperiment } from '../../src/journal/report/experiment-sides.js';
import { Guards } from '../../src/snakes/guards.js';
import type { SnakeReport } from '../../src/snakes/snake-report.js';
import { closeServed, serveAdmin } from '../support/served.js';

const SIDE = { hash: 'one', version: '', options: '{}' };
const LIVE: LiveExperiment = { snakes: ['/e'], experiment: 'food 3', split: 0.5, base: SIDE, candidate: SIDE };
const CRASH: SnakeReport = { type: 'childStopped', pid: 1, exit: { kind: 'exited', reason: 'it exited' } };

describe('POST /experiments/NAME/resume', () => {
  afterEach(closeServed);

  it('resumes a stopped split, and knows no other experiment', async () => {
    const guards = new Guards(false, () => {});
    const guard = guards.of(LIVE);
    guard.observe(CRASH);
    guard.observe(CRASH);
    const sideBySide = { ...LIVE, experiment: 'apart', split: 0 };
    const { url } = await serveAdmin({ extend: (router) => addResumeRoute(router, () => [sideBySide, LIVE], guards) });
    const resume = async (name: string) => {
      const response = await fetch(`${url}/experiments/${name}/resume`, { method: 'POST' });
      return { status: response.status, body: (await response.json()) as object };
    };
    const resumed = { experiment: 'food 3', resumed: true, guard: 'crashes' };
    expect(await resume('food%203')).to.deep.equal({ status: 200, body: resumed });
    expect(guard.isOpen).to.equal(true);
    expect(await resume('food%203')).to.deep.equal({ status: 200, body: { ...resumed, resumed: false, guard: '' } });
    for (const other of ['apart', 'food'])
      expect(await resume(other)).to.have.nested.include({ status: 404, 'body.error.code': 'unknown_experiment' });
  });
});
