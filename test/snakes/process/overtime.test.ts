import { expect } from 'chai';
import type { CpuTime } from '../../../src/processes/proc.js';
import { Overtime, ownTime } from '../../../src/snakes/process/overtime.js';

/** A child whose figures a test sets. */
function measured(before: CpuTime | undefined) {
  let [now, cpu] = [1000, before];
  const overtime = new Overtime({ cpuTime: () => cpu }, () => now);
  /** The time left of a grace of 50 ms. */
  const left = (passed: number, after: CpuTime | undefined, oversubscription = 1): number => {
    [now, cpu] = [1000 + passed, after];
    return overtime.look(50, oversubscription).left;
  };
  return { left, limit: () => overtime.look(50, 1).limit };
}

describe('Overtime', () => {
  it('is over when the child has used the grace', () => {
    const { left } = measured({ used: 200, waited: 10 });
    expect(left(30, { used: 230, waited: 10 })).to.equal(20);
    expect(left(50, { used: 250, waited: 10 })).to.equal(0);
  });

  it('continues while the child waits for a core', () => {
    const { left } = measured({ used: 200, waited: 10 });
    expect(left(400, { used: 210, waited: 400 })).to.equal(40);
    expect(left(1400, { used: 240, waited: 1360 })).to.equal(10);
  });

  it('is over when the child neither computes nor waits for a core', () => {
    const { left } = measured({ used: 200, waited: 10 });
    expect(left(400, { used: 200, waited: 10 })).to.equal(50);
    expect(left(1499.5, { used: 200, waited: 10 })).to.equal(0);
  });

  it('is over after a long limit, whatever the child does', () => {
    expect(measured({ used: 200, waited: 10 }).left(5000, { used: 201, waited: 5009 })).to.equal(0);
    expect(measured({ used: 200 }).left(5000, { used: 200 })).to.equal(0);
  });

  it('goes by the CPU time alone if the system does not say who waits', () => {
    const { left } = measured({ used: 200 });
    expect(left(1000, { used: 240 })).to.equal(10);
    expect(left(1000, { used: 250 })).to.equal(0);
  });

  it('goes by the clock without figures, with a grace that grows with the oversubscription', () => {
    const { left } = measured(undefined);
    expect([left(30, undefined), left(50, undefined), left(50, undefined, 4), left(200, undefined, 4)]).to.deep.equal([
      20, 0, 150, 0,
    ]);
  });

  it('says which limit ends it', () => {
    const figures = { used: 200, waited: 10 };
    const ends = (passed: number, after: CpuTime): number => {
      const { left, limit } = measured(figures);
      expect(left(passed, after)).to.equal(0);
      return limit();
    };
    expect(ends(60, { used: 250, waited: 10 })).to.equal(50);
    expect(ends(1600, figures)).to.equal(1500);
    expect(ends(5000, { used: 201, waited: 5009 })).to.equal(5000);
  });

  it('does not look again too often', () => {
    expect(measured({ used: 200, waited: 10 }).left(50, { used: 248, waited: 10 })).to.equal(5);
  });
});

describe('ownTime', () => {
  it('leaves out the time in which a child waited for a core, where the system shows it', () => {
    expect(ownTime(9000, { used: 100, waited: 8500 })).to.equal(500);
    expect(ownTime(9000, { used: 100 })).to.equal(9000);
    expect(ownTime(9000, undefined)).to.equal(9000);
  });
});
