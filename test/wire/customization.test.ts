import { expect } from 'chai';
import { checkCustomization, FREE_HEADS, FREE_TAILS } from '../../src/wire/customization.js';

const messages = (value: unknown) => checkCustomization(value).map(({ level, message }) => `${level}: ${message}`);

describe('checkCustomization', () => {
  it('has no remarks on what every engine shows', () => {
    expect(messages({})).to.deep.equal([]);
    expect(messages({ author: 'me', color: '#2E8b57', head: 'sand-worm', tail: 'bolt', version: '1' })).to.deep.equal(
      [],
    );
    for (const head of FREE_HEADS) expect(messages({ head })).to.deep.equal([]);
    for (const tail of FREE_TAILS) expect(messages({ tail })).to.deep.equal([]);
  });

  const faults: [value: unknown, ...messages: string[]][] = [
    [{ head: 'x'.repeat(257) }, 'fault: "head" has 257 characters, more than 256'],
    [null, 'fault: customization is null, not an object'],
    [undefined, 'fault: customization is undefined, not an object'],
    [['#fff'], 'fault: customization is a list, not an object'],
    ['#fff', 'fault: customization is a string, not an object'],
    [{ colour: '#123456' }, 'fault: "colour" is not a customization. Did you mean "color"?'],
    [{ apiversion: '1' }, 'fault: "apiversion" is not a customization. Did you mean "version"?'],
    [{ squadron: 'x' }, 'fault: "squadron" is not a customization.'],
    [{ color: '#fff' }, 'fault: color "#fff" is not of the form "#rrggbb"'],
    [{ color: 'red' }, 'fault: color "red" is not of the form "#rrggbb"'],
    [{ color: '#12345g' }, 'fault: color "#12345g" is not of the form "#rrggbb"'],
    [{ color: '#123456\n' }, 'fault: color "#123456\n" is not of the form "#rrggbb"'],
    [{ version: 2 }, 'fault: "version" is a number, not a string'],
    [{ author: null }, 'fault: "author" is null, not a string'],
    [
      { head: 'fagn', tail: 'crystal-power' },
      'warning: head "fagn" is not a head that every account has; engines may show the default. Did you mean "fang"?',
      'warning: tail "crystal-power" is not a tail that every account has; engines may show the default.',
    ],
  ];
  for (const [value, ...expected] of faults) {
    it(`remarks on ${JSON.stringify(value)}`, () => {
      expect(messages(value)).to.deep.equal(expected);
    });
  }

  it('names the key of each remark', () => {
    expect(checkCustomization({ color: 1, tial: 'bolt' }).map((remark) => remark.key)).to.deep.equal(['color', 'tial']);
  });
});
