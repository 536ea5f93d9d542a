import { expect } from 'chai';
import type { JournalEvent } from '../../../src/journal/journal-event.js';
import { LOCAL_SOURCE } from '../../../src/views/game-rows.js';
import { MAX_COURSE_POINTS, MIN_POINT_GAMES } from '../../../src/journal/report/study-snake.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { experimentsQuery, snakeQuery, snakesQuery } from '../../../src/journal/journal.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { DUEL, gameEvents, type GameSketch } from '../../support/journals.js';

/** A game that `me` wins, or loses at the wall. */
function playedGame(
  number: number,
  winner: 'me' | 'other',
  { isLocal = false, ...sketch }: GameSketch & { readonly isLocal?: boolean } = {},
): JournalEvent[] {
  const [me, other] = DUEL.snakes!;
  const atWall = { ...me!, body: '5,10 5,9 5,8' };
  const out = { ...me!, body: '5,11 5,10 5,9' };
  const first = { ...DUEL, ...(isLocal && { source: LOCAL_SOURCE }) };
  const turns = [first, { ...DUEL, turn: 1 }, { ...DUEL, turn: 2, snakes: [winner === 'me' ? me! : atWall, other!] }];
  const end =
    winner === 'me' ? { ...DUEL, turn: 3, gone: ['other'] } : { turn: 3, snakes: [out, other!], gone: ['me'] };
  const result = winner === 'me' ? 'win' : 'loss';
  return gameEvents({ game: `g${number}`, at: 1000 * (number + 1), turns, end, result, ...sketch });
}

