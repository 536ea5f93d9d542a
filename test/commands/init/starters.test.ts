import { expect } from 'chai';
import { nameProblem, STARTERS, strategyText } from '../../../src/commands/init/starters.js';

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

describe('a new strategy', () => {
  it('has a color of its own, whatever it begins as', () => {
    for (const starter of STARTERS) {
      for (const extension of ['ts', 'js'] as const) {
        const colors = ['first', 'second', 'third'].map(
          (name) => /color: '(#[\da-f]{6})'/.exec(strategyText(name, starter, extension))![1],
        );
        expect(new Set([...colors, '#2e8b57', '#4169e1', '#b8860b', '#6a5acd'])).to.have.property('size', 7);
      }
    }
  });
});
