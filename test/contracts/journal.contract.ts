/** What every journal promises. Each implementation runs this suite: `journalContract(name, open)`. */
import { expect } from 'chai';
import { gameIdOf, type JournalEvent } from '../../src/journal/journal-event.js';
import type { GameFilter, GameQuery, FullGameRow, ShadowAnswer, GameResult } from '../../src/views/game-rows.js';
import type { GameRequest } from '../../src/wire/resources.js';
import {
  beganEvent,
  DUEL,
  endedEvent,
  gameEvents,
  turnEvent,
  type OpenJournal,
  type TestJournal,
} from '../support/journals.js';
import { FILES } from '../support/journal-addresses.js';
import type { RequestSketch } from '../support/requests.js';

const ID = gameIdOf({ snake: '/greedy', game: 'game', you: 'me' });
const [me, other] = DUEL.snakes!;

const shouting = (shout: string): RequestSketch => ({ snakes: [me!, { ...other!, shout }] });

export function journalContract(name: string, open: OpenJournal, addresses = FILES): void {
  describe(`${name}, as any journal`, () => {
    const find = addresses.use();
    let number = 0;
    let journal: TestJournal;
    const address = () => find(`${number}/games.db`);
    const reopen = async () => {
      await journal.close();
      journal = await open(await address());
    };
    const write = (...events: JournalEvent[]) => journal.write(events);
    const kept = async (id = ID): Promise<FullGameRow> => (await journal.reader.findGame(id))!;
    beforeEach(async () => {
      number++;
      journal = await open(await address());
    });
    afterEach(() => journal.close());

    it('keeps a running game: player, opponents, and each turn as it arrived', async () => {
      const player = { version: '2', options: { depth: 3 }, hash: 'f00' };
      const events = gameEvents({ player, turns: [DUEL, { ...DUEL, turn: 1 }] });
      await write(...events);
      const game = await kept();
      expect(game).to.deep.include({
        id: ID,
        snake: '/greedy',
        game: 'game',
        you: 'me',
        startedAt: 1000,
        ruleset: 'standard',
      });
      expect(game).to.deep.include({
        width: 11,
        height: 11,
        snakes: 2,
        opponents: ['Other'],
        ...player,
        moved: 2,
        turns: 1,
      });
      expect(game).not.to.have.any.keys('result', 'endedAt', 'experiment');
      expect(game.list.map(({ turn, body }) => [turn, body])).to.deep.equal([
        [0, events[1]!.body],
        [1, events[2]!.body],
      ]);
    });

    it('keeps an ended game, with the fate of each answer', async () => {
      const late = { kind: 'late', move: 'left', took: 431, fallback: 'safe', reason: 'too slow' } as const;
      await write(
        beganEvent(),
        turnEvent({}, DUEL, { answer: late }),
        turnEvent({}, { ...DUEL, turn: 1 }, { last: { used: 'no', latency: '500' } }),
        turnEvent({}, { ...DUEL, turn: 2 }, { last: { used: 'yes', latency: '21' } }),
      );
      const before = await kept();
      await write(endedEvent({ result: 'win', end: { ...DUEL, turn: 3, gone: ['other'] } }));
      const game = await kept();
      expect(game.list).to.deep.equal(before.list);
      expect(game.list[0]).to.deep.include({ answer: late, feedback: { used: 'no', latency: '500' } });
      expect(game.list[2]).not.to.have.property('feedback');
      expect(game).to.include({ result: 'win', rank: 1, moved: 2, late: 1, lost: 1, endedAt: 1500 });
      expect(JSON.parse(game.end!)).to.have.property('turn', 3);
    });

    it('keeps cause of death and killer', async () => {
      const atWall = { ...me!, body: '5,10 5,9 5,8' };
      const out = { ...me!, body: '5,11 5,10 5,9' };
      const turns = [{ ...DUEL, turn: 7, snakes: [atWall, other!] }];
      const end = { turn: 9, snakes: [out, other!], gone: ['me'] };
      await write(...gameEvents({ turns, end, result: 'loss' }));
      expect(await kept()).to.include({ result: 'loss', cause: 'wall-collision', rank: 2, turns: 9, died: 8 });
    });

    it('keeps a repeated turn once, as it was answered last', async () => {
      const again = { kind: 'moved', move: 'left', took: 1 } as const;
      await write(beganEvent(), turnEvent({}, DUEL));
      await write(turnEvent({}, DUEL, { answer: again }));
      const game = await kept();
      expect(game.list.map(({ answer }) => answer)).to.deep.equal([again]);
    });

    it('keeps each turn as it was answered last, if turns are repeated in any order', async () => {
      await write(beganEvent(), ask(0, 1), ask(1, 2), ask(2, 3));
      await write(ask(1, 4), ask(3, 5));
      await write(ask(0, 6));
      await write(ask(0, 7), ask(1, 8));
      const game = await kept();
      expect(game.list.map(({ turn, answer }) => `${turn} took ${answer.took}`).join()).to.equal(
        '0 took 7,1 took 8,2 took 3,3 took 5',
      );
    });

    it('cuts the shouts in a very long request to what strategies see', async () => {
      const turns = [shouting('x'.repeat(1000)), { ...shouting('y'.repeat(300_000)), turn: 1 }];
      await write(...gameEvents({ turns, result: 'win', end: { ...turns[1]!, turn: 2 } }));
      const { list, end } = await kept();
      const shouts = [...list.map(({ body }) => body), end!].map(
        (body) => (JSON.parse(body) as GameRequest).board.snakes[1]!.shout,
      );
      expect(shouts.map(({ length }) => length)).to.deep.equal([1000, 256, 256]);
      expect(JSON.parse(list[1]!.body)).to.have.property('turn', 1);
    });

    it('keeps only the second run of a game that is played again from turn 0', async () => {
      await write(...gameEvents({ turns: [DUEL, { ...DUEL, turn: 1 }, { ...DUEL, turn: 2 }] }));
      await write(...gameEvents({ at: 2000, turns: [DUEL, { ...DUEL, turn: 1 }] }));
      const game = await kept();
      expect(game).to.include({ startedAt: 2000 });
      expect(game.list.map(({ turn, at }) => `${turn} at ${at}`)).to.deep.equal(['0 at 2000', '1 at 2001']);
      expect((await journal.reader.listGames({ limit: 10 })).games).to.have.lengthOf(1);
    });

    it('closes games that were left open as abandoned when it opens', async () => {
      await write(...gameEvents({ turns: [DUEL, { ...DUEL, turn: 1 }] }));
      await reopen();
      const game = await kept();
      expect(game).to.include({ result: 'abandoned', moved: 2, turns: 1 });
      expect(game.list).to.have.lengthOf(2);
    });

    it('reopens such a game if it continues', async () => {
      await write(...gameEvents({ turns: [DUEL, { ...DUEL, turn: 1 }] }));
      await reopen();
      const turns = [{ ...DUEL, turn: 2 }];
      await write(...gameEvents({ turns, at: 9000, result: 'win', end: { ...DUEL, turn: 3, gone: ['other'] } }));
      const game = await kept();
      expect(game).to.include({ startedAt: 1000, result: 'win', moved: 3 });
      expect(game.list.map(({ turn }) => turn)).to.deep.equal([0, 1, 2]);
    });

    it('keeps two snakes of one game apart', async () => {
      await write(...gameEvents(), ...gameEvents({ you: 'other', turns: [{ ...DUEL, you: 'other' }] }));
      const { games } = await journal.reader.listGames({ limit: 10 });
      expect(games.map(({ you }) => you)).to.have.members(['me', 'other']);
    });

    it('takes any string as an id or a name', async () => {
      const odd = 'it’s \u0000 "odd"; DROP TABLE games --';
      const snakes = [me!, other!].map((snake) => ({ ...snake, name: odd }));
      await write(...gameEvents({ game: odd, turns: [{ snakes }], result: 'draw', end: { snakes, turn: 5 } }));
      const { games } = await journal.reader.listGames({ limit: 10 });
      expect(games[0]!.opponents).to.deep.equal([odd]);
    });

    it('drops turns of unknown games', async () => {
      await write(turnEvent({ game: 'unheard of' }, DUEL), endedEvent({ game: 'unheard of' }));
      expect((await journal.reader.listGames({ limit: 10 })).games).to.deep.equal([]);
    });

    it('lists games newest first, page by page, and only games that match a filter', async () => {
      const games = Array.from({ length: 7 }, (_, index) =>
        gameEvents({ game: `game ${index}`, at: 1000 + Math.floor(index / 2), result: index < 3 ? 'win' : 'loss' }),
      );
      await write(...games.flat());
      const listAll = async (order?: GameQuery['order']) => {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await journal.reader.listGames({ limit: 2, order, after });
          seen.push(...page.games.map(({ game }) => game));
          after = page.next;
        } while (after !== undefined);
        expect([...seen].sort()).to.deep.equal(games.map((_, index) => `game ${index}`));
        return seen;
      };
      expect((await listAll())[0]).to.equal('game 6');
      expect((await listAll('oldest')).slice(0, 2).sort()).to.deep.equal(['game 0', 'game 1']);
      expect((await listAll('result')).slice(0, 3).sort()).to.deep.equal(['game 0', 'game 1', 'game 2']);
      for (const order of ['turns', 'lost', 'fallbacks'] as const) await listAll(order);
      expect(await countGames(journal, { result: 'win' })).to.equal(3);
      expect(await countGames(journal, { since: 1002 })).to.equal(3);
      expect(await countGames(journal, { snakes: ['/other'] })).to.equal(0);
      expect(await countGames(journal, { ruleset: 'standard', map: '' })).to.equal(7);
    });

    it('finds games by the engine’s id and by the beginning of the journal’s', async () => {
      await write(...gameEvents());
      for (const word of ['game', ID, ID.slice(0, 5)]) {
        expect(
          (await journal.reader.findIds(word)).map(({ id }) => id),
          word,
        ).to.deep.equal([ID]);
      }
      expect(await journal.reader.findIds('zz')).to.deep.equal([]);
      expect(await journal.reader.findGame('zz')).to.equal(undefined);
    });

    it('reports how the snakes did', async () => {
      const end = { ...DUEL, turn: 1 };
      const results = ['win', 'win', 'loss', 'abandoned'] as const;
      await write(
        ...results.flatMap((result, index) => gameEvents({ game: `${index}`, result, end })),
        ...gameEvents(),
      );
      const { lines, verdicts } = await journal.reader.report({});
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]).to.include({
        snake: '/greedy',
        games: 4,
        wins: 2,
        losses: 1,
        abandoned: 1,
        answers: 4,
        lost: 0,
      });
      expect(lines[0]!.winRate).to.include({ share: 2 / 3 });
      expect(lines[0]!.took.p50).to.be.closeTo(4, 0.3);
      expect(verdicts).to.deep.equal([]);
    });

    it('keeps a shadow’s answer with its turn, whenever it comes and however often the game ends', async () => {
      const trial = { experiment: 'safer', variant: 'base', split: 0 } as const;
      const ended = endedEvent({ result: 'win', end: { ...DUEL, turn: 3, gone: ['other'] } });
      const skipped = { kind: 'skipped' } as const;
      await write(
        beganEvent({ player: { assignment: trial } }),
        ...[0, 1].map((turn) => turnEvent({}, { ...DUEL, turn })),
      );
      await write(
        turnEvent({}, { ...DUEL, turn: 2 }),
        said(1, skipped),
        said(0, { kind: 'moved', move: 'up', took: 9 }),
      );
      await write(ended);
      await write(said(2, { kind: 'moved', move: 'left', took: 9 }), ended);
      const game = await kept();
      expect(game.list.map(({ shadow }) => shadow)).to.deep.equal([
        { kind: 'moved', move: 'up', took: 9 },
        skipped,
        { kind: 'moved', move: 'left', took: 9 },
      ]);
      const { shadows, verdicts } = await journal.reader.report({});
      expect(shadows).to.have.lengthOf(1);
      expect(shadows[0]).to.include({
        snake: '/greedy',
        experiment: 'safer',
        games: 1,
        turns: 2,
        skipped: 1,
        agreed: 1,
      });
      expect(shadows[0]!.agreement).to.include({ share: 0.5 });
      expect(shadows[0]!.took.p50).to.be.closeTo(9, 0.6);
      expect(verdicts).to.deep.equal([]);
    });

    it('reaches a verdict on an experiment over the games in the order in which they began', async () => {
      const games = Array.from({ length: 60 }, (_, index) => experimentGame(index, index % 2 === 0 ? 'loss' : 'win'));
      await write(...games.flat(), ...experimentGame(60), ...experimentGame(61, 'win'));
      const { verdicts } = await journal.reader.report({ experiment: 'better' });
      expect(verdicts).to.have.lengthOf(1);
      expect(verdicts[0]).to.include({ base: 30, candidate: 31, overdue: 1, decision: 'candidate is better' });
    });

    it('keeps the share with which each game was assigned', async () => {
      const known = async () => {
        const [verdict] = (await journal.reader.report({ experiment: 'better' })).verdicts;
        return verdict?.design === 'split' ? verdict.assigned : undefined;
      };
      await write(...sixtyGames());
      expect(await known())
        .to.include({ base: 30, candidate: 30 })
        .and.property('p')
        .above(0.5);
      await journal.close();
      number++;
      journal = await open(await address());
      // Half of the games went to the candidate, though its share was a tenth.
      await write(...sixtyGames(0.1));
      expect(await known())
        .to.include({ base: 30, candidate: 30 })
        .and.property('p')
        .below(0.001);
    });
  });
}

