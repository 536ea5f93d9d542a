import { expect } from 'chai';
import { openLink } from '../../../src/commands/game-links.js';

const node = (code: string) => [process.execPath, '-e', code, '--'] as const;

describe('openLink', () => {
  it('returns whether a program opened the link', async () => {
    const check = 'process.exit(process.argv.at(-1) === "http://a/?b&c" ? 0 : 1)';
    expect(await openLink('http://a/?b&c', node(check))).to.equal(true);
    expect(await openLink('http://other', node(check))).to.equal(false);
    expect(await openLink('http://a', ['there-is-no-such-program'])).to.equal(false);
  });
});
