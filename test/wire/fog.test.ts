import { expect } from 'chai';
import { UNSEEN } from '../../src/rules/cells.js';
import { bodyCell, headOf, isAlive, livingCount, seatOf } from '../../src/rules/snakes.js';
import { lookAhead } from '../../src/rules/toolkit/look-ahead.js';
import { legalMoves, safeMoves } from '../../src/rules/toolkit/moves.js';
import { safeMove } from '../../src/rules/toolkit/safe-move.js';
import { search } from '../../src/search/search.js';
import { evaluationFor } from '../../src/search/evaluation/evaluate.js';
import { endOf } from '../../src/search/tree/scores.js';
import { toCanonical } from '../../src/wire/canonical.js';
import { isFogged } from '../../src/wire/fog.js';
import { keepKnownFields, readRequest } from '../../src/wire/reader.js';
import type { GameRequest } from '../../src/wire/resources.js';
import { toPosition } from '../../src/wire/to-position.js';
import { toCells } from '../support/cells.js';
import { requestJson } from '../support/requests.js';

const ME = { id: 'me', health: 90, body: toCells('5,5 5,4 5,3') };
const HIDDEN = { id: 'far', health: null, length: null, head: null, body: [] };

/** A request as an engine with fog sends it. */
function fogged(others: readonly object[], over: { you?: object; board?: object; viewRadius?: unknown } = {}) {
  const { you = ME, board } = over;
  const viewRadius = 'viewRadius' in over ? over.viewRadius : 5;
  const settings = viewRadius === undefined ? {} : { viewRadius };
  return {
    game: { id: 'g', ruleset: { name: 'standard', settings } },
    turn: 9,
    board: { width: 11, height: 11, food: [], hazards: [], snakes: [you, ...others], ...board },
    you,
  };
}

const read = (...args: Parameters<typeof fogged>): GameRequest => readRequest(fogged(...args));

describe('a request in fog of war', () => {
  it('keeps a hidden snake, apart from the snakes that are wholly seen', () => {
    const { board } = read([HIDDEN, { id: 'near', health: 50, body: toCells('7,7 7,8') }]);
    expect(board.snakes.map(({ id }) => id)).to.deep.equal(['me', 'near']);
    expect(board.unseen).to.have.length(1);
    expect(board.unseen[0]).to.deep.include(HIDDEN);
  });

  it('keeps the gap of a body, and has no head where the engine shows none', () => {
    const [a, b, c] = [
      { x: 9, y: 7 },
      { x: 9, y: 4 },
      { x: 6, y: 9 },
    ];
    const { board } = read([
      { id: 'gap', health: 70, length: 3, head: a, body: [a, null, b] },
      { id: 'tail', health: null, length: null, head: null, body: [null, c] },
    ]);
    expect(board.unseen.map(({ body, head, health }) => ({ body, head, health }))).to.deep.equal([
      { body: [a, null, b], head: a, health: 70 },
      { body: [null, c], head: null, health: null },
    ]);
  });

  it('counts a listed snake as alive, whatever its health', () => {
    for (const health of [null, 0, -1, 'x']) {
      const { board } = read([{ id: 'pale', health, body: toCells('7,7 7,8') }]);
      expect(board.snakes, String(health)).to.have.length(1);
      expect(board.unseen[0], String(health)).to.deep.include({ id: 'pale', health: null });
    }
  });

  it('leaves out the dead that the engine lists', () => {
    const dead = { ...HIDDEN, elimination: { cause: 'out-of-health', turn: 3 } };
    expect(read([HIDDEN], { board: { dead_snakes: [dead] } }).board.unseen).to.deep.equal([]);
  });

  it('has a typed radius, or none', () => {
    for (const [viewRadius, expected] of [
      [5, 5],
      ['5', 5],
      ['far', undefined],
      [null, undefined],
    ]) {
      const request = read([], { viewRadius });
      expect(request.game.ruleset.settings.viewRadius).to.equal(expected);
      expect(isFogged(request)).to.equal(expected !== undefined);
    }
  });

  it('is known by its snakes if the engine sends no radius', () => {
    const gap = { id: 'gap', health: 9, body: [{ x: 1, y: 1 }, null] };
    for (const snake of [HIDDEN, gap]) {
      const request = read([snake], { viewRadius: undefined });
      expect(request.game.ruleset.settings).not.to.have.property('viewRadius');
      expect(isFogged(request)).to.equal(true);
    }
  });

  it('is the same when it is read again, or kept without unknown fields', () => {
    const gap = { id: 'gap', health: 70, body: [null, { x: 9, y: 4 }, { x: null, y: 1 }] };
    for (const viewRadius of [5, undefined]) {
      const once = read([HIDDEN, gap, { id: 'pale', health: null, body: toCells('7,7 7,8') }], { viewRadius });
      expect(readRequest(structuredClone(once))).to.deep.equal(once);
      const { you, board } = keepKnownFields(structuredClone(once));
      expect({ you, board }).to.deep.equal({ you: once.you, board: once.board });
    }
  });

  it('has no fog if an engine without it leaves a dead snake on the board', () => {
    const body = requestJson() as { board: { snakes: object[] } };
    body.board.snakes.push({ id: 'dead', health: 0, body: [] });
    const request = readRequest(body);
    expect(isFogged(request)).to.equal(false);
    expect(request.board.unseen).to.deep.equal([]);
  });

  it('gives our own snake a cell for each part, hidden or not', () => {
    const [head, tail] = [
      { x: 5, y: 5 },
      { x: 5, y: 3 },
    ];
    const you = { ...ME, health: null, body: [head, null, tail] };
    const { board, you: mine } = toCanonical(read([HIDDEN], { you }), []);
    expect(mine).to.deep.include({ body: [head, head, tail], head, length: 3 });
    expect(board.snakes.map(({ id }) => id)).to.deep.equal(['me']);
  });

  it('keeps our own head on every side of the board: it shows the wall that the snake has hit', () => {
    for (const head of [
      { x: -1, y: 5 },
      { x: 11, y: 5 },
      { x: 5, y: -1 },
    ]) {
      const { you } = read([HIDDEN], { you: { ...ME, body: [head, { x: 5, y: 5 }] }, board: { snakes: [HIDDEN] } });
      expect(you).to.deep.include({ head, body: [head, { x: 5, y: 5 }] });
    }
  });

  it('gets a safe move even if nothing of our own snake is seen', () => {
    for (const body of [[], [null], [null, { x: 5, y: 4 }]]) {
      const { position, seat } = toPosition(read([HIDDEN], { you: { ...ME, head: null, body } }));
      expect(safeMove(position, seat)).to.be.oneOf(['up', 'down', 'left', 'right']);
    }
  });
});

