import { expect } from 'chai';
import type { Contestant } from '../../../../src/arena/contest/contest.js';
import { createPairings } from '../../../../src/arena/contest/match/match-plan.js';
import { DEFAULT_SETTINGS } from '../../../../src/rules/settings.js';

describe('createPairings', () => {
  it('swaps the seats of a duel and scores the candidate', () => {
    expect(sketch(2, 0)).to.deep.equal(['BC 1', 'CB 0']);
  });

  it('gives the candidate each seat among the opponents, then the base in its place', () => {
    expect(sketch(4, 2)).to.deep.equal([
      'Caba 0',
      'aCba 1',
      'abCa 2',
      'abaC 3',
      'Baba 0',
      'aBba 1',
      'abBa 2',
      'abaB 3',
    ]);
  });

  it('fills the seats with copies of the base if there are no opponents', () => {
    expect(sketch(3, 0)).to.deep.equal(['CBB 0', 'BCB 1', 'BBC 2', 'BBB 0', 'BBB 1', 'BBB 2']);
  });

  it('gives all games of a pair one seed, and each pair another', () => {
    const match = optionsOf(2, 0);
    expect(createPairings(match, 7).map(({ seed }) => seed)).to.deep.equal(['s/7', 's/7']);
    expect(createPairings(match, 8)[0]!.seed).to.equal('s/8');
  });
});

/** Seats by letter, and the subject's seat. */
function sketch(snakes: number, opponents: number): string[] {
  return createPairings(optionsOf(snakes, opponents), 0).map(
    ({ seats, subject }) => `${seats.map((index) => 'BCab'[index]).join('')} ${subject}`,
  );
}

function optionsOf(snakes: number, opponents: number) {
  const one: Contestant = { kind: 'remote', name: 'one', url: 'http://localhost/' };
  const others = Array.from({ length: opponents }, () => one);
  const game = { ruleset: 'standard', map: 'standard', width: 11, height: 11, timeout: 100, maxTurns: 10 } as const;
  return {
    contestants: [one, one, ...others] as const,
    snakes,
    seed: 's',
    sprt: undefined,
    maxPairs: 10,
    game: { ...game, settings: DEFAULT_SETTINGS },
  };
}
