import { expect } from 'chai';
import { parseDuration, parseSize } from '../../src/config/units.js';

describe('a size', () => {
  it('is a number of bytes, or has a unit', () => {
    const sizes: [written: number | string, bytes: number][] = [
      [100, 100],
      ['100', 100],
      ['100b', 100],
      ['512kb', 524_288],
      ['6mb', 6_291_456],
      ['6 MB', 6_291_456],
      ['1.5kb', 1536],
      ['1gb', 1_073_741_824],
    ];
    for (const [written, bytes] of sizes) expect(parseSize(written), String(written)).to.equal(bytes);
  });

  it('is refused in any other form', () => {
    for (const written of ['', 'mb', '6m', '-1kb', '6 mb!', '1e3', '6  mb', 'six', -1, 1e21]) {
      expect(parseSize(written), String(written)).to.equal(undefined);
    }
  });
});

describe('a time', () => {
  it('is a number of ms, or has a unit', () => {
    const times: [written: number | string, ms: number][] = [
      [500, 500],
      ['500', 500],
      ['500ms', 500],
      ['1.5s', 1500],
      ['10 s', 10_000],
      ['15m', 900_000],
      ['12h', 43_200_000],
      ['30d', 2_592_000_000],
    ];
    for (const [written, ms] of times) expect(parseDuration(written), String(written)).to.equal(ms);
  });

  it('is refused in any other form', () => {
    for (const written of ['', 's', '5 sec', '-1s', '1e3', '5  s', '1y', 'six', -1, 1.5e21]) {
      expect(parseDuration(written), String(written)).to.equal(undefined);
    }
  });
});