const seen = (body: readonly unknown[]) => toPosition(read([{ id: 'it', health: 70, body }]));

describe('a position in fog of war', () => {
  const [near, far] = [
    { x: 5, y: 6 },
    { x: 5, y: 8 },
  ];
  const GAP = { id: 'gap', health: 70, body: [{ x: 8, y: 8 }, null, { x: 6, y: 5 }, near, null, far] };

  it('has every living snake, and body parts without a place', () => {
    const { position } = toPosition(read([HIDDEN, GAP]));
    expect(livingCount(position)).to.equal(3);
    const seat = seatOf(position, 'gap');
    expect(position.lengths[seat]).to.equal(6);
    expect(bodyCell(position, seat, 1)).to.equal(UNSEEN);
    expect(headOf(position, seatOf(position, 'far'))).to.equal(UNSEEN);
  });

  it('does not enter the seen cells of a body with gaps, but its tail', () => {
    const { position, seat } = toPosition(read([GAP]));
    expect(legalMoves(position, seat)).to.deep.equal(['left']);
    const tail = seen([null, { x: 6, y: 5 }]);
    expect(legalMoves(tail.position, tail.seat)).to.include('right');
    const middle = seen([null, { x: 6, y: 5 }, null]);
    expect(legalMoves(middle.position, middle.seat)).not.to.include('right');
  });

  it('fears a head whose length is not known', () => {
    const whole = seen([
      { x: 7, y: 5 },
      { x: 8, y: 5 },
    ]);
    expect(safeMoves(whole.position, whole.seat)).to.include('right');
    const cut = seen([{ x: 7, y: 5 }, null]);
    expect(safeMoves(cut.position, cut.seat)).not.to.include('right');
  });

  it('lets hidden snakes live when it is played on', () => {
    const { position } = toPosition(read([HIDDEN, { ...HIDDEN, id: 'farther' }, { ...GAP, id: 'gap' }]));
    let next = position;
    for (let turn = 0; turn < 2; turn++) next = lookAhead(next, ['left', 'up', 'up', 'right']);
    expect(next.ids.filter((_, seat) => isAlive(next, seat))).to.deep.equal(['me', 'far', 'farther', 'gap']);
  });

  it('is not won for a search while a hidden snake lives, and its seen cells are walls', () => {
    const walled = [...toCells('4,5 4,6'), null, ...toCells('6,6 6,5')];
    for (const others of [[HIDDEN], [{ id: 'it', health: 9, body: [null, ...walled, null] }]]) {
      const { position, seat } = toPosition(read(others));
      const { move, score } = search({ position, seat }, { evaluate: evaluationFor({}), nodes: 2000 });
      expect(endOf(score)).to.equal(undefined);
      expect(legalMoves(position, seat)).to.include(move);
    }
  });
});
