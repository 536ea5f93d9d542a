import { expect } from 'chai';
import { quoteWord } from '../../src/views/words.js';

describe('an argument in a shown command', () => {
  for (const [word, shown] of [
    ['data/games.db', 'data/games.db'],
    ['greedy@HEAD~3', "'greedy@HEAD~3'"],
    ["Ann's split", "'Ann'\\''s split'"],
    ['$(touch x)', "'$(touch x)'"],
  ] as const)
    it(`can be typed in a shell: ${word}`, () => expect(quoteWord(word)).to.equal(shown));
});
