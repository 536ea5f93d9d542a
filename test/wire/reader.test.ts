import { expect } from 'chai';
import * as fc from 'fast-check';
import { keepKnownFields, RequestError, readRequest } from '../../src/wire/reader.js';
import { REQUEST_NAMES, requestJson, sketchRequest, completeJson } from '../support/requests.js';
import { runsOf } from '../support/budget.js';

/** A place in a body: its keys from the root. */
type Path = readonly (string | number)[];

/** A copy of the body with `value` at `path`; without a value, with nothing there. */
function withValue(path: Path, ...value: [] | [unknown]): unknown {
  const body = requestJson();
  const parent = at(body, path.slice(0, -1));
  const key = path.at(-1)!;
  if (value.length === 0) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, value[0]);
  return body;
}

// oxlint-disable-next-line typescript/no-explicit-any
function at(body: unknown, path: Path): any {
  return path.reduce((value: unknown, key) => Reflect.get(Object(value), key), body);
}

function refusal(body: unknown): { at: string | undefined; message: string } {
  try {
    readRequest(body);
  } catch (error) {
    if (error instanceof RequestError) return { at: error.pointer, message: error.message };
    throw error;
  }
  throw new Error('was not refused');
}

/** The least that is taken. */
const least = () => ({
  game: { id: 'g' },
  board: { width: 3, height: 2 },
  you: { id: 'a', body: [{ x: 1, y: 1 }] },
});

