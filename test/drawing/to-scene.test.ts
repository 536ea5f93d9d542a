import { expect } from 'chai';
import { array, assert, constant, integer, nat, option, property, record, string, type Arbitrary } from 'fast-check';
import { cellsAlong, type BoardDrawing } from '../../src/drawing/board-drawing.js';
import { HEADS, TAILS } from '../../src/drawing/artwork.js';
import { snakeColor, snakeColors } from '../../src/drawing/palette.js';
import {
  CELL,
  type ArtShape,
  type PathShape,
  type Point,
  type Scene,
  type SceneShape,
} from '../../src/drawing/scene.js';
import { toScene } from '../../src/drawing/to-scene.js';
import { FREE_HEADS, FREE_TAILS } from '../../src/wire/customization.js';
import { cellsOf, drawnBoard, drawnSnake } from '../support/drawings.js';
import { runsOf } from '../support/budget.js';

describe('the scene of a board', () => {
  it('is as large as the board, with the origin of the board at the lower left', () => {
    const scene = toScene(drawnBoard({ width: 7, height: 5, food: cellsOf('0,0 6,4') }));
    expect([scene.width, scene.height]).to.deep.equal([7 * CELL, 5 * CELL]);
    expect(pathOf(scene, 'food').paths).to.deep.equal([[[0.5 * CELL, 4.55 * CELL]], [[6.5 * CELL, 0.55 * CELL]]]);
  });

  it('draws a body as one line through its cells, up to the edge of the tail that points away', () => {
    const scene = toScene(drawnBoard({ snakes: [drawnSnake('1,1 1,2 2,2 3,2')] }));
    expect(pathOf(scene, 'snake-0-body').paths).to.deep.equal([[at(1, 1), at(1, 2), at(2, 2), at(2.5, 2)]]);
    expect(artOf(scene, 'snake-0-tail').placed).to.deep.include({ at: at(3, 2), ahead: [1, 0] });
  });

  it('draws a blunt end if the snake has just eaten, so that the tail stays', () => {
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

  it('draws the head and the tail that a snake has chosen, official ones as the nearest, unknown ones as the default', () => {
    expect(formsOf('evil', 'sharp')).to.deep.equal([HEADS['horns']!.form, TAILS['arrow']!.form]);
    expect(formsOf('constructor', '__proto__')).to.deep.equal(formsOf());
    expect(namesOf(HEADS)).to.include.members([...FREE_HEADS]);
    expect(namesOf(TAILS)).to.include.members([...FREE_TAILS]);
    for (const artworks of [HEADS, TAILS]) {
      expect(new Set(namesOf(artworks))).to.have.lengthOf(namesOf(artworks).length);
      const forms = Object.values(artworks).map(({ form, over }) => JSON.stringify([form, over]));
      expect(new Set(forms)).to.have.lengthOf(forms.length);
    }
  });

  it('puts letters on the necks of snakes if that is wanted', () => {
    const board = drawnBoard({ snakes: [drawnSnake('0,0 0,1 0,2 0,3'), drawnSnake('1,0 1,1')] });
    expect(textsOf(toScene(board))).to.deep.equal([]);
    expect(textsOf(toScene({ ...board, hasLetters: true }))).to.deep.equal(['A', 'B']);
  });

  it('lets the dead fade out within two turns, below all others, unless they are kept', () => {
    const scenes = [drawDead(0), drawDead(1)];
    const [first, second] = scenes.map((scene) => pathOf(scene, 'snake-1-body').opacity!);
    expect(first).to.be.above(second!);
    const keys = keysOf(scenes[0]!);
    expect(keys.indexOf('snake-1-body')).to.be.below(keys.indexOf('food'));
    expect(keys.indexOf('food')).to.be.below(keys.indexOf('snake-0-body-line'));
    expect(keysOf(drawDead(2))).not.to.include('snake-1-body');
    expect(pathOf(drawDead(30, true), 'snake-1-body').opacity).to.equal(first);
  });

  it('gives two snakes of nearly one colour two that anyone can tell apart, and leaves all others alone', () => {
    const cases: [colors: string[], isShifted: boolean][] = [
      [['#2e8b57', '#4169e1', '#ff7f50', '#8b4513'], false],
      [['#888888', '#888888', '#888888', '#888888'], true],
      [['#e00000', '#ee1111'], true],
      [['#b8860b', '#6b8e23'], true],
    ];
    for (const [colors, isShifted] of cases) {
      const drawn = snakeColors(colors.map((color) => ({ color })));
      expect(drawn[0]).to.equal(colors[0]);
      expect(new Set(drawn)).to.have.lengthOf(colors.length);
      expect(
        drawn.slice(1).some((color, index) => color !== colors[index + 1]),
        colors.join(' '),
      ).to.equal(isShifted);
    }
  });

  it('hatches hazards, and higher stacks more densely', () => {
    expect([1, 2, 3, 4, 9].map(linesFor)).to.deep.equal([3, 5, 7, 9, 9]);
  });

  it('draws ways below the living snakes, at most six steps, each fainter than the one before', () => {
    const path = cellsAlong({ width: 9, height: 9 }, { x: 1, y: 1 }, [
      'up',
      'right',
      'right',
      'up',
      'up',
      'right',
      'right',
      'up',
    ]);
    expect(path.slice(0, 3)).to.deep.equal(cellsOf('1,1 1,2 2,2'));
    const snakes = [drawnSnake('1,1 1,0')];
    const scene = toScene(drawnBoard({ width: 9, height: 9, snakes, arrows: [{ kind: 'better', path }] }));
    const steps = scene.shapes.filter(({ key }) => key.startsWith('arrow-0'));
    expect(steps.map(({ stroke }) => stroke)).to.deep.equal(Array(6).fill('better'));
    const opacities = steps.map(({ opacity }) => opacity!);
    expect(opacities).to.deep.equal(opacities.toSorted((one, other) => other - one));
    expect(keysOf(scene).indexOf('arrow-0-5')).to.be.below(keysOf(scene).indexOf('snake-0-body-line'));
    const single = toScene(drawnBoard({ arrows: [{ kind: 'better', path: path.slice(0, 1) }] }));
    expect(keysOf(single)).to.deep.equal(['board', 'cells']);
  });

  it('leads a way over the edge where the board wraps', () => {
    expect(cellsAlong({ width: 5, height: 5, wraps: true }, { x: 0, y: 4 }, ['left', 'up'])).to.deep.equal(
      cellsOf('0,4 4,4 4,0'),
    );
    expect(cellsAlong({ width: 5, height: 5 }, { x: 0, y: 4 }, ['left'])).to.deep.equal(cellsOf('0,4 -1,4'));
  });

  it('draws a snake on a small board as a line with an eye', () => {
    const scene = toScene(drawnBoard({ snakes: [drawnSnake('1,1 1,2')], detail: 'small', hasLetters: true }));
    expect(keysOf(scene)).to.deep.equal(['board', 'snake-0-body', 'snake-0-eyes']);
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
    const snake = record({
      body: cells,
      color: string(),
      head: string(),
      death: option(record({ turn: nat(3) }), { nil: undefined }),
    });
    const board: Arbitrary<BoardDrawing> = record({
      turn: constant(3),
      width: integer({ min: 1, max: 7 }),
      height: integer({ min: 1, max: 7 }),
      snakes: array(snake, { maxLength: 18 }),
      food: cells,
      hazards: cells,
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

/** The silhouettes of a head and a tail by their names. */
function formsOf(head?: string, tail?: string): string[] {
  const scene = toScene(drawnBoard({ snakes: [drawnSnake('1,1 1,2 2,2 3,2', { head, tail })] }));
  return [artOf(scene, 'snake-0-head').d, artOf(scene, 'snake-0-tail').d];
}

function namesOf(artworks: typeof HEADS): string[] {
  return Object.entries(artworks).flatMap(([own, { like }]) => [own, ...like.split(' ')]);
}

/** Next to a living snake and food, one that has been dead for some turns. */
function drawDead(deadFor: number, keepsDead = false): Scene {
  const dead = drawnSnake('1,1 1,2 1,3', { death: { turn: 9 - deadFor }, color: '#ff0000' });
  return toScene(drawnBoard({ snakes: [drawnSnake('2,1 2,2 2,3'), dead], food: cellsOf('0,0'), keepsDead }));
}

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

function artOf(scene: Scene, key: string): ArtShape {
  return shapeOf(scene, key) as ArtShape;
}

function looksTo(scene: Scene): readonly number[] {
  return artOf(scene, 'snake-0-head').placed!.ahead;
}
