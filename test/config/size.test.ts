import { expect } from 'chai';
import { formatSize, parseSize } from '../../src/config/size.js';

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

  it('is shown in the largest unit', () => {
    expect([0, 1, 1000, 1024, 1536, 6_291_456, 1024 ** 3].map(formatSize)).to.deep.equal([
      '0b',
      '1b',
      '1000b',
      '1kb',
      '1.5kb',
      '6mb',
      '1gb',
    ]);
  });
});