describe('readRequest', () => {
  for (const name of REQUEST_NAMES) {
    it(`takes ${name} as it is`, () => {
      expect(readRequest(requestJson(name))).to.deep.equal(completeJson(name));
    });
  }

  it('returns the very object it was given', () => {
    const body = requestJson();
    expect(readRequest(body)).to.equal(body);
    const poor = least();
    expect(readRequest(poor)).to.equal(poor);
  });

  it('fills in every field that may be absent', () => {
    const nobody = {
      id: '',
      name: '',
      health: 100,
      latency: '',
      length: 0,
      shout: '',
      squad: '',
      head: { x: 0, y: 0 },
    };
    const customizations = { color: '#888888', head: 'default', tail: 'default' };
    expect(readRequest(least())).to.deep.equal({
      game: {
        id: 'g',
        ruleset: {
          name: 'standard',
          version: '',
          settings: {
            foodSpawnChance: 15,
            minimumFood: 1,
            hazardDamagePerTurn: 14,
            hazardMap: '',
            hazardMapAuthor: '',
            royale: { shrinkEveryNTurns: 25 },
            squad: { allowBodyCollisions: false, sharedElimination: false, sharedHealth: false, sharedLength: false },
          },
        },
        map: '',
        timeout: 500,
        source: '',
      },
      turn: 0,
      board: { width: 3, height: 2, food: [], hazards: [], snakes: [], unseen: [] },
      you: { ...nobody, id: 'a', body: [{ x: 1, y: 1 }], customizations },
    });
  });

  it('shares no default between requests', () => {
    const [first, second] = [readRequest(least()), readRequest({ ...least(), game: { id: 'h', ruleset: null } })];
    first.game.ruleset.settings.squad.sharedHealth = true;
    first.board.food.push({ x: 0, y: 0 });
    expect(second.game.ruleset.settings.squad.sharedHealth).to.equal(false);
    expect(
      readRequest({ ...least(), game: { id: 'h', ruleset: 3 } }).game.ruleset.settings.squad.sharedHealth,
    ).to.equal(false);
    expect(second.board.food).to.deep.equal([]);
  });

  it('leaves unknown fields untouched, wherever they are', () => {
    const extra = { deep: [null, { x: 'y' }], zero: null };
    for (const path of [
      [],
      ['game'],
      ['board'],
      ['you'],
      ['you', 'body', 0],
      ['game', 'ruleset', 'settings', 'royale'],
    ]) {
      const body = withValue([...path, 'extra'], extra);
      readRequest(body);
      expect(at(body, [...path, 'extra']), path.join('/')).to.equal(extra);
      expect(extra).to.deep.equal({ deep: [null, { x: 'y' }], zero: null });
    }
  });

  describe('repairs', () => {
    const repaired: [path: Path, senseless: unknown, becomes: unknown][] = [
      [['turn'], -1, 0],
      [['turn'], '7', 7],
      [['turn'], ' 14.0 ', 14],
      [['turn'], '1.5', 0],
      [['turn'], '0x7', 0],
      [['turn'], 1.5, 0],
      [['game', 'timeout'], 0, 500],
      [['game', 'timeout'], '750', 750],
      [['game', 'timeout'], '0', 500],
      [['game', 'timeout'], 1e12, 3_600_000],
      [['game', 'map'], 7, '7'],
      [['game', 'source'], [], ''],
      [['game', 'ruleset', 'name'], {}, 'standard'],
      [['game', 'ruleset', 'settings', 'foodSpawnChance'], 'often', 15],
      [['game', 'ruleset', 'settings', 'hazardDamagePerTurn'], '100', 100],
      [['game', 'ruleset', 'settings', 'hazardDamagePerTurn'], '-30', -30],
      [['game', 'ruleset', 'settings', 'squad', 'sharedHealth'], 'true', true],
      [['game', 'ruleset', 'settings', 'squad', 'sharedHealth'], 'yes', false],
      [['game', 'ruleset', 'settings', 'royale'], 25, { shrinkEveryNTurns: 25 }],
      [['game', 'ruleset', 'settings', 'squad', 'sharedHealth'], 'yes', false],
      [['board', 'food'], 'apples', []],
      [['board', 'hazards'], {}, []],
      [['board', 'snakes'], 2, []],
      [['board', 'food'], [null, { x: 1, y: 2 }, null], [{ x: 1, y: 2 }]],
      [['you', 'health'], 101, 100],
      [['you', 'health'], '90', 90],
      [['you', 'health'], -1, 0],
      [['you', 'health'], '-1', 0],
      [['you', 'health'], '3', 3],
      [['you', 'latency'], 501, '501'],
      [['you', 'shout'], ['a'], ''],
      [['you', 'length'], -3, 0],
      [['you', 'head'], 'left', { x: 0, y: 0 }],
      [['you', 'head', 'x'], 1.5, 0],
      [['you', 'customizations'], 'red', { color: '#888888', head: 'default', tail: 'default' }],
      [['you', 'customizations', 'color'], true, '#888888'],
      [['game', 'id'], 7, '7'],
      [['board', 'width'], '11', 11],
      [['board', 'snakes', 0, 'body', 1, 'y'], '3', 3],
    ];
    for (const [path, senseless, becomes] of repaired) {
      it(`/${path.join('/')} ${JSON.stringify(senseless)} to ${JSON.stringify(becomes)}`, () => {
        const body = withValue(path, senseless);
        readRequest(body);
        expect(at(body, path)).to.deep.equal(becomes);
      });
    }

    it('one field without touching its neighbours', () => {
      const body = requestJson();
      const expected = { ...completeJson(), turn: 0 };
      expect(readRequest({ ...body, turn: 'x' })).to.deep.equal(expected);
    });
  });

  describe('refuses', () => {
    const refused: [path: Path, value: unknown, message: string][] = [
      [['game'], 7, '/game must be object'],
      [['game', 'id'], '', '/game/id must NOT have fewer than 1 characters'],
      [['game', 'id'], true, '/game/id must be string'],
      [['board'], [], '/board must be object'],
      [['board', 'width'], 0, '/board/width must be >= 1'],
      [['board', 'height'], 101, '/board/height must be <= 100'],
      [['board', 'height'], 2.5, '/board/height must be integer'],
      [['board', 'width'], '0', '/board/width must be >= 1'],
      [['board', 'width'], 'wide', '/board/width must be integer'],
      [['board', 'food', 0], 'a1', '/board/food/0 must be object'],
      [['board', 'food', 0, 'x'], 1.5, '/board/food/0/x must be integer'],
      [['board', 'snakes', 0, 'body', 1, 'y'], 'c', '/board/snakes/0/body/1/y must be integer'],
      [['you'], 'me', '/you must be object'],
      [['you', 'id'], '', '/you/id must NOT have fewer than 1 characters'],
      [['you', 'body'], [], '/you/body must NOT have fewer than 1 items'],
      [['you', 'body'], [null], '/you/body must NOT have fewer than 1 items'],
      [['you', 'body'], 'long', '/you/body must be array'],
      [['you', 'body', 0, 'x'], Infinity, '/you/body/0/x must be integer'],
    ];
    for (const [path, value, message] of refused) {
      it(`${JSON.stringify(value)} at /${path.join('/')}`, () => {
        const pointer = message.slice(0, message.indexOf(' '));
        expect(refusal(withValue(path, value))).to.deep.equal({ at: pointer, message });
      });
    }

    for (const path of ['game', 'game/id', 'board', 'board/width', 'board/height', 'you', 'you/id', 'you/body']) {
      it(`a body in which /${path} is absent or null`, () => {
        const expected = { at: `/${path}`, message: `/${path} is missing` };
        expect(refusal(withValue(path.split('/')))).to.deep.equal(expected);
        expect(refusal(withValue(path.split('/'), null))).to.deep.equal(expected);
      });
    }

    for (const body of [undefined, null, true, 7, 'up', []]) {
      it(`${JSON.stringify(body)} as the body`, () => {
        expect(refusal(body)).to.deep.equal({ at: '', message: 'the body must be object' });
      });
    }
  });

  it('treats null as absent everywhere', () => {
    for (const path of allPaths(requestJson()).filter((keys) => typeof keys.at(-1) === 'string')) {
      expect(outcome(withValue(path, null)), path.join('/')).to.deep.equal(outcome(withValue(path)));
    }
  });

  it('either refuses with a pointer or returns a request that needs no further repair', () => {
    const paths = allPaths(requestJson());
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const first = outcome(withValue(path, value));
        if (first instanceof RequestError) expect(first.pointer).to.be.a('string');
        else expect(outcome(structuredClone(first))).to.deep.equal(first);
      }),
      { numRuns: runsOf(500) },
    );
  });

  it('takes our latency from the board where the engine leaves it out of `you`', () => {
    for (const [mine, onBoard, latency] of [
      ['0', '423', '423'],
      ['', '423', '423'],
      ['1', '423', '1'],
      ['0', '1', '1'],
      ['0', '0', '0'],
      ['0', '', '0'],
    ] as const) {
      const request = sketchRequest({ snakes: [{ id: 'me', body: [[1, 1]], latency: onBoard }] });
      expect(readRequest({ ...request, you: { ...request.you, latency: mine } }).you).to.include({ latency });
    }
  });
});

function outcome(body: unknown): object {
  try {
    return readRequest(body);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error;
  }
}

function allPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const paths: Path[] = [];
  for (const [name, part] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    paths.push(here, ...allPaths(part, here));
  }
  return paths;
}

describe('keepKnownFields', () => {
  it('keeps all of the recorded requests', () => {
    for (const name of REQUEST_NAMES) {
      expect(keepKnownFields(readRequest(requestJson(name)))).to.deep.equal(completeJson(name));
    }
  });

  it('drops unknown fields, wherever they are', () => {
    const request = readRequest(requestJson());
    const { board, game, you } = structuredClone(request);
    for (const part of [request, request.board, request.game.ruleset.settings, request.you, request.you.body[0]!]) {
      Object.assign(part, { pad: 'x' });
    }
    expect(keepKnownFields(request)).to.deep.equal({ game, turn: request.turn, board, you });
  });
});
