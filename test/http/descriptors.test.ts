import { expect } from 'chai';
import { connectionsWithin, descriptorLimit } from '../../src/http/sockets/connection-limits.js';

describe('the limit of connections', () => {
  it('leaves file descriptors for children and files', () => {
    expect([undefined, 1_048_576, 20_000, 1024, 256, 20].map(connectionsWithin)).to.deep.equal([
      8000, 8000, 8000, 720, 144, 16,
    ]);
  });

  it('knows how many descriptors this process may have, on Linux', () => {
    expect(descriptorLimit()).to.satisfy((limit: number | undefined) =>
      process.platform === 'linux' ? limit! > 100 : limit === undefined,
    );
  });
});
