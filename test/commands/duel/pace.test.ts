import { expect } from 'chai';
import { NEW_DUEL } from '../../../src/commands/duel/duel-tally.js';
import { afterRefusal, nextCreation } from '../../../src/commands/duel/pace.js';

const MINUTE = 60_000;
const FULL = NEW_DUEL.pace;
/** A game at each of these minutes. */
const at = (...minutes: readonly number[]) => minutes.map((minute) => ({ at: minute * MINUTE }));

describe('the pace of a duel', () => {
  it('is 12 games in any ten minutes', () => {
    const minutes = Array.from({ length: 12 }, (_, index) => 100 + index / 4);
    expect(nextCreation(at(...minutes.slice(0, 11)), FULL)).to.be.below(103 * MINUTE);
    expect(nextCreation(at(...minutes), FULL)).to.equal(110 * MINUTE);
    expect(nextCreation(at(...minutes, 110), FULL)).to.equal(110.25 * MINUTE);
  });

  it('is no more than the platform took once it was busy, and waits as long as it asked', () => {
    const taken = at(100, 101, 102);
    const busy = afterRefusal(taken, FULL, 103 * MINUTE, 5 * MINUTE);
    expect(busy.most).to.equal(3);
    expect(nextCreation([], busy)).to.equal(108 * MINUTE);
    expect(nextCreation(taken, busy)).to.equal(110 * MINUTE);
    expect(nextCreation([...taken, ...at(110)], busy)).to.equal(111 * MINUTE);
    const long = afterRefusal([], FULL, 103 * MINUTE, 90 * MINUTE);
    expect([long.most, nextCreation([], long)]).to.deep.equal([1, 193 * MINUTE]);
    expect(afterRefusal([], long, 200 * MINUTE, 0)).to.deep.equal({ most: 1, notBefore: 201 * MINUTE });
  });
});
