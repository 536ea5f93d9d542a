import { expect } from 'chai';
import { chooseTests } from './chosen-tests.js';

const TESTS = [
  'testing.test.ts',
  'wire/move.test.ts',
  'wire/note.test.ts',
  'snakes/shadow.test.ts',
  'snakes/game/overhead.test.ts',
  'e2e/cli.test.ts',
  'e2e/snakes/mount-status.test.ts',
  'e2e/snakes/process/notes.test.ts',
  'deep/wire/move.test.ts',
];

describe('chooseTests', () => {
  const cases: [file: string, unit: string[], endToEnd: string[]][] = [
    ['wire/note.ts', ['wire/note.test.ts', 'wire/move.test.ts'], []],
    ['snakes/shadow.ts', TESTS.slice(3, 5), TESTS.slice(6, 8)],
    ['snakes/process/notes.ts', ['snakes/shadow.test.ts'], ['e2e/snakes/process/notes.test.ts']],
    ['snakes/game/overhead.ts', ['snakes/game/overhead.test.ts'], ['e2e/snakes/mount-status.test.ts']],
    ['testing.ts', ['testing.test.ts'], []],
  ];
  for (const [file, unit, endToEnd] of cases) {
    it(`finds the nearest for ${file}, and all other unit tests`, () => {
      expect(chooseTests(file, TESTS)).to.deep.equal({
        'unit tests of its folder': unit,
        'end-to-end tests of its folder': endToEnd,
        'other unit tests': TESTS.slice(0, 5).filter((test) => !unit.includes(test)),
      });
    });
  }
});
