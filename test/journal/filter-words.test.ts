import { expect } from 'chai';
import { parseSince } from '../../src/journal/filter-words.js';

const NOW = Date.UTC(2026, 7, 10, 12);
const HOUR = 3_600_000;

describe('parseSince', () => {
  const ages: [text: string, hours: number][] = [
    ['30m', 0.5],
    ['12h', 12],
    ['7d', 7 * 24],
    ['2w', 14 * 24],
    ['1.5h', 1.5],
    ['2 days', 48],
  ];
  for (const [text, hours] of ages) {
    it(`counts ${text} back from now`, () => {
      expect(parseSince(text, NOW)).to.equal(NOW - hours * HOUR);
    });
  }

  it('reads dates, and dates with a time', () => {
    expect(parseSince('2026-08-01', NOW)).to.equal(Date.UTC(2026, 7, 1));
    expect(parseSince('2026-08-01T06:30:00Z', NOW)).to.equal(Date.UTC(2026, 7, 1, 6, 30));
  });

  for (const text of ['', '7', '-7d', '7x', 'd', 'friday', '2026-13-01', '1234567d', 'in 2026-08-01']) {
    it(`refuses "${text}"`, () => {
      expect(parseSince(text, NOW)).to.equal(undefined);
    });
  }
});
