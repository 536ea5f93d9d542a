import { expect } from 'chai';
import { SoonestTimer } from '../../src/processes/timing.js';

/** A timer on a clock that moves only when a test moves it; `fired` has the times at which it has fired. */
function simulate() {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly done: () => void }>();
  const fired: number[] = [];
  const after = (ms: number, done: () => void) => {
    const one = { at: now + ms, done };
    waiting.add(one);
    return () => void waiting.delete(one);
  };
  const timer = new SoonestTimer(
    () => fired.push(now),
    () => now,
    after,
  );
  const moveTo = (time: number) => {
    now = time;
    for (const one of [...waiting].filter(({ at }) => at <= now)) {
      waiting.delete(one);
      one.done();
    }
  };
  return { timer, fired, moveTo, waiting };
}

describe('SoonestTimer', () => {
  for (const every of [1, 10, 50, 199]) {
    it(`fires within each 200 ms although it is set every ${every} ms`, () => {
      const { timer, fired, moveTo } = simulate();
      for (let time = 0; time <= 10_000; time += every) {
        moveTo(time);
        timer.within(200);
      }
      const gaps = fired.map((at, index) => at - (fired[index - 1] ?? 0));
      expect(Math.max(...gaps)).to.be.below(200 + 2 * every);
      expect(fired.length).to.be.at.least(10_000 / (200 + 2 * every));
    });
  }

  it('is brought forward, and then fires once', () => {
    const { timer, fired, moveTo, waiting } = simulate();
    for (const ms of [10_000, 200, 5000, 200]) timer.within(ms);
    expect(waiting.size).to.equal(1);
    moveTo(200);
    moveTo(20_000);
    expect(fired).to.deep.equal([200]);
  });

  it('can be set again after it was stopped', () => {
    const { timer, fired, moveTo, waiting } = simulate();
    timer.within(10);
    timer.stop();
    expect(waiting.size).to.equal(0);
    timer.within(50);
    moveTo(50);
    expect(fired).to.deep.equal([50]);
  });
});
