import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { xOf, yOf } from '../../../src/rules/cells.js';
import type { RulesGame } from '../../../src/rules/game.js';
import { headOf } from '../../../src/rules/snakes.js';
import { expectSound } from '../../support/boards.js';
import { gameOn } from '../../support/games.js';

type Pair = readonly [number, number];

type RecordedMaps = Record<string, Record<string, { hazards: Pair[]; starts: Pair[] }>>;

const file = new URL('../../../../test/fixtures/conformance/maps.json', import.meta.url);

const recorded: RecordedMaps = JSON.parse(readFileSync(file, 'utf8'));

function hazardRows({ position }: RulesGame): string[] {
  return Array.from({ length: position.height }, (_, row) =>
    Array.from({ length: position.width }, (__, x) =>
      position.hazardsAt[(position.height - 1 - row) * position.width + x] === 0 ? '.' : '#',
    ).join(''),
  );
}

describe('the fixed maps compared with the official engine', () => {
  for (const name of ['hz_columns', 'hz_inner_wall', 'hz_rings']) {
    for (const [size, { hazards, starts }] of Object.entries(recorded[name]!)) {
      it(`has the hazards and start cells of ${name} at ${size}`, () => {
        const { position } = gameOn(name, Number(size.split('x')[0]), 8);
        expectSound(position);
        const pair = (cell: number) => `${xOf(position, cell)},${yOf(position, cell)}`;
        expect(Array.from(position.hazards.slice(0, position.hazardCount), pair).sort()).to.deep.equal(
          hazards.map(String).sort(),
        );
        expect(position.ids.map((_, seat) => pair(headOf(position, seat))).sort()).to.deep.equal(
          starts.map(String).sort(),
        );
      });
    }
  }

  it('follow the same patterns on the sizes in between', () => {
    expect(hazardRows(gameOn('hz_columns', 9, 1)).slice(0, 3)).to.deep.equal(['.........', '.#.#.#.#.', '.........']);
    expect(hazardRows(gameOn('hz_inner_wall', 9, 1)).slice(0, 3)).to.deep.equal([
      '.........',
      '.#######.',
      '.#.....#.',
    ]);
    expect(hazardRows(gameOn('hz_rings', 9, 1)).slice(2, 6)).to.deep.equal(Array(4).fill('.#.....#.'));
    expect(hazardRows(gameOn('hz_rings', 15, 1)).slice(0, 8)).to.deep.equal([
      '...............',
      '.#############.',
      '.#...........#.',
      '.#.#########.#.',
      '.#.#.......#.#.',
      '.#.#.#####.#.#.',
      '.#.#.#...#.#.#.',
      '.#.#.#...#.#.#.',
    ]);
    expect(hazardRows(gameOn('hz_rings', 13, 1))[6]).to.equal('.#.#.....#.#.');
  });
});
