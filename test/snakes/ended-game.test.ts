import { expect } from 'chai';
import type { GameRecorder } from '../../src/snakes/game/game-reporter.js';
import type { Context, Turn } from '../../src/snakes/strategy/contract.js';
import type { JournalEvent } from '../../src/journal/journal-event.js';
import type { RequestSketch } from '../support/requests.js';
import { mountStrategy, type SnakeEvent, type TestSnake } from '../support/snakes.js';

const PLAYER = { strategy: 'test', hash: 'hash', version: '', options: {} };

/** A snake that goes up from (5, 5): its body on turn `turn`. */
const climbing = (turn: number) => ({ id: 'me', body: `5,${5 + turn} 5,${4 + turn} 5,${3 + turn}` });

describe('a game of a MountedSnake that has ended', () => {
  const ways: [title: string, result: string, end: RequestSketch][] = [
    ['whose snake lives', 'win', { turn: 2, snakes: [climbing(2)] }],
    ['whose snake died', 'draw', { turn: 2, snakes: [climbing(2)], gone: ['me'] }],
  ];
  for (const [title, result, end] of ways) {
    it(`is reported as solo if no other snake was there, and recorded as before: one ${title}`, async () => {
      const results: string[] = [];
      const record = (event: JournalEvent) => void (event.kind === 'ended' && results.push(event.outcome.result));
      const test = mountStrategy({ move: () => 'up' }, {}, { player: PLAYER, record });
      for (const turn of [0, 1]) await test.move({ turn, snakes: [climbing(turn)] });
      test.end(end);
      expect((await named(test, 'gameEnded'))[0]).to.include({ ending: 'solo' });
      expect(results).to.deep.equal([result]);
    });
  }

  it('is reported as abandoned if no end came, even if no other snake was there', async () => {
    const test = mountStrategy({ move: () => 'up' });
    for (const turn of [0, 1]) await test.move({ turn, snakes: [climbing(turn)] });
    test.snake.abandonGames();
    expect((await named(test, 'gameEnded'))[0]).to.include({ ending: 'abandoned' });
  });

  it('answers a late move, but does not begin again with it', async () => {
    const recorded: string[] = [];
    const test = await endedGame({ player: PLAYER, record: ({ kind }) => recorded.push(kind) });
    expect(await test.move({ turn: 1, snakes: [climbing(1)] })).to.include({ kind: 'moved', move: 'up' });
    expect(await test.move({ turn: 2, snakes: [climbing(2)] })).to.include({ kind: 'moved', move: 'up' });
    expect(await named(test, 'gameStarted')).to.have.lengthOf(1);
    expect(await named(test, 'answered')).to.have.lengthOf(4);
    expect(test.snake.status().games).to.deep.equal([]);
    test.end({ turn: 3, snakes: [climbing(3)] });
    test.snake.abandonGames();
    expect(await named(test, 'gameEnded')).to.have.lengthOf(1);
    expect(recorded).to.deep.equal(['began', 'turn', 'turn', 'ended']);
  });

  it('begins again with turn 0, or with a start', async () => {
    const again = await endedGame();
    for (const turn of [0, 1]) await again.move({ turn, snakes: [climbing(turn)] });
    expect(await named(again, 'gameStarted')).to.have.lengthOf(2);
    expect(again.snake.status().games).to.have.lengthOf(1);
    const started = await endedGame();
    started.start({ turn: 0, snakes: [climbing(0)] });
    await started.move({ turn: 1, snakes: [climbing(1)] });
    expect(await named(started, 'gameStarted')).to.have.lengthOf(2);
    expect(started.snake.status().games).to.have.lengthOf(1);
  });

  it('keeps what it remembers when it begins again while a late move is answered', async () => {
    let answerLate!: () => void;
    let isLate = false;
    const test = mountStrategy({
      start: () => [],
      move: async (turn: Turn, { memory }: Context) => {
        (memory as number[]).push(turn.turn);
        if (isLate && turn.turn === 1) await new Promise<void>((resolve) => (answerLate = resolve));
        return { move: 'up', shout: String(memory) };
      },
    });
    for (const turn of [0, 1]) await test.move({ turn, snakes: [climbing(turn)] });
    test.end({ turn: 2, snakes: [climbing(2)] });
    await test.events();
    isLate = true;
    const late = test.move({ turn: 1, snakes: [climbing(1)] });
    test.start({ turn: 0, snakes: [climbing(0)] });
    await test.events();
    const first = await test.move({ turn: 0, snakes: [climbing(0)] });
    answerLate();
    await late;
    isLate = false;
    const second = await test.move({ turn: 1, snakes: [climbing(1)] });
    expect([first, second].map((answer) => answer.move)).to.deep.equal(['up', 'up']);
    expect((second as { shout: string }).shout).to.equal(`${(first as { shout: string }).shout},1`);
  });
});

describe('a MountedSnake that is sent the end of a game that it does not know', () => {
  const end: RequestSketch = { turn: 9, snakes: [climbing(2), { id: 'other', body: '1,1 1,2 1,3' }], gone: ['me'] };
  it('records it, once, for a journal that knows the turns', async () => {
    const recorded: JournalEvent[] = [];
    const test = mountRecorded(recorded);
    test.end(end);
    test.end(end);
    expect(await named(test, 'gameEndedElsewhere')).to.have.lengthOf(1);
    expect(recorded).to.have.lengthOf(1);
    expect(recorded[0]).to.deep.include({ kind: 'ended', game: 'game', you: 'me', saw: [0, -1] });
    expect(JSON.parse(recorded[0]!.body!)).to.include({ turn: 9 });
    expect(test.snake.status().games).to.deep.equal([]);
  });

  it('begins no game with a late move of it', async () => {
    const recorded: JournalEvent[] = [];
    const test = mountRecorded(recorded);
    test.end(end);
    expect(await test.move({ turn: 2, snakes: [climbing(2)] })).to.include({ kind: 'moved', move: 'up' });
    await test.events();
    expect(recorded.map(({ kind }) => kind)).to.deep.equal(['ended']);
  });

  it('records nothing of a health probe', async () => {
    const recorded: JournalEvent[] = [];
    const test = mountRecorded(recorded);
    test.end({ version: 'v1' });
    expect(await test.events()).to.deep.equal([]);
    expect(recorded).to.deep.equal([]);
  });

  it('says which turns it has seen in a row, if it has seen some', async () => {
    const recorded: JournalEvent[] = [];
    const test = mountRecorded(recorded);
    for (const turn of [0, 1, 3, 4]) await test.move({ turn, snakes: [climbing(turn)] });
    test.end({ turn: 5, snakes: [climbing(5)] });
    await test.events();
    expect(recorded.at(-1)).to.deep.include({ kind: 'ended', saw: [3, 4] });
  });
});

function mountRecorded(recorded: JournalEvent[]): TestSnake {
  return mountStrategy({ move: () => 'up' }, {}, { player: PLAYER, record: (event) => recorded.push(event) });
}

/** A game of two turns that has ended. */
async function endedGame(recorder?: GameRecorder): Promise<TestSnake> {
  const test = mountStrategy({ move: () => 'up' }, {}, recorder);
  for (const turn of [0, 1]) await test.move({ turn, snakes: [climbing(turn)] });
  test.end({ turn: 2, snakes: [climbing(2)] });
  await test.events();
  return test;
}

/** The events of one kind. */
async function named(test: TestSnake, name: SnakeEvent['type']): Promise<SnakeEvent[]> {
  return (await test.events()).filter(({ type }) => type === name);
}
