import { expect } from 'chai';
import { nameProblem, STARTERS, strategyText } from '../../../src/commands/init/starters.js';

describe('the name of a new snake', () => {
  it('is valid as a file name, as a prefix and as a YAML scalar', () => {
    for (const name of ['first', 'snake-2', 'My_Snake', 'a']) expect(nameProblem(name), name).to.equal(undefined);
    for (const name of ['../up', 'a b', '1st', '-a', '', 'ä', 'a.ts', 'a'.repeat(41)]) {
      expect(nameProblem(name), name).to.match(/^Expected up to 40 letters/);
    }
    for (const name of ['null', 'True']) expect(nameProblem(name), name).to.match(/no name in YAML/);
    for (const name of ['healthz', 'readyz']) expect(nameProblem(name), name).to.match(/path of the host itself/);
  });
});

describe('a new strategy', () => {
  it('has its own color, from every starter', () => {
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