async function countGames({ reader }: TestJournal, filter: GameFilter & { result?: GameResult }): Promise<number> {
  return (await reader.listGames({ limit: 99, ...filter })).games.length;
}

function sixtyGames(share?: number): JournalEvent[] {
  return Array.from({ length: 60 }, (_, index) => experimentGame(index, 'win', share)).flat();
}

/** Games with an even number are the base's. */
function experimentGame(index: number, result?: 'win' | 'loss', share?: number): JournalEvent[] {
  const variant = index % 2 === 0 ? 'base' : 'candidate';
  return gameEvents({
    game: `${index}`,
    at: index,
    player: { assignment: { experiment: 'better', variant, split: 0.5, share } },
    end: { ...DUEL, turn: 1, gone: [result === 'win' ? 'other' : 'me'] },
    ...(result && { result }),
  });
}

/** A turn of the duel whose answer took `took` ms; a slower answer is also a later one. */
function ask(turn: number, took: number): JournalEvent {
  return turnEvent({}, { ...DUEL, turn }, { at: 1000 + took, answer: { kind: 'moved', move: 'up', took } });
}

/** A turn of the duel again, with a shadow's answer. */
function said(turn: number, shadow: ShadowAnswer): JournalEvent {
  return turnEvent({}, { ...DUEL, turn }, { shadow });
}
