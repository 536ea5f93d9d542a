import { expect } from 'chai';
import {
  array,
  assert,
  boolean,
  constant,
  double,
  integer,
  nat,
  property,
  record,
  string,
  uniqueArray,
  type Arbitrary,
} from 'fast-check';
import { wayOf, type BoardDrawing } from '../../src/drawing/board-drawing.js';
import { snakeColor } from '../../src/drawing/palette.js';
import {
  CELL,
  type CirclesShape,
  type PathShape,
  type Point,
  type Scene,
  type SceneShape,
} from '../../src/drawing/scene.js';
import { toScene } from '../../src/drawing/to-scene.js';
import { cellsOf, drawnBoard, drawnSnake } from '../support/drawings.js';
import { runsOf } from '../support/budget.js';

describe('the scene of a board', () => {
  it('is as large as the board, with the origin of the board at the lower left', () => {
    const scene = toScene(drawnBoard({ width: 7, height: 5, food: cellsOf('0,0 6,4') }));
    expect([scene.width, scene.height]).to.deep.equal([7 * CELL, 5 * CELL]);
    expect(circlesOf(scene, 'food').centers).to.deep.equal([
      [0.5 * CELL, 4.5 * CELL],
      [6.5 * CELL, 0.5 * CELL],
    ]);
  });

  it('draws a body as one line through its cells, up to the tail that points away', () => {
    const scene = toScene(drawnBoard({ snakes: [drawnSnake('1,1 1,2 2,2 3,2')] }));
    expect(pathOf(scene, 'snake-0-body').paths).to.deep.equal([[at(1, 1), at(1, 2), at(2, 2)]]);
    const tail = pathOf(scene, 'snake-0-tail').paths[0]!;
    expect(Math.max(...tail.map(([x]) => x))).to.be.within(3.5 * CELL, 4 * CELL);
  });

  it('draws a blunt tail if the snake has just eaten, so that the tail stays', () => {
    const scene = toScene(drawnBoard({ snakes: [drawnSnake('1,1 1,2 2,2 3,2 3,2')] }));
    expect(keysOf(scene)).not.to.include('snake-0-tail');
    expect(pathOf(scene, 'snake-0-body').paths).to.deep.equal([[at(1, 1), at(1, 2), at(2, 2), at(3, 2)]]);
  });

  it('draws a step over the edge as two ends that go beyond it', () => {
    const scene = toScene(drawnBoard({ snakes: [drawnSnake('0,2 4,2 4,1 4,0 4,4 4,4')] }));
    expect(pathOf(scene, 'snake-0-body').paths).to.deep.equal([
      [at(0, 2), at(-1, 2)],
      [at(5, 2), at(4, 2), at(4, 1), at(4, 0), at(4, -1)],
      [at(4, 5), at(4, 4)],
    ]);
    expect(looksTo(scene)).to.deep.equal([1, 0]);
  });

  it('draws a gap in a body as a gap', () => {
    const scene = toScene(drawnBoard({ snakes: [drawnSnake('1,1 3,3 3,4 3,4')] }));
    expect(pathOf(scene, 'snake-0-body').paths).to.deep.equal([[at(1, 1)], [at(3, 3), at(3, 4)]]);
  });

  it('shows where a snake looks: away from its neck, and up if it has none', () => {
    const neck = { '2,1': [0, -1], '2,3': [0, 1], '1,2': [1, 0], '3,2': [-1, 0], '2,2': [0, -1] };
    for (const [cell, ahead] of Object.entries(neck)) {
      const scene = toScene(drawnBoard({ snakes: [drawnSnake(`2,2 ${cell} ${cell}`)] }));
      expect(looksTo(scene), cell).to.deep.equal(ahead);
    }
  });

  it('tells snakes apart without colour: by a letter, and by a pattern', () => {
    const bodies = ['0,0 0,1 0,2 0,3', '1,0 1,1 1,2 1,3', '2,0 2,1 2,2 2,3', '3,0 3,1 3,2 3,3', '4,0 4,1 4,2 4,3'];
    const scene = toScene(drawnBoard({ snakes: bodies.map((body) => drawnSnake(body, { color: '#888888' })) }));
    const letters = scene.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    expect(letters).to.deep.equal(['A', 'B', 'C', 'D', 'E']);
    const patterns = bodies.map((_, seat) => {
      const shape = scene.shapes.find(({ key }) => key === `snake-${seat}-pattern`);
      return JSON.stringify([shape?.line, shape?.dash]);
    });
    expect(new Set(patterns)).to.have.lengthOf(bodies.length);
  });

  it('draws dead snakes hollow, with closed eyes, below all others', () => {
    const dead = drawnSnake('1,1 1,2 1,3', { isAlive: false, color: '#ff0000' });
    const scene = toScene(drawnBoard({ snakes: [drawnSnake('2,1 2,2 2,3'), dead], food: cellsOf('0,0') }));
    expect(pathOf(scene, 'snake-1-body').stroke).to.equal('cell');
    expect(pathOf(scene, 'snake-1-eyes').paths).to.have.lengthOf(4);
    const keys = keysOf(scene);
    expect(keys.indexOf('snake-1-body')).to.be.below(keys.indexOf('food'));
    expect(keys.indexOf('food')).to.be.below(keys.indexOf('snake-0-body-line'));
  });

  it('hatches hazards, and higher stacks more densely', () => {
    expect([1, 2, 3, 4, 9].map(linesFor)).to.deep.equal([3, 5, 7, 9, 9]);
  });

  it('draws numbers of cells as heat: the largest is the hottest, negative ones are cold', () => {
    const cells = [
      { x: 0, y: 0, value: 8 },
      { x: 1, y: 0, value: 1 },
      { x: 2, y: 0, value: -4 },
      { x: 3, y: 0, value: 0 },
      { x: 4, y: 0, value: Number.NaN },
    ];
    const full = toScene(drawnBoard({ cells }));
    expect(keysOf(full).filter((key) => /^(heat|cold)-/.test(key))).to.deep.equal(['heat-1', 'heat-8', 'cold-4']);
    expect(textsOf(full)).to.deep.equal(['8', '1', '-4', '0']);
    expect(textsOf(toScene(drawnBoard({ cells, detail: 'small' })))).to.deep.equal([]);
  });

  it('draws ways as arrows: what was answered is solid, what is better is dashed', () => {
    const path = wayOf({ width: 5, height: 5 }, { x: 1, y: 1 }, ['up', 'right']);
    expect(path).to.deep.equal(cellsOf('1,1 1,2 2,2'));
    const scene = toScene(
      drawnBoard({
        arrows: [
          { kind: 'answered', path },
          { kind: 'better', path },
        ],
      }),
    );
    expect(pathOf(scene, 'arrow-0-line')).to.include({ stroke: 'answered' }).and.not.have.property('dash');
    expect(pathOf(scene, 'arrow-1-line')).to.include({ stroke: 'better' }).and.have.property('dash');
    const single = toScene(drawnBoard({ arrows: [{ kind: 'better', path: path.slice(0, 1) }] }));
    expect(keysOf(single)).to.deep.equal(['board', 'cells']);
  });

  it('leads a way over the edge where the board wraps', () => {
    expect(wayOf({ width: 5, height: 5, wraps: true }, { x: 0, y: 4 }, ['left', 'up'])).to.deep.equal(
      cellsOf('0,4 4,4 4,0'),
    );
    expect(wayOf({ width: 5, height: 5 }, { x: 0, y: 4 }, ['left'])).to.deep.equal(cellsOf('0,4 -1,4'));
  });

  it('leaves out letters on a small board', () => {
    expect(textsOf(toScene(drawnBoard({ snakes: [drawnSnake('1,1 1,2')], detail: 'small' })))).to.deep.equal([]);
  });

  it('takes from strangers no colour but #rrggbb', () => {
    for (const color of ['red', 'url(#x)', '#fff', '"><script>', '#12345g', '', undefined]) {
      expect(snakeColor(color, 0), color).to.equal(snakeColor(undefined, 0));
    }
    expect(snakeColor('#AbCdEf', 0)).to.equal('#abcdef');
  });

  it('draws whatever strangers send, with finite numbers and one key for each shape', () => {
    const cell = record({ x: integer({ min: -3, max: 9 }), y: integer({ min: -3, max: 9 }) });
    const cells = array(cell, { maxLength: 12 });
    const snake = record({ body: cells, color: string(), isAlive: boolean() });
    const board: Arbitrary<BoardDrawing> = record({
      width: integer({ min: 1, max: 7 }),
      height: integer({ min: 1, max: 7 }),
      snakes: array(snake, { maxLength: 18 }),
      food: cells,
      hazards: cells,
      cells: uniqueArray(record({ x: nat(6), y: nat(6), value: double() }), {
        selector: ({ x, y }) => `${x},${y}`,
      }),
      arrows: array(record({ kind: constant('better' as const), path: cells }), { maxLength: 3 }),
    });
    assert(
      property(board, (drawing) => {
        const scene = toScene(drawing);
        expect(new Set(keysOf(scene))).to.have.lengthOf(scene.shapes.length);
        expect(JSON.stringify(scene)).not.to.include('null');
      }),
      { numRuns: runsOf(200) },
    );
  });
});

