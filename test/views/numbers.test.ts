import { expect } from 'chai';
import {
  formatBytes,
  formatChance,
  formatCount,
  formatFixed,
  formatMs,
  formatPercent,
  formatSigned,
} from '../../src/views/numbers.js';

describe('formatted numbers', () => {
  it('show shares in percent', () => {
    expect([formatPercent(0.525), formatPercent(0.525, 1)]).to.deep.equal(['53 %', '52.5 %']);
  });

  it('show no probability as certain', () => {
    expect([0, 0.5, 0.9989, 1].map(formatChance)).to.deep.equal(['< 0.1 %', '50.0 %', '99.9 %', '> 99.9 %']);
  });

  it('show durations with their unit', () => {
    expect([formatMs(4), formatMs(0.0213, 3)]).to.deep.equal(['4.0 ms', '0.021 ms']);
  });

  it('show differences with their sign', () => {
    expect([formatSigned(12.5, 1), formatSigned(0, 1), formatSigned(-1, 3)]).to.deep.equal(['+12.5', '0.0', '−1.000']);
    expect([formatFixed(-0.127, 2), formatFixed(2, 2)]).to.deep.equal(['−0.13', '2.00']);
    expect([formatSigned(-0.4, 0), formatSigned(-0.6, 0)]).to.deep.equal(['0', '−1']);
  });

  it('show bytes in whole units, also a mean', () => {
    const shown = [0, 458.5654, 999.6, 3000, 2_500_000].map(formatBytes);
    expect(shown).to.deep.equal(['0 B', '459 B', '1 kB', '3 kB', '2.5 MB']);
  });

  it('put the noun into the plural', () => {
    expect([0, 1, 2].map((count) => formatCount(count, 'game'))).to.deep.equal(['0 games', '1 game', '2 games']);
  });
});
