import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { PLAIN } from '../../../src/terminal/colors.js';
import { formatEnd } from '../../../src/recorded/format-end.js';
import { formatTitle, notesOf, drawPages } from '../../../src/commands/replay/describe-game.js';
import {
  formatPositionFixture,
  isPositionFixture,
  checkMove,
  parsePositionFixture,
} from '../../../src/terminal/position-fixture.js';
import { followGame, type Seats } from '../../../src/recorded/board-history.js';
import { openGame } from '../../../src/recorded/open-game.js';
import { UsageError } from '../../../src/errors/errors.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { DUEL, gameEvents, useFolder } from '../../support/journals.js';
import { sketchRequest, type RequestSketch } from '../../support/requests.js';
import { sketchRow } from '../../support/rows.js';
import { inRepository } from '../../support/fixtures.js';

const open = (game: string, config: string, you?: string) => openGame(game, { config, you });
const textsOf = (seats: Seats) => drawPages(seats, PLAIN).map(({ text }) => text);

describe('a recorded game', () => {
  const folder = useFolder();
  let config: string;
  before(async () => {
    config = folder.path('snakes.yaml');
    const journal = `journal: { path: ${folder.path('games.db')} }`;
    writeFileSync(
      config,
      `strategies: ${inRepository('strategies')}\nsnakes: [{ prefix: /greedy, strategy: greedy }]\n${journal}`,
    );
    const kept = await SqlJournal.open(folder.path('games.db'));
    const turns = [DUEL, { ...DUEL, turn: 1 }];
    const end = { ...DUEL, turn: 2, gone: ['other'] };
    for (const you of ['me', 'other']) {
      await kept.write(
        gameEvents({ you, result: 'win', turns: turns.map((turn) => ({ ...turn, you })), end: { ...end, you } }),
      );
    }
    await kept.write(gameEvents({ game: 'alone', result: 'win', turns, end }));
    await kept.close();
  });

  it('comes from the journal, by the engine’s id', async () => {
    const seats = await open('alone', config);
    const [game] = seats;
    expect(formatTitle(game)).to.match(/^[0-9a-f]{16}: \/greedy against Other, standard$/);
    expect(game.list.map(({ turn }) => [turn, notesOf(seats, turn)])).to.deep.equal([
      [0, ['answered up in 4.0 of 430 ms']],
      [1, ['answered up in 4.0 of 430 ms']],
    ]);
    expect(formatEnd(seats)).to.equal('won after 2 turns, rank 1 of 2');
    expect(game).to.include({ snake: '/greedy' });
  });

  it('comes from a file that play wrote', async () => {
    const file = folder.path('game.jsonl');
    const lines = [
      { id: 'game' },
      {
        ...sketchRequest(DUEL),
        moves: { me: 'up', other: 'left' },
        deaths: [{ name: 'Other', cause: 'wall-collision', turn: 1 }],
      },
      { ...sketchRequest({ turn: 1, snakes: [{ ...DUEL.snakes![0]!, body: '5,6 5,5 5,4' }] }), moves: {}, deaths: [] },
      { winnerId: 'me', winnerName: 'Me', isDraw: false, turns: 1 },
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const seats = await open(file, config);
    const notes = Array.from(followGame(seats), ({ turn }) => notesOf(seats, turn));
    expect(notes).to.deep.equal([['Me up, Other left', 'Other hit the wall'], []]);
    expect(formatEnd(seats)).to.equal('won by Me after 1 turn');
  });

  it('is drawn turn by turn, with the final board and the result last', async () => {
    const pages = textsOf(await open('alone', config));
    expect(pages).to.have.lengthOf(2);
    expect(pages[0]).to.include(' . . . . . A . . . . .').and.include('answered up');
    expect(pages[0]).to.include(' A  Me (you)  health  90  length   3\n B  Other     health  90  length   3');
    expect(pages[1]).to.match(/\n B {2}Other {5}died on turn 1\nanswered up .*\nwon after 2 turns, rank 1 of 2$/);
  });

  it('says on which turn and how the snake died, though the game continued without it', () => {
    const turns = [DUEL, { ...DUEL, turn: 1 }];
    const end = { ...DUEL, turn: 70, snakes: DUEL.snakes!, gone: ['me', 'other'] };
    const pages = textsOf([sketchRow({ turns, end, result: 'loss', died: 2, cause: 'wall-collision' })]);
    expect(pages.at(-1)).to.include('Me (you)  hit the wall on turn 2');
    expect(pages.at(-1)).to.match(/Other +(gone by|died on) turn/);
  });

  it('says "by" of a death that it has not seen', () => {
    const [me, other] = DUEL.snakes!;
    const [mine, theirs] = [
      { ...me!, body: '5,6 5,5 5,4' },
      { ...other!, body: '1,0 1,1 1,2' },
    ];
    const turns = [DUEL, { ...DUEL, turn: 1, snakes: [mine, theirs] }];
    const end = { turn: 70, snakes: [mine, theirs], gone: ['me', 'other'] };
    const pages = textsOf([sketchRow({ turns, end, result: 'loss', died: 2 })]);
    expect(pages.at(-1)).to.include('Me (you)  died on turn 2').and.include('Other     gone by turn 69');
  });

  it('keeps the letter of each snake, and says how those died whose bodies stay on the board', () => {
    const me = { id: 'me', name: 'Me', body: '5,5 5,4 5,3' };
    const out = { id: 'out', name: 'Out\x1b[2J', body: '10,1 9,1 8,1' };
    const turns: RequestSketch[] = [
      { turn: 3, you: 'me', snakes: [out, me] },
      { turn: 4, you: 'me', snakes: [{ ...out, body: '11,1 10,1 9,1' }, me] },
      { turn: 5, you: 'me', snakes: [me] },
    ];
    for (const page of textsOf([sketchRow({ turns })]).slice(1, 3)) {
      expect(page).to.include(' A  Out [2J   hit the wall on turn 4\n B  Me (you)  health').and.include(' . B .');
    }
  });

  it('marks on each page the snake that is asked, and makes names printable', () => {
    const [me, other] = DUEL.snakes!;
    const walked = { ...other!, body: '1,0 1,1 1,2' };
    const sketches = [DUEL, { turn: 1, snakes: [me!, walked], gone: ['me'] }];
    const answer = { kind: 'failed', move: 'up', took: 1, reason: 'Ot\x1b[2Jher', fallback: 'safe' } as const;
    const stated = { opponents: ['Ot\x1b[2Jher'], result: 'loss', died: 2, cause: 'Ot\x1b[2Jher', answer } as const;
    const pages = ['me', 'other'].map(
      (you, page) => textsOf([sketchRow({ turns: sketches.map((turn) => ({ ...turn, you })), ...stated })])[page]!,
    );
    expect(pages[0]).to.include(' A  Me (you)  ').and.not.include('Other (you)');
    expect(pages[1]).to.include(' B  Other (you)  ').and.not.include('Me (you)');
    expect(pages.join('')).not.to.include('\x1b');
  });

  it('names the line of a file that is not a turn', async () => {
    const file = folder.path('cut.jsonl');
    const turn = JSON.stringify(sketchRequest(DUEL));
    writeFileSync(file, `{"id":"game"}\n${turn}\n{"game":{}}\n${turn}\n{"turns":2}\n`);
    const refusal: unknown = await open(file, config).catch((thrown: unknown) => thrown);
    const message = `${file}:3 is not a turn: /board is missing.`;
    expect(refusal).to.be.instanceOf(UsageError).with.property('message', message);
  });

  it('refuses a directory', async () => {
    const refusal: unknown = await open(folder.path('.'), config).catch((thrown: unknown) => thrown);
    expect(refusal)
      .to.be.instanceOf(UsageError)
      .with.property('message')
      .that.matches(/ is a directory, not a file\.$/);
  });

  it('says what "last" means if there is no such game', async () => {
    const refusal: unknown = await open('last', config, '/nobody').catch((thrown: unknown) => thrown);
    const message = 'last is the newest finished game, and the journal has none of /nobody.';
    expect(refusal).to.be.instanceOf(UsageError).with.property('message', message);
  });

  const REFUSED: [game: string, message: RegExp][] = [
    ['nowhere/game.jsonl', /^nowhere\/game\.jsonl does not exist\.$/],
    ['nothing', /^nothing is neither a file nor a game in the journal\. "serpentarium games" lists the games\.$/],
    ['game', /^game could be [0-9a-f]{16} \(\/greedy\) or [0-9a-f]{16} \(\/greedy\)\. Which one\?$/],
  ];
  for (const [game, message] of REFUSED) {
    it(`refuses "${game}"`, async () => {
      const refusal: unknown = await open(game, config).catch((thrown: unknown) => thrown);
      expect(refusal).to.be.instanceOf(UsageError).with.property('message').that.matches(message);
    });
  }
});

describe('a position fixture', () => {
  const text = JSON.stringify(sketchRequest(DUEL));
  const written = formatPositionFixture('turn 0', '. A .', text);
  const filled = written.replace('allowed:', 'allowed: up left').replace('forbidden:', 'forbidden: right');

  it('holds the drawing and the request, and leaves the moves to be filled in', () => {
    expect(isPositionFixture(written)).to.equal(true);
    expect(written).to.include('# . A .').and.include('\nallowed:\nforbidden:\n');
    expect(parsePositionFixture('p', written)).to.deep.equal({ allowed: [], forbidden: [], text });
  });

  it('says what is wrong with a move', () => {
    const position = parsePositionFixture('p', filled);
    expect(checkMove(position, 'up')).to.equal(undefined);
    expect(checkMove(position, 'down')).to.equal('down is not one of the allowed moves: up, left');
    expect(checkMove(position, 'right')).to.equal('right is forbidden');
  });

  it('names a misspelt move with its line', () => {
    expect(() => parsePositionFixture('p', filled.replace('forbidden: right', 'forbidden: rihgt'))).to.throw(
      UsageError,
      /^p:\d+ "rihgt" is not one of up, down, left, right\.$/,
    );
  });
});
