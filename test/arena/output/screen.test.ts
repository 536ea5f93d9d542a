import { Chalk } from 'chalk';
import { expect } from 'chai';
import { formatGameResult } from '../../../src/arena/output/game-result.js';
import { play } from '../../../src/arena/game/play.js';
import { createScreen, type ScreenOptions } from '../../../src/arena/output/screen.js';
import { PLAIN } from '../../../src/terminal/colors.js';
import { createParticipants, createParticipant } from '../../support/local-snakes.js';

/** What a game leaves on a terminal. */
async function shown(over: Partial<ScreenOptions>, isTTY = false) {
  let text = '';
  let remarks = '';
  const shouting = { customization: { color: '#ff0000' }, move: () => ({ move: 'right', shout: 'hey\x1b[2J\nho' }) };
  const failing = { customization: {}, move: () => 'north' };
  const participants = [createParticipant('loud', shouting), createParticipant('lost', failing)];
  const screen = createScreen({
    names: participants.map(({ name }) => name),
    output: { isTTY, write: (part) => (text += part) },
    remarks: { write: (part) => (remarks += part) },
    showsTurns: true,
    colors: PLAIN,
    ...over,
  });
  const result = await play({
    participants,
    seed: 6,
    width: 7,
    height: 7,
    map: 'hz_columns',
    watchers: [screen],
  });
  screen.close();
  return { text, remarks, lines: formatGameResult(result, participants) };
}

describe('the screen of a game', () => {
  it('prints one frame after the other to a file', async () => {
    const { text } = await shown({});
    expect(text).to.not.match(/\x1b/); // eslint-disable-line
    const frames = text.trimEnd().split('\n\n');
    expect(frames[0]!.replaceAll(/ +\d+\.\d ms/g, ' 0.0 ms').split('\n')).to.deep.equal([
      'turn 0',
      ' . . . . . . .',
      ' . # . # . # .',
      ' . . . . . . .',
      ' . # . * . A .',
      ' . . . . . . *',
      ' . # . B . # .',
      ' . . . . * . .',
      ' A  loud  health 100  length   3 0.0 ms  “hey [2J ho”',
      ' B  lost  health 100  length   3 0.0 ms',
    ]);
    expect(frames.at(-1)).to.match(/ A {2}loud {2}hit the wall on turn 2/);
  });

  it('draws each frame over the last on a terminal', async () => {
    const { text, remarks } = await shown({}, true);
    const [first, ...later] = text.split(/(?=turn \d+\n)/).slice(1);
    expect(first).to.match(/^turn 0\n/);
    for (const frame of later) expect(frame).to.match(/^turn [12]\n/);
    expect(text.match(/\x1b\[1A/g)!.length).to.be.at.least(2 * 9); // eslint-disable-line no-control-regex
    expect(text).to.include('lost: turn 0: illegal: move returned "north"');
    expect(remarks).to.equal('');
  });

  it('uses the snakes’ colours if it is given colours', async () => {
    const { text } = await shown({ colors: new Chalk({ level: 3 }) });
    expect(text).to.include('\x1b[48;2;255;0;0m\x1b[38;2;255;255;255m A\x1b[39m\x1b[49m');
  });

  it('shows only what goes wrong if turns are not shown', async () => {
    const { text, remarks } = await shown({ showsTurns: false });
    expect(text).to.equal('');
    expect(remarks.split('\n')[0]).to.equal(
      'lost: turn 0: illegal: move returned "north", not a move (up, down, left, right)',
    );
  });

  it('shows what goes wrong on every turn once', async () => {
    const { remarks } = await shown({ showsTurns: false });
    expect(remarks.match(/illegal/g)).to.have.lengthOf(1);
  });

  it('ends with who won and how the others died', async () => {
    const { lines } = await shown({ showsTurns: false });
    expect(lines).to.deep.equal(['lost wins after 2 turns.', '  loud  hit the wall on turn 2']);
  });
});

const resultOf = async (maxTurns: number, ...names: string[]) => {
  const participants = createParticipants(...names);
  return formatGameResult(await play({ participants, seed: 1, maxTurns }), participants);
};

describe('formatGameResult', () => {
  it('says that a game was stopped by its last turn, and who was alive', async () => {
    expect(await resultOf(1, 'constant', 'random')).to.deep.equal(['Stopped after 1 turn; alive: constant, random.']);
    expect(await resultOf(1, 'constant')).to.deep.equal(['Stopped after 1 turn; alive: constant.']);
  });

  it('reports no winner of a solo game', async () => {
    expect(await resultOf(50, 'constant')).to.match(
      /^The game is over after \d+ turns?\.,  constant {2}hit the wall on/,
    );
  });

  it('names the squad that won', async () => {
    const participants = createParticipants('cautious', 'constant').map((entry, seat) => ({
      ...entry,
      squad: ['red', 'blue'][seat]!,
    }));
    const [first] = formatGameResult(await play({ participants, seed: 1, ruleset: 'squad' }), participants);
    expect(first).to.match(/^Squad "red" wins after/);
  });
});
