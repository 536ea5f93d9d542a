import { expect } from 'chai';
import type { VersionView } from '../../../../src/views/plots.js';
import {
  addUp,
  precisionOf,
  labelVersions,
  MAX_CURVES,
  versionChart,
} from '../../../../src/page/client/studies/versions.js';

function version(changes: Partial<VersionView> = {}): VersionView {
  const none = { count: 0, bars: [] };
  const step = { from: 1000, to: 3000, games: 30, wins: 15, score: 0.5, low: 0.3, high: 0.7 };
  return {
    snake: '/greedy',
    strategy: 'greedy',
    version: '1.0',
    hash: 'abcdef0123',
    options: {},
    experiment: '',
    variant: '',
    games: 30,
    wins: 15,
    draws: 1,
    losses: 14,
    abandoned: 0,
    unknown: 0,
    unlikely: 0,
    solo: 0,
    length: 100,
    answers: 3000,
    late: 1,
    failed: 2,
    illegal: 3,
    lost: 4,
    took: {},
    latency: {},
    course: [step],
    times: none,
    causes: { 'wall-collision': 3 },
    ...changes,
  };
}

const points = (count: number, games: number, half: number) =>
  Array.from({ length: count }, () => ({
    from: 0,
    to: 0,
    games,
    wins: 0,
    score: 0.5,
    low: 0.5 - half,
    high: 0.5 + half,
  }));

describe('versions of a snake', () => {
  it('are called by what tells them apart', () => {
    const labels = labelVersions([
      version(),
      version({ version: '' }),
      version({ options: { food: 3, name: 'x' } }),
      version({ experiment: 'hungrier', variant: 'base' }),
      version({ version: '2' }),
      version({ version: '2', hash: '9876543210' }),
    ]);
    expect(labels).to.deep.equal([
      '1.0',
      'abcdef0',
      '1.0 food 3, name "x"',
      '1.0 (hungrier: base)',
      '2 abcdef0',
      '2 9876543',
    ]);
  });

  it('are drawn up to as many as can be distinguished, by the games that they had played', () => {
    const many = Array.from({ length: MAX_CURVES + 2 }, (_, index) => version({ version: String(index) }));
    const [panel] = versionChart([version({ version: 'none', course: [] }), ...many]).panels;
    const curves = panel!.layers.filter(({ kind }) => kind === 'line');
    expect(curves.map(({ name }) => name)).to.deep.equal(many.slice(0, MAX_CURVES).map((one) => one.version));
    expect(curves[0]!.points).to.deep.equal([{ x: 30, y: 0.5, low: 0.3, high: 0.7 }]);
  });

  it('are known by their games, and miss as many as narrow the interval of the score to ±0.05', () => {
    // Half of the interval is to be a quarter: 16 times as many games.
    expect(precisionOf({ course: points(1, 30, 0.2) })).to.deep.include({ games: 30, missing: 450 });
    expect(precisionOf({ course: points(2, 30, 0.2) })).to.deep.include({ games: 60, missing: 420 });
    expect(precisionOf({ course: points(4, 30, 0.2) }).half).to.be.closeTo(0.1, 1e-9);
    expect(precisionOf({ course: points(2, 900, 0.04) }).missing).to.equal(0);
  });

  it('add up', () => {
    const sums = addUp([version(), version({ causes: { 'wall-collision': 1, hazard: 2 } })]);
    expect(sums).to.deep.equal({
      games: 60,
      wins: 30,
      draws: 2,
      losses: 28,
      answers: 6000,
      fallbacks: 12,
      lost: 8,
      causes: { 'wall-collision': 4, hazard: 2 },
    });
  });
});
