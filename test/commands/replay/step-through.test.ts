import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { stepThrough } from '../../../src/commands/replay/step-through.js';

const pages = [0, 1, 2].map((turn) => ({ turn, text: `board ${turn}` }));

/** What a terminal was sent, and what it shows in the end, line by line. */
async function shownAfter(keys: string, start = 0) {
  let sent = '';
  const write = (text: string) => (sent += text);
  const output = { isTTY: true, columns: 100, rows: 40, write, on() {}, off() {} } as unknown as NodeJS.WriteStream;
  const input = Object.assign(new PassThrough(), { isTTY: true });
  // The keys arrive when the reader listens, as they do on a terminal.
  setImmediate(() => input.write(keys));
  await stepThrough({ pages, start }, { input, output });
  return { sent, screen: screenOf(sent) };
}

/** The lines of a terminal that understands what log-update sends: up, erase to the end, erase the line. */
function screenOf(sent: string): string[] {
  const lines = [''];
  let row = 0;
  // eslint-disable-next-line no-control-regex
  for (const [part, count, action] of sent.matchAll(/\x1b\[\??(\d*)([A-Za-z])|\n|[^\x1b\n]+/g)) {
    if (part === '\n') lines[++row] ??= '';
    else if (action === undefined) lines[row] += part;
    else if (action === 'A') row = Math.max(0, row - Number(count || 1));
    else if (action === 'B') row = Math.min(lines.length - 1, row + Number(count || 1));
    else if (action === 'K') lines[row] = '';
    else if (action === 'J') lines.splice(row + (lines[row] === '' ? 0 : 1));
    lines[row] ??= '';
  }
  return lines.filter((line) => line.trim() !== '');
}

describe('stepThrough', () => {
  it('leaves the last page on the terminal after q, without the line on the keys', async () => {
    expect((await shownAfter('q')).screen).to.deep.equal(['board 0']);
    expect((await shownAfter('\x1b[Cq')).screen.at(-1)).to.equal('board 1');
  });

  it('starts on the page that it is given', async () => {
    const { sent } = await shownAfter('q', 2);
    expect(sent).to.include('board 2').and.not.include('board 0');
  });

  it('shows the keys while it waits for them', async () => {
    expect((await shownAfter('q')).sent).to.include('g: go to turn');
  });
});
