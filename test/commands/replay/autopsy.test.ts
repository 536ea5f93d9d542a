import { expect } from 'chai';
import { PLAIN } from '../../../src/terminal/colors.js';
import { formatAutopsy } from '../../../src/commands/replay/autopsy.js';
import { DUEL } from '../../support/journals.js';
import { sketchRequest } from '../../support/requests.js';

describe('formatAutopsy', () => {
  const turns = [{ request: sketchRequest(DUEL), text: '', notes: ['answered up'] }];
  const recording = { title: 'against Ot\x1b[2Jher', turns, result: 'loss by Ot\x1b[2Jher' };
  const found = { died: 1, cause: 'wall-collision', until: 11, unsure: [] };

  it('shows the turn of the last chance', () => {
    const answer = { kind: 'moved', move: 'up', took: 1 } as const;
    const chance = {
      turn: 0,
      moves: ['left'] as const,
      answered: { turn: 0, at: 0, answer, budget: 430, overhead: 60 },
      isLost: false,
    };
    const lost = { ...chance, moves: ['up'] as const, isLost: true };
    expect(formatAutopsy({ ...found, chance: lost }, recording, PLAIN)).to.include(
      'turn 0: up would have led to turn 11. It answered up, which the engine did not use.',
    );
    const text = formatAutopsy({ ...found, chance }, recording, PLAIN);
    expect(text.split('\n').slice(0, 4)).to.deep.equal([
      'against Ot [2Jher',
      'loss by Ot [2Jher',
      'The last chance was on turn 0: left would have led to turn 11. It went up.',
      'turn 0',
    ]);
    expect(text).to.match(/answered up$/);
  });

  it('says that there was no chance, and makes names printable', () => {
    expect(formatAutopsy(found, recording, PLAIN).split('\n')).to.deep.equal([
      'against Ot [2Jher',
      'loss by Ot [2Jher',
      'On no recorded turn was there a way to survive until turn 11. Try a smaller --longer.',
    ]);
  });
});
