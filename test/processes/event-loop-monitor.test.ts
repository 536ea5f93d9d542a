import { expect } from 'chai';
import { EventLoopMonitor } from '../../src/processes/event-loop-monitor.js';
import { until } from '../support/soon.js';

describe('EventLoopMonitor', () => {
  let monitor: EventLoopMonitor;
  beforeEach(() => (monitor = new EventLoopMonitor()));
  afterEach(() => monitor.close());

  it('measures how long the loop was blocked, once for each reading', async () => {
    await ticks(5);
    block(100);
    await ticks(3);
    const { p50, max } = monitor.takeDelays();
    expect(max).to.be.greaterThan(80);
    expect(p50).to.be.lessThan(max);
    // Other tests may block it for as long, but not forever.
    await until(() => monitor.takeDelays().max < max);
  });

  it('reports no delay before it has measured one', () => {
    expect(monitor.takeDelays()).to.deep.equal({ p50: 0, p99: 0, max: 0 });
    expect(monitor.delay).to.equal(0);
  });

  it('takes at most 50 ms off a budget, whatever the metrics have read meanwhile', async () => {
    for (let times = 0; times < 5; times++) {
      block(100);
      await ticks(2);
    }
    monitor.takeDelays();
    await until(() => monitor.delay > 0);
    expect(monitor.delay).to.equal(50);
  });
});

/** Resolves when a timer like the monitor's has fired so often. */
function ticks(count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const timer = setInterval(() => {
      if (--left > 0) return;
      clearInterval(timer);
      resolve();
    }, 10);
  });
}

function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}
