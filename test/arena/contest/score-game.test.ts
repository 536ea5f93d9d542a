import { expect } from 'chai';
import { scoresOf, scoreGame } from '../../../src/arena/contest/game-record.js';
import type { Death } from '../../../src/arena/game/watcher.js';

describe('scoreGame', () => {
  it('gives 1 and 0 in a duel with a winner', () => {
    expect(score(['dies 5', 'wins'])).to.deep.equal([0, 1]);
  });

  it('gives halves in a duel in which both died at once', () => {
    expect(score(['dies 5', 'dies 5'])).to.deep.equal([0.5, 0.5]);
  });

  it('gives halves in a duel that both survived', () => {
    expect(score(['lives', 'lives'])).to.deep.equal([0.5, 0.5]);
  });

  it('descends in even steps and shares the scores of ties', () => {
    expect(score(['dies 9', 'dies 3', 'wins', 'dies 9'])).to.deep.equal([0.5, 0, 1, 0.5]);
  });
});

describe('scoresOf', () => {
  it('puts the crashed snake last and shares the rest among the others', () => {
    expect(scoresOf({ kind: 'crashed', seat: 0, reason: '', seed: 's', turn: 3 }, 2)).to.deep.equal([0, 1]);
    expect(scoresOf({ kind: 'crashed', seat: 1, reason: '', seed: 's', turn: 3 }, 4)).to.deep.equal([
      2 / 3,
      0,
      2 / 3,
      2 / 3,
    ]);
  });
});

function score(fates: readonly string[]): number[] {
  const deaths = fates.flatMap((fate, seat): Death[] => {
    const turn = /^dies (\d+)$/.exec(fate)?.[1];
    if (turn === undefined) return [];
    return [{ seat, id: '', name: '', cause: 'wall-collision', by: -1, turn: Number(turn) }];
  });
  return scoreGame({ deaths, winners: fates.flatMap((fate, seat) => (fate === 'wins' ? [seat] : [])) }, fates.length);
}
