import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findDifference, parseConformanceTurn, recordedPosition } from './recorded-turn.js';
import { fromPlain, toPlain } from '../../src/rules/plain.js';
import { fixture } from '../support/fixtures.js';

const lines = readFileSync(fixture('conformance/turns.jsonl'), 'utf8').trim().split('\n');
const turns = lines.map(parseConformanceTurn);

describe('the rulesets against turns recorded from the official engine', () => {
  it('are compared on 1,260 turns', () => {
    expect(turns).to.have.lengthOf(1260);
  });

  it('play every turn as recorded, order included', () => {
    turns.forEach((turn, index) =>
      expect(findDifference(turn), `line ${index + 1}, ${turn.ruleset}`).to.equal(undefined),
    );
  });

  it('lose nothing from plain data to a position and back', () => {
    for (const turn of turns) {
      for (const board of [turn.before, turn.after]) {
        expect(toPlain(fromPlain(recordedPosition(board, turn)))).to.deep.equal(recordedPosition(board, turn));
      }
    }
  });
});

/** A recorded turn as a test changes it. */
interface Draft {
  readonly after: {
    readonly snakes: { health: number; eliminatedCause?: string }[];
    readonly food: number[][];
    hazards?: unknown;
  };
  gameOver: boolean;
}

function changed(change: (copy: Draft) => void): string | undefined {
  const copy = JSON.parse(lines[0]!) as Draft;
  change(copy);
  return findDifference(parseConformanceTurn(JSON.stringify(copy)));
}

describe('findDifference', () => {
  it('names the first difference', () => {
    expect(changed((copy) => (copy.after.snakes[1]!.health += 1))).to.equal('snakes[1].health is 83, recorded as 84');
    expect(changed((copy) => copy.after.food.push([0, 0]))).to.equal('food[1] is absent, recorded as {"x":0,"y":0}');
    expect(changed((copy) => (copy.gameOver = true))).to.equal('gameOver is false, recorded as true');
    expect(changed((copy) => (copy.after.snakes[0]!.eliminatedCause = 'hazard'))).to.match(
      /^snakes\[0\]\.elimination is absent/,
    );
  });

  it('does not compare hazards that were drawn at random', () => {
    expect(changed((copy) => delete copy.after.hazards)).to.equal(undefined);
  });
});

describe('parseConformanceTurn', () => {
  const faulty: [string, object, string][] = [
    ['an unknown ruleset', { ruleset: 'chess' }, '"ruleset" is "chess". Known rulesets: standard, '],
    ['no settings', { settings: undefined }, '"settings" is not an object.'],
    [
      'a shrink every 0 turns',
      { settings: { hazardDamagePerTurn: 1, shrinkEveryNTurns: 0 } },
      '"settings.shrinkEveryNTurns" is not',
    ],
    ['no board', { before: null }, '"before" is not an object.'],
    ['odd food', { after: { ...turns[0]!.after, food: [[1]] } }, '"after": "food" is not a list of cells [x, y].'],
    ['no hazards before', { before: { ...turns[0]!.before, hazards: undefined } }, '"before": "hazards" is not a list'],
    [
      'an odd snake',
      { after: { ...turns[0]!.after, snakes: [{ id: 7 }] } },
      '"after": "snakes" is not a list of snakes.',
    ],
    ['numbers for moves', { moves: { s0: 1 } }, '"moves" is not a word for each snake.'],
    ['no word on the end', { gameOver: 'no' }, '"gameOver" is not true or false.'],
  ];
  for (const [name, change, message] of faulty) {
    it(`refuses ${name}`, () => {
      expect(() => parseConformanceTurn(JSON.stringify({ ...turns[0], ...change }))).to.throw(message);
    });
  }

  it('refuses what is not JSON or not an object', () => {
    expect(() => parseConformanceTurn('{')).to.throw(SyntaxError);
    expect(() => parseConformanceTurn('[]')).to.throw('the line is not an object.');
  });
});
