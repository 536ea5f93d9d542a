import { expect } from 'chai';
import { PALETTE } from '../../src/drawing/palette.js';
import { sceneToSvg, toSvgElement } from '../../src/drawing/scene-to-svg.js';
import type { Scene, SceneShape } from '../../src/drawing/scene.js';
import { toScene } from '../../src/drawing/to-scene.js';
import { cellsOf, drawnBoard, drawnSnake } from '../support/drawings.js';

const sceneOf = (...shapes: SceneShape[]): Scene => ({ width: 40, height: 20, label: '', shapes });

describe('SVG', () => {
  it('has an element for each shape', () => {
    const svg = sceneToSvg(
      sceneOf(
        {
          kind: 'art',
          key: 'h',
          d: 'M0 0L9 0z',
          placed: { at: [5, 5], ahead: [0, -1], scale: 0.2 },
          fill: '#aabbcc',
          opacity: 0.5,
        },
        {
          kind: 'path',
          key: 'b',
          paths: [
            [
              [0, 0],
              [20, 0],
              [20, 20],
            ],
          ],
          rounding: 8,
          stroke: 'edge',
          line: 13,
        },
        {
          kind: 'path',
          key: 'p',
          paths: [
            [
              [0, 0],
              [1.234567, 2],
            ],
            [[3, 3]],
          ],
          stroke: 'ink',
          line: 2,
        },
        {
          kind: 'path',
          key: 'a',
          paths: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
            ],
          ],
          isClosed: true,
          fill: 'food',
        },
        { kind: 'text', key: 't', x: 1, y: 2, size: 8, text: 'A', anchor: 'middle', isBold: true, fill: 'ink' },
      ),
      80,
    );
    const { edge, ink, food } = PALETTE;
    const line = 'stroke-linecap="round" stroke-linejoin="round"';
    expect(svg.split('\n')).to.deep.equal([
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="80" height="40" role="img">',
      '<path d="M0 0L9 0z" transform="matrix(0 -0.2 0.2 0 5 5)" fill="#aabbcc" opacity="0.5"/>',
      `<path d="M0 0L12 0Q20 0 20 8L20 20" fill="none" stroke="${edge}" stroke-width="13" ${line}/>`,
      `<path d="M0 0L1.23 2M3 3h0" fill="none" stroke="${ink}" stroke-width="2" ${line}/>`,
      `<path d="M0 0L1 0L1 1z" fill="${food}"/>`,
      `<text x="1" y="2" font-size="8" font-family="system-ui, Arial, DejaVu Sans, Liberation Sans, Noto Sans, sans-serif" text-anchor="middle" font-weight="700" fill="${ink}">A</text>`,
      '</svg>',
      '',
    ]);
  });

  it('takes its colours from the palette, and for a page from what writes them', () => {
    const food: SceneShape = { kind: 'path', key: 'food', paths: [], fill: 'food' };
    expect(sceneToSvg(sceneOf(food))).to.include(PALETTE.food);
    const element = toSvgElement(food, (paint) => (paint.startsWith('#') ? paint : `var(--scene-${paint})`));
    expect(element).to.deep.include({ name: 'path', key: 'food' });
    expect(element.attributes['fill']).to.equal('var(--scene-food)');
  });

  it('escapes what comes from strangers, and leaves out what XML forbids', () => {
    const hostile = '</title><script>alert("1")</script>&\u0000\u0008\ud800\uffff';
    const board = drawnBoard({ snakes: [drawnSnake('1,1 1,2', { color: '"/><script>' })], label: hostile });
    const svg = sceneToSvg(toScene(board));
    expect(svg).to.include('<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;</title>');
    expect(svg.match(/<script/g)).to.equal(null);
  });

  it('stays small: a full game of four has fewer than a hundred shapes', () => {
    const snakes = ['0,0 0,1 0,2', '1,0 1,1 1,2', '2,0 2,1 2,2', '3,0 3,1 3,2'].map((body) => drawnSnake(body));
    const hazards = Array.from({ length: 361 }, (_, cell) => ({ x: cell % 19, y: Math.floor(cell / 19) }));
    const scene = toScene(drawnBoard({ width: 19, height: 19, snakes, hazards, food: cellsOf('5,5 6,6') }));
    expect(scene.shapes.length).to.be.below(60);
  });
});
