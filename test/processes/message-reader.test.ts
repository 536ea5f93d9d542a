import { expect } from 'chai';
import * as fc from 'fast-check';
import { MessageReader } from '../../src/processes/message-reader.js';
import { runsOf } from '../support/budget.js';

describe('MessageReader', () => {
  it('reads a message from each line, however the bytes are cut', () => {
    const message = fc.record({ text: fc.string({ unit: 'binary' }), list: fc.array(fc.integer()) });
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat(50)), (messages, cuts) => {
        const bytes = Buffer.from(messages.map((each) => `${JSON.stringify(each)}\n`).join(''));
        const { reader, received, failures } = watch();
        let from = 0;
        for (const length of [...cuts, bytes.length]) {
          reader.push(bytes.subarray(from, from + length));
          from += length;
        }
        expect(received).to.deep.equal(JSON.parse(JSON.stringify(messages)));
        expect(failures).to.deep.equal([]);
      }),
      { numRuns: runsOf(30) },
    );
  });

  it('takes the lines that follow a message as they are, however the bytes are cut', () => {
    const text = '{"lines":2}\nno JSON\n\n{"lines":0}\n';
    for (let cut = 0; cut < text.length; cut++) {
      const taken: unknown[] = [];
      const reader = new MessageReader({
        maxLine: 100,
        linesAfter: (message) => (message as { readonly lines: number }).lines,
        received: (message, line, after) => void taken.push([line, after]),
        failed: (reason) => void taken.push(reason),
      });
      reader.push(Buffer.from(text.slice(0, cut)));
      reader.push(Buffer.from(text.slice(cut)));
      expect(taken).to.deep.equal([
        ['{"lines":2}', ['no JSON', '']],
        ['{"lines":0}', []],
      ]);
    }
  });

  it('does not keep the bytes that it was given: the caller uses its buffer again', () => {
    const { reader, received } = watch();
    const buffer = Buffer.from('[1,');
    reader.push(buffer);
    buffer.fill('x');
    reader.push(Buffer.from('2]\n'));
    expect(received).to.deep.equal([[1, 2]]);
  });

  it('fails once, and reads nothing afterwards, whatever it is given', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (chunks) => {
        const { reader, received, failures } = watch(100);
        for (const chunk of chunks) reader.push(Buffer.from(chunk));
        reader.push(Buffer.from('\nbad\n'));
        const count = received.length;
        reader.push(Buffer.from('{}\n'));
        expect(failures).to.have.lengthOf(1);
        expect(received).to.have.lengthOf(count);
      }),
    );
  });

  const faults: [string, string, string][] = [
    ['no JSON', 'hello\n', 'wrote "hello" to its channel, which is not a message'],
    ['an empty line', '\n', 'wrote "" to its channel, which is not a message'],
    ['what a terminal would obey', '\u001b[2J\u009b\u202e\n', 'wrote "?[2J??" to its channel, which is not a message'],
    ['a long line', `${'y'.repeat(90)}\n`, `wrote "${'y'.repeat(60)}…" to its channel, which is not a message`],
    ['a line beyond the limit', `"${'z'.repeat(200)}"\n`, 'sent a message of more than 100 bytes'],
    ['a line that never ends', 'z'.repeat(101), 'sent a message of more than 100 bytes'],
  ];
  for (const [name, text, reason] of faults) {
    it(`names its fault: ${name}`, () => {
      const { reader, failures } = watch(100);
      reader.push(Buffer.from(text));
      expect(failures).to.deep.equal([reason]);
    });
  }

  it('reads what is nested deeply without a fault', () => {
    const { reader, received } = watch();
    reader.push(Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}\n`));
    expect(received).to.have.lengthOf(1);
  });
});

function watch(maxLine = 1_000_000) {
  const received: unknown[] = [];
  const failures: string[] = [];
  const reader = new MessageReader({
    maxLine,
    received: (message) => received.push(message),
    failed: (reason) => failures.push(reason),
  });
  return { reader, received, failures };
}
