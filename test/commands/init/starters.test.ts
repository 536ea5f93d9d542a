import { expect } from 'chai';
import { nameProblem } from '../../../src/commands/init/starters.js';

describe('the name of a new snake', () => {
  it('is a file, a prefix and a word of YAML at once', () => {
    for (const name of ['first', 'snake-2', 'My_Snake', 'a']) expect(nameProblem(name), name).to.equal(undefined);
    for (const name of ['../up', 'a b', '1st', '-a', '', 'ä', 'a.ts', 'a'.repeat(41)]) {
      expect(nameProblem(name), name).to.match(/^Expected up to 40 letters/);
    }
    for (const name of ['null', 'True']) expect(nameProblem(name), name).to.match(/no name in YAML/);
    for (const name of ['healthz', 'readyz']) expect(nameProblem(name), name).to.match(/path of the host itself/);
  });
});
