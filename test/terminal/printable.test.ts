import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  printable,
  printableDrawing,
  printableJson,
  printableLines,
  printableStrings,
} from '../../src/terminal/printable.js';

/** C0, C1, a change of direction, line separators, a colour. */
const HOSTILE = 'a\u001B]0;x\u0007b\u009B2Jc\u202Ed\u2066e\u2028f\r\n\u001B[8mg';
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const anyText = fc.string({ unit: 'binary' });

describe('printable', () => {
  it('leaves nothing that a terminal would obey', () => {
    expect(printable(HOSTILE)).to.equal('a ]0;x b 2Jc d e f   [8mg');
    fc.assert(fc.property(anyText, (text) => !OBEYED.test(printable(text))));
  });

  it('keeps letters of every script', () => {
    expect(printable('蛇 ñ 🐍 é')).to.equal('蛇 ñ 🐍 é');
  });
});

describe('printableLines', () => {
  it('keeps the ends of lines only', () => {
    expect(printableLines('a\u001B\n\tb')).to.equal('a \n b');
  });
});

describe('printableDrawing', () => {
  it('keeps lines and colours only', () => {
    expect(printableDrawing('\u001B[1;31mA\u001B[39m\n\u001B[2J\u009B1mB')).to.equal(
      '\u001B[1;31mA\u001B[39m\n [2J 1mB',
    );
  });
});

describe('printableJson', () => {
  it('is the same JSON, and leaves nothing that a terminal would obey', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const json = printableJson(JSON.stringify(value));
        expect(json).not.to.match(OBEYED);
        expect(JSON.parse(json)).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(JSON.parse(printableJson(JSON.stringify(`${HOSTILE}\u{E0001}`)))).to.equal(`${HOSTILE}\u{E0001}`);
  });
});

describe('printableStrings', () => {
  it('is JSON whose strings hold nothing that a terminal would obey, but the ends of lines', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = JSON.parse(printableStrings(JSON.stringify(text))) as string;
        expect(read.replaceAll(/[\n\t]/g, ' ')).to.equal(printable(text));
      }),
    );
  });

  it('leaves escaped backslashes alone', () => {
    expect(JSON.parse(printableStrings(JSON.stringify(String.raw`C:\u001b\n`)))).to.equal(String.raw`C:\u001b\n`);
  });
});
