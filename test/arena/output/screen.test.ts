import { expect } from 'chai';
import { formatGameResult } from '../../../src/arena/output/format-game-result.js';
import { play } from '../../../src/arena/game/play.js';
import { createScreen, type ScreenOptions } from '../../../src/arena/output/screen.js';
import { enterShipped, enterStrategy } from '../../support/local-snakes.js';

/** What a game leaves on a terminal. */
async function shown(over: Partial<ScreenOptions>, isTTY = false) {
  let text = '';
  let remarks = '';
  const shouting = { customization: { color: '#ff0000' }, move: () => ({ move: 'right', shout: 'hey\x1b[2J\nho' }) };
  const failing = { customization: {}, move: () => 'north' };
  const entries = [enterStrategy('loud', shouting), enterStrategy('lost', failing)];
  const screen = createScreen({
    names: entries.map(({ name }) => name),
    output: { isTTY, write: (part) => (text += part) },
    remarks: { write: (part) => (remarks += part) },
    showsTurns: true,
    isColored: false,
    ...over,
  });
  const result = await play({
    participants: entries,
    seed: 6,
    width: 7,
    height: 7,
    map: 'hz_columns',
    watchers: [screen],
  });
  screen.close();
  return { text, remarks, words: formatGameResult(result, entries) };
}

describe('a game on a terminal', () => {
  it('is one frame after the other where the output is a file', async () => {
    const { text } = await shown({});
    expect(text).to.not.match(/\x1b/); // eslint-disable-line
    const frames = text.trimEnd().split('\n\n');
    expect(frames[0]!.replaceAll(/\d+\.\d ms/g, '0.0 ms').split('\n')).to.deep.equal([
      'turn 0',
      ' . . . . . . .',
      ' . # . # . # .',
      ' . . . . . . .',
      ' . # . * . A .',
      ' . . . . . . *',
      ' . # . B . # .',
      ' . . . . * . .',
      ' A  loud  health 100  length   3     0.0 ms  “hey [2J ho”',
      ' B  lost  health 100  length   3     0.0 ms',
    ]);
    expect(frames.at(-1)).to.match(/ A {2}loud {2}wall-collision on turn 2/);
  });

  it('is drawn in place on a terminal, which is given back as it was', async () => {
    const { text, remarks } = await shown({}, true);
    expect(text.startsWith('\x1b[?25l\x1b[?7l\x1b[H\x1b[J')).to.equal(true);
    expect(text.endsWith('\x1b[?25h\x1b[?7h')).to.equal(true);
    expect(text).to.include('lost: turn 0: illegal: move returned "north"');
    expect(remarks).to.equal('');
  });

  it('is in the snakes’ colours where that is wanted', async () => {
    const { text } = await shown({ isColored: true });
    expect(text).to.include('\x1b[48;2;255;0;0;38;5;231m A\x1b[0m');
  });

  it('tells no more than what goes wrong where it is not shown', async () => {
    const { text, remarks } = await shown({ showsTurns: false });
    expect(text).to.equal('');
    expect(remarks.split('\n')[0]).to.equal('lost: turn 0: illegal: move returned "north", not a move');
  });

  it('ends with who won and how the others went', async () => {
    const { words } = await shown({ showsTurns: false });
    expect(words).to.deep.equal(['lost wins after 2 turns.', '  loud  wall-collision on turn 2']);
  });
});

const wordsOf = async (maxTurns: number, ...names: string[]) => {
  const entries = enterShipped(...names);
  return formatGameResult(await play({ participants: entries, seed: 1, maxTurns }), entries);
};

describe('the last words', () => {
  it('tell a draw, with those that live', async () => {
    expect(await wordsOf(1, 'constant', 'random')).to.deep.equal([
      'A draw after 1 turn.',
      '  constant  lives',
      '  random    lives',
    ]);
  });

  it('tell no winner of a game for one', async () => {
    expect(await wordsOf(50, 'constant')).to.match(
      /^The game is over after \d+ turns?\.,  constant {2}wall-collision on/,
    );
  });

  it('tell which squad has won', async () => {
    const entries = enterShipped('cautious', 'constant').map((entry, seat) => ({
      ...entry,
      squad: ['red', 'blue'][seat]!,
    }));
    const [first] = formatGameResult(await play({ participants: entries, seed: 1, ruleset: 'squad' }), entries);
    expect(first).to.match(/^Squad "red" wins after/);
  });
});
