/** Times, numbers and words as people read them. */
import { expect } from 'chai';
import {
  formatBytes,
  formatElo,
  formatMany,
  formatScore,
  formatShare,
  formatThousands,
} from '../../../../src/views/numbers.js';
import { formatDuration, formatMoment, formatSpread, formatTimeAgo } from '../../../../src/views/times.js';
import {
  describeDeathAmong,
  describeLag,
  describePlace,
  describeSource,
  formatRank,
  isFallback,
} from '../../../../src/views/words.js';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

describe('formatDuration', () => {
  it('uses the unit that people would', () => {
    expect([0, 0.42, 9.95, 38.4, 1250, 9999].map(formatDuration)).to.deep.equal([
      '0 ms',
      '0.4 ms',
      '9.9 ms',
      '38 ms',
      '1.25 s',
      '10 s',
    ]);
    expect(formatDuration(42 * SECOND)).to.equal('42 s');
    expect(formatDuration(3 * MINUTE + 20 * SECOND)).to.equal('3 min 20 s');
    expect(formatDuration(2 * HOUR)).to.equal('2 h');
    expect(formatDuration(76 * HOUR)).to.equal('3 d 4 h');
    expect(formatDuration(-5)).to.equal('-5 ms');
  });
});

describe('formatTimeAgo', () => {
  it('says how long ago a moment was', () => {
    const ago = [0, 40 * SECOND, 5 * MINUTE, 3 * HOUR, 50 * HOUR].map((ms) => formatTimeAgo(1e12, 1e12 + ms));
    expect(ago).to.deep.equal(['just now', '40 s ago', '5 min ago', '3 h ago', '2 d ago']);
  });
});

describe('formatMoment', () => {
  it('is local time to the second, and sorts', () => {
    expect(formatMoment(new Date(2026, 2, 1, 4, 5, 9).getTime())).to.equal('2026-03-01 04:05:09');
  });
});

describe('numbers', () => {
  it('shows only what is exactly none or all as such', () => {
    expect([0, 0.0004, 0.004, 0.123, 0.9949, 0.9996, 1].map(formatShare)).to.deep.equal([
      '0\u00a0%',
      '< 0.1\u00a0%',
      '0.4\u00a0%',
      '12\u00a0%',
      '99.5\u00a0%',
      '> 99.9\u00a0%',
      '100\u00a0%',
    ]);
  });

  it('separates thousands, and counts nouns', () => {
    expect(formatThousands(1234567)).to.equal('1\u202f234\u202f567');
    expect(formatMany(1, 'game')).to.equal('1 game');
    expect(formatMany(1234, 'game')).to.equal('1\u202f234 games');
  });

  it('shortens bytes and scores', () => {
    expect([512, 14_300, 1_400_000, 999_999].map(formatBytes)).to.deep.equal(['512 B', '14 kB', '1.4 MB', '1000 kB']);
    expect([0.354, -12.54, 480.2, 1.2e9, 0].map(formatScore)).to.deep.equal(['0.35', '−12.5', '480', '1.2e9', '0']);
    expect(formatScore(-Number.MAX_VALUE)).to.equal('−1.8e308');
  });
});

describe('formatElo', () => {
  it('shows the error, or the one end that is known', () => {
    expect(formatElo({ elo: 12.4, low: -20, high: 40 })).to.equal('+12.4 ± 30.0');
    expect(formatElo({ elo: Infinity, low: 70.4, high: Infinity })).to.equal('above +70.4');
    expect(formatElo({ elo: 100, low: -Infinity, high: 150 })).to.equal('+100.0, below +150.0');
    expect(formatElo({ elo: 0, low: -Infinity, high: Infinity })).to.equal('unknown');
  });
});

describe('words', () => {
  it('names ranks and sources', () => {
    expect([1, 2, 3, 4, 11, 2.5].map(formatRank)).to.deep.equal(['1st', '2nd', '3rd', '4th', '11th', '2nd–3rd']);
    expect(describeSource({ source: 'proposal', kind: 'late' })).to.equal(
      "the strategy's last proposal: it missed its deadline",
    );
    expect(describeSource({ source: 'safe', kind: 'late', cause: 'machine' })).to.equal(
      "the host's safe move: the machine was busy",
    );
    expect(describeSource({ source: 'proposal', kind: 'moved' })).to.equal("the strategy's last proposal");
  });

  it('finds the name of the killer', () => {
    const snakes = [{ id: 'k', name: 'Otto' }];
    const death = { turn: 9, cause: 'snake-collision', by: 'k' };
    expect(describeDeathAmong(death, snakes)).to.equal('ran into Otto on turn 9');
  });

  it('calls no step of an imported game a fallback', () => {
    expect(
      (['moved', 'seen', 'late', 'failed', 'illegal'] as const).filter((kind) => isFallback({ kind })),
    ).to.deep.equal(['late', 'failed', 'illegal']);
  });
});

describe('describeLag', () => {
  it('warns from a lag on that costs turns much of their time', () => {
    const lags = [0.4, 9.9, 10, 24, 25, 50].map(describeLag);
    expect(lags.map(({ tone }) => tone)).to.deep.equal([undefined, undefined, 'warning', 'warning', 'bad', 'bad']);
    expect(lags.at(-1)!.text).to.equal('50 ms or more');
    expect(lags[4]!.note).to.equal('high: shortens every turn by 25 ms');
  });
});

describe('describePlace', () => {
  it('is the rank in a game of several, in one of four tones', () => {
    const places = [1, 2, 3, 4].map((rank) => describePlace({ result: rank === 1 ? 'win' : 'loss', rank, snakes: 4 }));
    expect(places).to.deep.equal([
      { word: '1st of 4', place: 1 },
      { word: '2nd of 4', place: 2 },
      { word: '3rd of 4', place: 3 },
      { word: '4th of 4', place: 4 },
    ]);
  });

  it('is the result in a duel, and alone', () => {
    expect(describePlace({ result: 'loss', rank: 2, snakes: 2 })).to.deep.equal({ word: 'lost', place: 4 });
    expect(describePlace({ result: 'draw', rank: 1.5, snakes: 2 })).to.deep.equal({ word: 'drawn', place: 2 });
    expect(describePlace({ result: 'solo', snakes: 1 })).to.deep.equal({ word: 'solo' });
  });
});

describe('formatSpread', () => {
  it('names both figures, with their units', () => {
    expect(formatSpread({ p50: 4.3, p99: 120 })).to.equal('median\u00a04.3\u00a0ms\u00a0· p99\u00a0120\u00a0ms');
    expect(formatSpread({ p50: 0.02, p99: 4 })).to.equal('median\u00a0<\u00a00.1\u00a0ms\u00a0· p99\u00a04\u00a0ms');
    expect(formatSpread({})).to.equal('–');
  });
});
