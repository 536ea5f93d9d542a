import { expect } from 'chai';
import { createChance, createGameChance, type Chance } from '../../../src/rules/chance.js';
import { createGame, isGameOver, playTurn, type GameOptions } from '../../../src/rules/game.js';
import { copyPosition, type Position } from '../../../src/rules/position.js';
import type { RulesetName } from '../../../src/rules/rulesets.js';
import type { PartialSettings } from '../../../src/rules/settings.js';
import { advance } from '../../../src/rules/toolkit/look-ahead.js';
import { legalMask } from '../../../src/rules/toolkit/moves.js';
import { MAX_SNAKES } from '../../../src/rules/types.js';
import { loadBoard, SearchBoard } from '../../../src/search/board/board.js';
import { makeTurn, unmakeTurn } from '../../../src/search/board/turn.js';
import { runsOf } from '../../support/budget.js';
import { snakesNamed } from '../../support/games.js';
import { contentsOf, expectSameAsPosition } from '../../support/search-boards.js';

/** Turns for each ruleset. */
const TURNS = runsOf(2000);

interface Case extends Partial<GameOptions> {
  readonly name: string;
  readonly snakes: GameOptions['snakes'];
}

const squads = [
  { id: 'a', squad: 'red' },
  { id: 'b', squad: 'blue' },
  { id: 'c', squad: 'red' },
  { id: 'd', squad: 'blue' },
];

function play(
  ruleset: RulesetName,
  snakes: GameOptions['snakes'],
  more: Partial<GameOptions> & { map?: string; settings?: PartialSettings } = {},
): Case {
  const [map, width] = [more.map ?? 'standard', more.width ?? 11];
  return {
    name: `${ruleset}, ${snakes.length} on ${width}x${more.height ?? width}, ${map}`,
    ruleset,
    snakes,
    ...more,
  };
}

const CASES: readonly Case[] = [
  play('standard', snakesNamed(4)),
  play('standard', snakesNamed(8), { width: 7, height: 7, settings: { foodSpawnChance: 60, minimumFood: 4 } }),
  play('standard', snakesNamed(2), { width: 7, height: 7 }),
  play('standard', snakesNamed(3), { width: 19, height: 19, map: 'hz_rings' }),
  play('solo', snakesNamed(1)),
  play('royale', snakesNamed(4), { settings: { royale: { shrinkEveryNTurns: 5 } } }),
  play('wrapped', snakesNamed(4)),
  play('wrapped', snakesNamed(4), { map: 'snail_mode', settings: { hazardDamagePerTurn: 30 } }),
  play('standard', snakesNamed(4), { map: 'hz_columns', settings: { hazardDamagePerTurn: -10 } }),
  play('standard', snakesNamed(4), { map: 'hz_inner_wall', settings: { hazardDamagePerTurn: 100 } }),
  play('constrictor', snakesNamed(4)),
  play('wrapped_constrictor', snakesNamed(4)),
  play('squad', squads),
  play('squad', squads, { width: 7, height: 7, settings: { squad: { allowBodyCollisions: true } } }),
];

describe('the board of a search', () => {
  for (const { name, ...options } of CASES) {
    it(`plays turns as the rules do, and takes them back: ${name}`, () => {
      let turns = 0;
      for (let seed = 0; turns < TURNS; seed++) turns += compareGame(options, seed, TURNS - turns);
    });
  }

  it('has one hash for a position that was reached in two ways', () => {
    const game = newGame({ ruleset: 'standard', snakes: snakesNamed(2) }, 1);
    const [first, second] = [new SearchBoard(game.position), new SearchBoard(game.position)];
    const position = copyPosition(game.position);
    const moves = new Uint8Array([0, 1]);
    loadBoard(first, position, 0);
    makeTurn(first, moves);
    makeTurn(first, new Uint8Array([3, 2]));
    advance(position, moves);
    advance(position, new Uint8Array([3, 2]));
    loadBoard(second, position, 0);
    expect([first.hashLow, first.hashHigh]).to.deep.equal([second.hashLow, second.hashHigh]);
    loadBoard(second, position, 1);
    expect([first.hashLow, first.hashHigh]).not.to.deep.equal([second.hashLow, second.hashHigh]);
  });
});

function newGame(options: Partial<GameOptions> & { snakes: GameOptions['snakes'] }, seed: number) {
  const chance = createGameChance(seed);
  return createGame({ ruleset: 'standard', map: 'standard', width: 11, height: 11, chance, ...options });
}

/**
 * Plays a game of random moves. Before every turn, a board of the position plays a few turns, compared with the rules,
 * and takes them back. Returns the number of turns that were compared.
 */
function compareGame(options: Partial<GameOptions> & { snakes: GameOptions['snakes'] }, seed: number, most: number) {
  const game = newGame(options, seed);
  const mover = createChance(`mover ${seed}`);
  const moves = new Uint8Array(MAX_SNAKES);
  const board = new SearchBoard(game.position);
  const ahead = copyPosition(game.position);
  let turns = 0;
  while (!isGameOver(game) && game.position.turn < 300 && turns < most) {
    turns += compareAhead(board, copyPosition(game.position, ahead), mover);
    chooseMoves(game.position, moves, mover);
    playTurn(game, moves);
  }
  return turns;
}

function compareAhead(board: SearchBoard, ahead: Position, mover: Chance): number {
  const moves = new Uint8Array(MAX_SNAKES);
  loadBoard(board, ahead, mover.below(ahead.snakeCount));
  const before: string[] = [];
  const depth = 1 + mover.below(6);
  for (let ply = 0; ply < depth; ply++) {
    before.push(contentsOf(board));
    chooseMoves(ahead, moves, mover);
    makeTurn(board, moves);
    advance(ahead, moves);
    expectSameAsPosition(board, ahead);
  }
  while (before.length > 0) {
    unmakeTurn(board);
    expect(contentsOf(board)).to.equal(before.pop());
  }
  return depth;
}

/** Legal moves mostly, and any move now and then. */
function chooseMoves(position: Position, moves: Uint8Array, chance: Chance): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    const legal = position.causes[seat] === 0 ? legalMask(position, seat) : 0;
    const mask = legal === 0 || chance.below(16) === 0 ? 15 : legal;
    let move = chance.below(4);
    while ((mask & (1 << move)) === 0) move = (move + 1) & 3;
    moves[seat] = move;
  }
}
