import { expect } from 'chai';
import { countShadow, type SeenEnd } from '../../../src/journal/store/turn-sums.js';
import type { ChunkTurn } from '../../../src/journal/store/packed-turns.js';
import type { Direction } from '../../../src/rules/types.js';
import type { ShadowAnswer } from '../../../src/views/game-rows.js';
import { sketchRequest, type RequestSketch } from '../../support/requests.js';

/** Against the right wall, with the only ways on up and down. */
const AT_WALL = { id: 'me', body: '10,5 9,5 8,5' };
const UP = { id: 'me', body: '10,6 10,5 9,5' };
const OUT = { id: 'me', body: '11,5 10,5 9,5' };
/** Longer, and two cells below: a snake that goes down meets it if it goes up. */
const BELOW = { id: 'other', body: '10,3 9,3 8,3 7,3' };
const CAME_UP = { id: 'other', body: '10,4 10,3 9,3 8,3' };
const WENT_DOWN = { id: 'other', body: '10,2 10,3 9,3 8,3' };

const LIVED: SeenEnd = { body: undefined, isDeath: false };

function countTurns(turns: readonly ChunkTurn[], end: SeenEnd) {
  return countShadow(
    turns.map(({ facts }) => facts),
    turns.map(({ body }) => body),
    end,
  );
}

describe('countShadow', () => {
  it('counts answers by kind and agreement', () => {
    const turns = [
      walked(0, { kind: 'moved', move: 'left', took: 2 }),
      walked(1, { kind: 'late', reason: '', took: 400 }),
      walked(2, { kind: 'skipped' }),
      walked(3),
      walked(4, { kind: 'moved', move: 'left', took: 2 }),
    ];
    const counts = countTurns(turns, LIVED);
    expect(counts).to.include({ shadow_moved: 2, shadow_late: 1, shadow_skipped: 1, shadow_failed: 0 });
    expect(counts).to.include({ shadow_agreed: 2, shadow_died: 0, shadow_lived: 0 });
    expect(counts.shadow_took).to.equal('19:2 104:1');
  });

  it('counts agreement, but no fates, without the requests', () => {
    const shadow = { kind: 'moved', move: 'right', took: 1 } as const;
    const facts = [AT_WALL, UP].map((snake, turn) => toTurn(turn, { snakes: [snake] }, 'up', shadow).facts);
    expect(countShadow(facts, undefined, LIVED)).to.include({ shadow_moved: 2, shadow_agreed: 0, shadow_died: 0 });
  });

  it('counts nothing without a shadow', () => {
    const counts = countTurns([walked(0), walked(1)], LIVED);
    expect(Object.values(counts).filter((count) => count !== 0)).to.deep.equal(['']);
  });

  it('finds that a step off the board would have been death, if the answer was survived', () => {
    expect(counted({ before: [AT_WALL], answer: 'up', shadow: 'right', after: [UP] })).to.deep.equal(['died']);
    expect(counted({ before: [AT_WALL], answer: 'up', shadow: 'down', after: [UP] })).to.deep.equal([]);
  });

  it('finds a step that would have saved the snake', () => {
    const fall = { before: [AT_WALL, BELOW], answer: 'right', after: [OUT, WENT_DOWN], isDeath: true } as const;
    expect(counted({ ...fall, shadow: 'up' })).to.deep.equal(['lived']);
    expect(counted({ ...fall, shadow: 'left' })).to.deep.equal([]);
  });

  it('judges a head to head by where the other snake really went', () => {
    const step = { before: [AT_WALL, BELOW], answer: 'up', shadow: 'down' } as const;
    expect(counted({ ...step, after: [UP, CAME_UP] })).to.deep.equal(['died']);
    expect(counted({ ...step, after: [UP, WENT_DOWN] })).to.deep.equal([]);
  });

  it('claims no life that depends on a snake that was not seen', () => {
    const fall = { before: [AT_WALL, BELOW], answer: 'right', after: [OUT], isDeath: true } as const;
    expect(counted({ ...fall, shadow: 'down' })).to.deep.equal([]);
    expect(counted({ ...fall, shadow: 'up' })).to.deep.equal(['lived']);
  });

  it('finds that only food would have saved a starving snake', () => {
    const hungry = { ...AT_WALL, health: 1 };
    const fed = { id: 'me', health: 100, body: '10,6 10,5 9,5 9,5' };
    const step = { before: [hungry], food: '10,6', answer: 'up', after: [fed] } as const;
    expect(counted({ ...step, shadow: 'down' })).to.deep.equal(['died']);
  });

  it('says nothing of a turn whose answer was not used', () => {
    expect(counted({ before: [AT_WALL], answer: 'down', shadow: 'right', after: [UP] })).to.deep.equal([]);
  });
});

interface Step {
  readonly before: NonNullable<RequestSketch['snakes']>;
  readonly food?: NonNullable<RequestSketch['food']>;
  readonly answer: Direction;
  readonly shadow: Direction;
  readonly after: NonNullable<RequestSketch['snakes']>;
  readonly isDeath?: boolean;
}

/** What is counted of a turn: by the next one, and by the end of the game alike, where the snake lives to see both. */
function counted({ before, food = [], answer, shadow, after, isDeath = false }: Step): string[] {
  const asked = toTurn(7, { snakes: before, food }, answer, { kind: 'moved', move: shadow, took: 1 });
  const gone = isDeath ? ['me'] : [];
  const end = { body: JSON.stringify(sketchRequest({ turn: 8, snakes: after, gone })), isDeath };
  const byEnd = countTurns([asked], end);
  if (!isDeath) expect(countTurns([asked, toTurn(8, { snakes: after }, 'up')], LIVED)).to.deep.equal(byEnd);
  return (['died', 'lived'] as const).filter((fate) => byEnd[`shadow_${fate}`] > 0);
}

/** A turn of a snake that walks to the left. */
function walked(turn: number, shadow?: ShadowAnswer): ChunkTurn {
  const snakes = [{ id: 'me', body: [8, 9, 10].map((x) => [x - turn, 5]) }];
  return toTurn(turn, { snakes }, 'left', shadow);
}

function toTurn(turn: number, sketch: RequestSketch, move: Direction, shadow?: ShadowAnswer): ChunkTurn {
  const answer = { kind: 'moved', move, took: 1 } as const;
  const facts = { turn, at: turn, answer, budget: 430, overhead: 60, shadow };
  return { facts, body: JSON.stringify(sketchRequest({ ...sketch, turn })) };
}
