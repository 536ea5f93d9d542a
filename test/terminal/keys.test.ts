import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { readKeys } from '../../src/commands/replay/step-through.js';

/** The names of the keys in `input`, up to the last of them, which is `q`. */
async function keysOf(input: string): Promise<string[]> {
  const stream = new PassThrough();
  const keys: string[] = [];
  // The keys arrive when the reader listens, as they do on a terminal.
  setImmediate(() => stream.write(input));
  for await (const key of readKeys(stream)) {
    keys.push(key);
    if (key === 'q') break;
  }
  return keys;
}

describe('readKeys', () => {
  it('tells keys apart that arrive together', async () => {
    expect(await keysOf('\x1b[C\x1b[Dn q')).to.deep.equal(['right', 'left', 'n', 'space', 'q']);
  });

  it('takes a long escape sequence for one key', async () => {
    expect(await keysOf('\x1b[1~\x1bOH\x1b[6~q')).to.deep.equal(['home', 'home', 'pagedown', 'q']);
  });

  it('names keys that are held with Ctrl', async () => {
    expect(await keysOf('\x03\x04q')).to.deep.equal(['ctrl-c', 'ctrl-d', 'q']);
  });

  it('sets raw mode while it reads, and resets it', async () => {
    const modes: boolean[] = [];
    const stream = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => modes.push(isRaw) });
    setImmediate(() => stream.write('q'));
    for await (const key of readKeys(stream)) if (key === 'q') break;
    expect(modes).to.deep.equal([true, false]);
    expect(stream.listenerCount('keypress')).to.equal(0);
  });
});
