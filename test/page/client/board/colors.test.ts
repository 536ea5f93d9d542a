/** The colours of the page's boards. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { PALETTE } from '../../../../src/drawing/palette.js';
import { inRepository } from '../../../support/fixtures.js';

describe('the colours of boards on the page', () => {
  it('come from the palette, with a dark variant of each', () => {
    const css = readFileSync(inRepository('src/page/client/style/board.css'), 'utf8');
    const [light, dark] = css.split('@media (prefers-color-scheme: dark)');
    expect(paletteIn(light!)).to.deep.equal(PALETTE);
    expect(paletteIn(dark!)).to.have.all.keys(Object.keys(PALETTE));
  });
});

function paletteIn(css: string): Record<string, string> {
  const colors = [...css.matchAll(/--scene-(\w+): (#\w{6});/g)].map(([, role, color]) => [role!, color!]);
  return Object.fromEntries(colors);
}