/** How many lines hatch a stack of hazards. */
function linesFor(height: number): number {
  const hazards = Array.from({ length: height }, () => ({ x: 2, y: 2 }));
  const scene = toScene(drawnBoard({ hazards }));
  return pathOf(scene, `hatch-${Math.min(4, height)}`).paths.length;
}

function at(x: number, y: number): Point {
  return [(x + 0.5) * CELL, (5 - y - 0.5) * CELL];
}

function keysOf({ shapes }: Scene): string[] {
  return shapes.map(({ key }) => key);
}

function textsOf({ shapes }: Scene): string[] {
  return shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
}

function shapeOf({ shapes }: Scene, key: string): SceneShape {
  return shapes.find((shape) => shape.key === key)!;
}

function pathOf(scene: Scene, key: string): PathShape {
  return shapeOf(scene, key) as PathShape;
}

function circlesOf(scene: Scene, key: string): CirclesShape {
  return shapeOf(scene, key) as CirclesShape;
}

/** From the middle of the head's two ends to the middle of the eyes, as a step. */
function looksTo(scene: Scene): number[] {
  const eyes = middle(circlesOf(scene, 'snake-0-eyes').centers);
  const head = middle(pathOf(scene, 'snake-0-head').paths[0]!);
  return eyes.map((part, axis) => Math.sign(Math.round(part - head[axis]!)) + 0);
}

function middle(points: readonly Point[]): number[] {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length);
}
