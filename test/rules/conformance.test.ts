import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createChance } from '../../src/rules/chance.js';
import { fromPlain, type PlainBoard, type PlainSnake, toPlain } from '../../src/rules/plain.js';
import { boardRules, RULESETS, type RulesetName } from '../../src/rules/rulesets.js';
import { fillSettings } from '../../src/rules/settings.js';
import { type EliminationCause, MAX_SNAKES, moveNumber } from '../../src/rules/types.js';

type Pair = readonly [number, number];

interface RecordedSnake {
  readonly id: string;
  readonly health: number;
  readonly body: readonly Pair[];
  readonly eliminatedCause?: EliminationCause;
  readonly eliminatedBy?: string;
  readonly eliminatedOnTurn?: number;
}

interface RecordedBoard {
  readonly turn: number;
  readonly width: number;
  readonly height: number;
  readonly food: readonly Pair[];
  readonly hazards?: readonly Pair[];
  readonly snakes: readonly RecordedSnake[];
}

interface RecordedTurn {
  readonly ruleset: RulesetName;
  readonly settings: { readonly hazardDamagePerTurn: number; readonly shrinkEveryNTurns: number };
  readonly before: RecordedBoard;
  readonly moves: Readonly<Record<string, string>>;
  readonly after: RecordedBoard;
  readonly gameOver: boolean;
}

const file = new URL('../../../test/fixtures/conformance/turns.jsonl', import.meta.url);
const turns = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line): RecordedTurn => JSON.parse(line));

const coordinate = ([x, y]: Pair) => ({ x, y });

function plainSnake(snake: RecordedSnake): PlainSnake {
  const alive = { id: snake.id, health: snake.health, body: snake.body.map(coordinate), squad: '' };
  if (snake.eliminatedCause === undefined) return alive;
  const { eliminatedCause: cause, eliminatedBy: by = '', eliminatedOnTurn: turn = 0 } = snake;
  return { ...alive, elimination: { cause, by, turn } };
}

function plainBoard(board: RecordedBoard, { ruleset, settings }: RecordedTurn): PlainBoard {
  return {
    width: board.width,
    height: board.height,
    turn: board.turn,
    food: board.food.map(coordinate),
    hazards: (board.hazards ?? []).map(coordinate),
    snakes: board.snakes.map(plainSnake),
    rules: boardRules(ruleset, settings),
  };
}

describe('the rulesets against turns recorded from the official engine', () => {
  it('know 1,260 turns', () => {
    expect(turns).to.have.lengthOf(1260);
  });

  it('plays every turn as recorded, order included', () => {
    turns.forEach((turn, index) => {
      const where = `line ${index + 1}, ${turn.ruleset}`;
      const ruleset = RULESETS[turn.ruleset];
      const board = fromPlain(plainBoard(turn.before, turn));
      expect(ruleset.isOver(board), `${where}: game over`).to.equal(turn.gameOver);

      const moves = new Uint8Array(MAX_SNAKES);
      turn.before.snakes.forEach(({ id }, seat) => (moves[seat] = moveNumber(turn.moves[id] ?? '')));
      const settings = fillSettings({
        hazardDamagePerTurn: turn.settings.hazardDamagePerTurn,
        royale: { shrinkEveryNTurns: turn.settings.shrinkEveryNTurns },
      });
      if (!turn.gameOver) {
        for (const stage of ruleset.stages) stage(board, { moves, settings, hazardChance: createChance(index) });
      }

      const after = toPlain(board);
      const hazards = turn.after.hazards === undefined ? [] : after.hazards;
      expect({ ...after, hazards }, where).to.deep.equal(plainBoard(turn.after, turn));
    });
  });

  it('are plain data, board and plain data again without a loss', () => {
    for (const turn of turns) {
      for (const board of [turn.before, turn.after]) {
        expect(toPlain(fromPlain(plainBoard(board, turn)))).to.deep.equal(plainBoard(board, turn));
      }
    }
  });
});
