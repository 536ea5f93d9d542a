import { Chalk } from 'chalk';
import { expect } from 'chai';
import { chooseColorLevel, onBackground, PLAIN } from '../../src/terminal/colors.js';

describe('chooseColorLevel', () => {
  const cases = [
    ['uses what the terminal knows', {}, undefined, 2],
    ['obeys NO_COLOR', { NO_COLOR: '1' }, undefined, 0],
    ['ignores an empty NO_COLOR', { NO_COLOR: '' }, undefined, 2],
    ['lets FORCE_COLOR win over NO_COLOR', { NO_COLOR: '1', FORCE_COLOR: '2' }, undefined, 2],
    ['lets --no-color win over FORCE_COLOR', { FORCE_COLOR: '2' }, false, 0],
  ] as const;
  for (const [title, env, flag, level] of cases) {
    it(title, () => {
      expect(chooseColorLevel({ env, flag, detected: 2 })).to.equal(level);
    });
  }

  it('lets --color demand all colours where none are detected', () => {
    expect(chooseColorLevel({ env: { NO_COLOR: '1' }, flag: true, detected: 0 })).to.equal(3);
  });
});

describe('onBackground', () => {
  const colors = new Chalk({ level: 3 });

  it('writes in black on light colours, and in white on dark ones', () => {
    expect(onBackground(colors, '#ffff00', 'x')).to.include('\x1b[38;2;0;0;0m');
    expect(onBackground(colors, '#000080', 'x')).to.include('\x1b[38;2;255;255;255m');
  });

  it('takes grey for a colour that is not one', () => {
    expect(onBackground(colors, 'blue\x1b[2J', 'x')).to.include('\x1b[48;2;136;136;136m');
  });

  it('leaves text as it is without colours', () => {
    expect(onBackground(PLAIN, '#ffff00', 'x')).to.equal('x');
  });
});
