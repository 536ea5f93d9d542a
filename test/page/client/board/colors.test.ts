/** The colours of the page's boards. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { PALETTE } from '../../../../src/drawing/palette.js';
import { inRepository } from '../../../support/fixtures.js';

describe('the colours of boards on the page', () => {
  it('come from the palette, with a dark variant of each', () => {
    const css = readFileSync(inRepository('src/page/client/style/board.css'), 'utf8');
    const colors = [...css.matchAll(/--scene-(\w+): light-dark\((#\w{6}), #\w{6}\);/g)];
    expect(Object.fromEntries(colors.map(([, role, light]) => [role!, light!]))).to.deep.equal(PALETTE);
  });
});
