import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Position } from '../../../src/rules/position.js';
import { formatPicture } from '../../../src/rules/picture/format-picture.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { fromPlain } from '../../../src/rules/plain.js';
import { bodyCell, headOf, isAlive } from '../../../src/rules/snakes.js';
import { neighbours } from '../../../src/rules/steps.js';
import { areaControl, CONTESTED, NOBODY } from '../../../src/rules/toolkit/area.js';
import { anyPosition } from '../../support/arbitraries.js';
import { runsOf } from '../../support/budget.js';

/** The same by the book: step by step, every cell asks all its neighbours. Slow, and plain to see. */
function areaByTheBook(position: Position): number[] {
  const owners = Array.from({ length: position.size }, () => NOBODY);
  const strengths = owners.map(() => 0);
  const freeAt = owners.map(() => 0);
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (!isAlive(position, seat)) continue;
    for (let index = 0; index < position.lengths[seat]!; index++) {
      const cell = bodyCell(position, seat, index);
      const time = position.rules.grows ? Infinity : position.lengths[seat]! - index;
      if (cell >= 0) freeAt[cell] = Math.max(freeAt[cell]!, time);
    }
  }
  const { hazardDamage } = position.rules;
  for (let cell = 0; cell < position.size; cell++) {
    const isDeadly = hazardDamage > 0 && position.hazardsAt[cell]! * hazardDamage >= 99;
    if (isDeadly && position.foodAt[cell] === 0) freeAt[cell] = Infinity;
  }
  const bySize = position.ids
    .map((_, seat) => seat)
    .sort((a, b) => position.lengths[b]! - position.lengths[a]! || a - b);
  for (const seat of bySize) {
    const head = headOf(position, seat);
    if (!isAlive(position, seat) || head < 0 || owners[head] !== NOBODY) continue;
    owners[head] = seat;
    strengths[head] = position.lengths[seat]!;
  }
  let front = owners.map((_, cell) => cell).filter((cell) => owners[cell] !== NOBODY);
  for (let step = 1; front.length > 0; step++) {
    const claims = new Map<number, Set<number>>();
    for (const cell of front) {
      for (const next of neighbours(position, cell)) {
        if (owners[next] !== NOBODY || freeAt[next]! > step) continue;
        claims.set(next, (claims.get(next) ?? new Set()).add(cell));
      }
    }
    for (const [cell, from] of claims) {
      const best = Math.max(...[...from].map((claimant) => strengths[claimant]!));
      const claimants = new Set([...from].filter((each) => strengths[each] === best).map((each) => owners[each]!));
      strengths[cell] = best;
      owners[cell] = claimants.size === 1 ? [...claimants][0]! : CONTESTED;
    }
    front = [...claims.keys()];
  }
  return owners;
}

describe('area control', () => {
  it('gives nobody a cell whose hazards kill at once, nor what lies behind it', () => {
    const position = parsePicture('A.#..\nB.#..\nrules damage 100\nA length 3\nB length 3');
    const { counts, owners } = areaControl(position);
    expect([...counts.subarray(0, 2)]).to.deep.equal([2, 2]);
    expect(owners[2]).to.equal(NOBODY);
    expect(owners[3]).to.equal(NOBODY);
    expect(areaControl(parsePicture('A.#..\nB.#..\nA length 3\nB length 3')).counts[0]).to.equal(5);
  });

  it('gives each cell to the snake that reaches it first', () => {
    const position = parsePicture('A.....B');
    const { counts, owners } = areaControl(position);
    expect(Array.from(owners).slice(0, 7)).to.deep.equal([0, 0, 0, CONTESTED, 1, 1, 1]);
    expect(Array.from(counts).slice(0, 2)).to.deep.equal([3, 3]);
  });

  it('gives a cell to the longer of two snakes that arrive together', () => {
    const position = parsePicture('A...B\nA length 3\nB length 4');
    expect(Array.from(areaControl(position).owners).slice(0, 5)).to.deep.equal([0, 0, 1, 1, 1]);
  });

  it('counts cells that are reached only through contested cells as contested', () => {
    const position = parsePicture('A.B\nc.d\nC.D\nrules grows');
    const { owners } = areaControl(position);
    expect([7, 4, 1].map((cell) => owners[cell])).to.deep.equal([CONTESTED, CONTESTED, CONTESTED]);
  });

  it('gives cells that no snake reaches to nobody, and ignores eliminated snakes', () => {
    const position = parsePicture('A.bB.\nrules grows\nB body 3,0 l out hazard on 3\nC body 2,0 r=');
    expect(Array.from(areaControl(position).owners).slice(0, 5)).to.deep.equal([0, 2, 2, NOBODY, NOBODY]);
  });

  it('counts every cell at most once, in any position', () => {
    fc.assert(
      fc.property(anyPosition, (plain) => {
        const position = fromPlain(plain);
        const { counts, owners } = areaControl(position);
        const owned = owners.filter((owner) => owner !== NOBODY).length;
        expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(owned);
        expect(owned).to.be.at.most(position.size);
      }),
    );
  });

  it('agrees with a plain implementation, in any position', () => {
    fc.assert(
      fc.property(anyPosition, (plain) => {
        // The plain implementation knows no mates that pass through each other.
        const position = fromPlain({ ...plain, rules: { ...plain.rules!, matesPass: false } });
        expect([...areaControl(position).owners], formatPicture(position)).to.deep.equal(areaByTheBook(position));
      }),
      { numRuns: runsOf(400) },
    );
  });
});
