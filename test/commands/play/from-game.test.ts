/** `play --from`: continues a recorded game with other snakes in its seats. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { readStart } from '../../../src/commands/play/from-game.js';
import { gameFlags } from '../../../src/commands/play/game-flags.js';
import { fillSeats, type SeatFlags } from '../../../src/commands/play/participants.js';
import { UsageError } from '../../../src/errors/errors.js';
import { toPlain } from '../../../src/rules/plain.js';
import type { GameRequest } from '../../../src/wire/resources.js';
import { callOf } from '../../support/called.js';
import { fixture } from '../../support/fixtures.js';

const DUEL = fixture('games/duel.jsonl');
const turns = readFileSync(DUEL, 'utf8').trim().split('\n').slice(1, -1);
const TURN_11 = JSON.parse(turns[11]!) as GameRequest;
const [FIRST, SECOND] = TURN_11.board.snakes.map(({ id }) => id);

/** Reads a start as `play` does, with these further flags. */
function start(from: string, ...flags: readonly string[]) {
  const call = callOf(flags, gameFlags());
  return readStart(from, { ...call.flags, config: '' }, call.given);
}

describe('readStart', () => {
  it('has the recorded board, game and snakes', async () => {
    const { game, from, snakes } = await start(`${DUEL}:11`);
    const { board, game: recorded } = TURN_11;
    const { position, beganWith } = from;
    expect(toPlain(position)).to.deep.include({
      turn: 11,
      width: 7,
      height: 7,
      food: board.food,
      hazards: board.hazards,
    });
    const plain = board.snakes.map(({ id, body, health, squad }) => ({
      id,
      body,
      health,
      squad,
    }));
    expect(toPlain(position).snakes).to.deep.equal(plain);
    expect([beganWith, snakes]).to.deep.equal([2, board.snakes]);
    expect(game).to.deep.include({
      ruleset: 'standard',
      map: 'standard',
      width: 7,
      height: 7,
      timeout: recorded.timeout,
    });
  });

  it('takes what is written instead of what is recorded', async () => {
    const { game } = await start(`${DUEL}:11`, '--gametype', 'wrapped', '--minimumFood', '5', '--timeout', '80');
    expect(game).to.deep.include({ ruleset: 'wrapped', timeout: 80 });
    expect(game.settings).to.include({ minimumFood: 5, foodSpawnChance: 15 });
  });

  for (const [from, flags, message] of [
    [`${DUEL}:99`, [], 'has no turn 99: it has turns 0 to 25.'],
    [`${DUEL}:25`, [], 'is over on turn 25.'],
    [DUEL, [], 'is not GAME:TURN, such as last:57 or game.jsonl:57.'],
    [`${DUEL}:11`, ['--width', '9'], '--width cannot be used with --from: the board is the recorded one.'],
    [`${DUEL}:11`, ['--map', 'sinkhole'], '"sinkhole" is not a map. Did you mean "sinkholes"?'],
  ] as const) {
    it(`refuses ${[from.replace(DUEL, 'FILE'), ...flags].join(' ')}`, async () => {
      const thrown: unknown = await start(from, ...flags).catch((reason: unknown) => reason);
      expect(thrown).to.be.instanceOf(UsageError).with.property('message').that.includes(message);
    });
  }
});

const flagsOf = (flags: Partial<SeatFlags>): SeatFlags => ({
  seats: [],
  names: [],
  squads: [],
  replaced: [],
  ...flags,
});

describe('fillSeats', () => {
  const { snakes } = TURN_11.board;

  it('fills the seats in their order', () => {
    const seats = ['greedy', new URL('http://localhost:1/x')];
    expect(fillSeats(snakes, flagsOf({ seats, names: ['X'] }))).to.deep.equal(['greedy', { url: seats[1], name: 'X' }]);
  });

  it('fills the seats that are named first', () => {
    const replaced = [`${SECOND}=http://localhost:1/?a=b`];
    const url = new URL('http://localhost:1/?a=b');
    expect(fillSeats(snakes, flagsOf({ seats: ['greedy'], replaced }))).to.deep.equal(['greedy', { url }]);
  });

  for (const [flags, message] of [
    [{ seats: ['greedy'] }, '1 snakes, but 2 are free: random, random. Name one for each seat: random, random.'],
    [{ seats: ['a', 'b', 'c'] }, '3 snakes, but 2 are free'],
    [{ seats: ['a'], replaced: [`${FIRST}=b`, `${SECOND}=b`] }, '1 snakes, but all seats are taken'],
    [{ replaced: ['random=greedy'] }, '"random=greedy" could be several snakes. Write the id: '],
    [{ replaced: ['nobody=greedy'] }, '"nobody=greedy" is not NAME=SNAKE with a name of these: random, random.'],
    [{ replaced: [`${FIRST}=a`, `${FIRST}=b`] }, 'random is given to two snakes.'],
  ] as const) {
    it(`refuses ${JSON.stringify(flags).replaceAll(/[0-9a-f-]{36}/g, 'ID')}`, () => {
      expect(() => fillSeats(snakes, flagsOf(flags))).to.throw(UsageError, message);
    });
  }
});
