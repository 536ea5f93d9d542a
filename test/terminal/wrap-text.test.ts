import { expect } from 'chai';
import { wrapLines } from '../../src/terminal/format-table.js';

describe('wrapLines', () => {
  const sentence = 'config/snakes.yaml:9:5 snake "/greedy": the file exports no "move". Did you forget "export"?';

  it('breaks each sentence at its spaces to fit the terminal', () => {
    for (const width of [60, 80]) {
      const lines = wrapLines(`${sentence}\n${sentence}`, width).split('\n');
      expect(lines).to.have.lengthOf(4);
      expect(Math.max(...lines.map(({ length }) => length))).to.be.at.most(width);
      expect(lines.join(' ')).to.equal(`${sentence} ${sentence}`);
    }
  });

  it('changes nothing in a file or a pipe', () => {
    expect(wrapLines(sentence, undefined)).to.equal(sentence);
  });

  it('breaks no path, no link, and no line that is to be pasted', () => {
    const link = `http://127.0.0.1:8090/${'games/'.repeat(12)}`;
    expect(wrapLines(`page: ${link}`, 60)).to.equal(`page:\n${link}`);
    const command = `npx serpentarium compare greedy cautious --options-candidate '{"hungerBelow": 60}' --seed 7`;
    const yaml = `    description: ${'long '.repeat(20)}`;
    expect(wrapLines(`${command}\n${yaml}`, 60)).to.equal(`${command}\n${yaml}`);
  });
});