onEveryDatabase('what the page plots', (find) => {
  let journal: SqlJournal;
  beforeEach(async () => void (journal = await SqlJournal.open(await find())));
  afterEach(() => journal.close());

  it('has the course of each version of a snake, in points of enough games', async () => {
    const games = 3 * MIN_POINT_GAMES + 5;
    const later = { player: { hash: 'def' } };
    for (let number = 0; number < games; number++) await journal.write(playedGame(number, 'me'));
    for (let number = games; number < games + 4; number++)
      await journal.write(playedGame(number, number % 2 === 0 ? 'me' : 'other', later));
    const study = await journal.ask(snakeQuery, { snake: '/greedy' });
    expect(study!.versions.map(({ hash, games: played }) => [hash, played])).to.deep.equal([
      ['def', 4],
      ['abc', games],
    ]);
    const [small, large] = study!.versions;
    expect(small!.course).to.have.length(1);
    expect(small!.course[0]).to.include({ games: 4, wins: 2, score: 0.5 });
    expect(large!.course.length).to.be.greaterThan(1);
    expect(large!.course.reduce((sum, point) => sum + point.games, 0)).to.equal(games);
    for (const point of large!.course) {
      expect(point.games).to.be.at.least(MIN_POINT_GAMES);
      expect(point).to.include({ score: 1, high: 1 });
      expect(point.low).to.be.below(1);
    }
    expect(large!.course[0]!.from).to.equal(1000);
    expect(large!.course.at(-1)!.to).to.equal(1000 * games);
  });

  it('keeps the number of points bounded', async () => {
    const events = Array.from({ length: 1000 }, (_, number) => playedGame(number, 'other'));
    await journal.write(events.flat());
    const study = await journal.ask(snakeQuery, { snake: '/greedy' });
    expect(study!.versions[0]!.course).to.have.length(MAX_COURSE_POINTS);
  });

  it('has times as bars, the budget of the turns, causes of death and opponents', async () => {
    await journal.write(playedGame(0, 'me'));
    const study = await journal.ask(snakeQuery, { snake: '/greedy' });
    const [version] = study!.versions;
    expect(study!.budget).to.equal(430);
    expect(version!.times.count).to.equal(3);
    expect(version!.times.p50).to.be.closeTo(4, 0.3);
    const bar = version!.times.bars.findIndex(({ count }) => count > 0);
    expect(version!.times.bars[bar]).to.include({ count: 3 });
    expect(version!.times.bars[bar]!.upTo).to.be.above(4);
    expect(version!.times.bars[bar - 1]!.upTo).to.be.below(4);
    expect(study!.opponents).to.have.length(1);
    expect(study!.opponents[0]).to.include({ opponent: 'Other', games: 1, wins: 1 });
  });

  it('says ahead of whom it lasted where its rank shows that, and nothing of games in which it does not', async () => {
    const [me, other] = DUEL.snakes!;
    const third = { ...other!, id: 'third', name: 'Third', body: '8,8 8,7 8,6' };
    const four = { snakes: [me!, other!, third, { ...third, id: 'last', name: 'Last', body: '2,8 2,7 2,6' }] };
    const seat = (game: string, place: number): JournalEvent[] =>
      gameEvents({ game, turns: [four], result: place === 1 ? 'win' : 'loss' }).map((event) =>
        event.kind === 'ended' ? { ...event, outcome: { ...event.outcome, place } } : event,
      );
    for (const [index, place] of [1, 2, 4].entries()) await journal.write(seat(`four ${index}`, place));
    await journal.write(playedGame(0, 'me'));
    await journal.write(playedGame(1, 'other'));
    const { opponents } = (await journal.ask(snakeQuery, { snake: '/greedy' }))!;
    expect(opponents.map(({ opponent, games, ahead }) => [opponent, games, ahead])).to.deep.equal([
      ['Other', 5, { games: 2, known: 4 }],
      ['Last', 3, { games: 1, known: 2 }],
      ['Third', 3, { games: 1, known: 2 }],
    ]);
  });

  it('knows nothing of a snake without games that have ended', async () => {
    await journal.write(gameEvents({ game: 'open' }));
    expect(await journal.ask(snakeQuery, { snake: '/greedy' })).to.equal(undefined);
    expect(await journal.ask(snakesQuery, {})).to.deep.equal([]);
  });

  it('lists the snakes, all versions of each together', async () => {
    await journal.write(playedGame(0, 'me'));
    await journal.write(playedGame(1, 'other', { player: { hash: 'def' } }));
    await journal.write(playedGame(2, 'other', { snake: '/a' }));
    const snakes = await journal.ask(snakesQuery, {});
    expect(
      snakes.map(({ snake, games, versions, score, last }) => [snake, games, versions, score, last]),
    ).to.deep.equal([
      ['/a', 1, 1, 0, 3000],
      ['/greedy', 2, 2, 0.5, 2000],
    ]);
    expect(snakes[1]!.results).to.deep.equal({ win: 1, draw: 0, loss: 1, abandoned: 0, unknown: 0, solo: 0 });
  });

  it('leaves out the games that the page started, like the report, which says how many they are', async () => {
    await journal.write(playedGame(0, 'me'));
    const before = [await journal.ask(snakesQuery, {}), await journal.ask(snakeQuery, { snake: '/greedy' })];
    const { local, ...report } = await journal.report({ newest: 5 });
    expect(local).to.equal(0);
    for (const snake of ['/greedy', '/only-here'])
      await journal.write(playedGame(1, 'other', { snake, isLocal: true }));
    expect([await journal.ask(snakesQuery, {}), await journal.ask(snakeQuery, { snake: '/greedy' })]).to.deep.equal(
      before,
    );
    expect(await journal.report({ newest: 5 })).to.deep.equal({ ...report, local: 1 });
    const { games } = await journal.listGames({ limit: 5 });
    expect(games.map(({ source }) => source)).to.deep.equal(['local', 'local', '']);
  });

  it('traces the interval of an experiment up to the verdict of the report', async () => {
    for (let number = 0; number < 300; number++) {
      const variant = number % 2 === 0 ? 'base' : 'candidate';
      const player = {
        hash: variant,
        assignment: { experiment: 'better', variant, split: 0.5, sides: 'now' } as const,
      };
      await journal.write(playedGame(number, variant === 'base' ? 'other' : 'me', { player }));
    }
    const { live, shadows } = await journal.ask(experimentsQuery, {});
    const { verdicts } = await journal.report({});
    const [{ trail, sentence, outlook, ...verdict }] = live as [(typeof live)[0]];
    expect({ ...verdict, shadow: 0 }).to.deep.equal(verdicts[0]);
    expect(trail.length).to.be.within(50, 120);
    expect(trail[0]!.games).to.equal(1);
    expect(trail.at(-1)).to.deep.equal({
      games: 300,
      difference: verdict.difference,
      low: verdict.low,
      high: verdict.high,
    });
    for (const [index, { games }] of trail.entries()) expect(games).to.be.above(trail[index - 1]?.games ?? 0);
    expect(sentence).to.match(/^better \(\/greedy\): candidate is better after [^]*\+/);
    expect(outlook).to.match(/^Games to a verdict: /);
    expect(shadows).to.deep.equal([]);
  });
});
