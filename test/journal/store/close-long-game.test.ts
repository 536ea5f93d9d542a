import { expect } from 'chai';
import { closeGame } from '../../../src/journal/store/close-game.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { PIECE_CHARACTERS } from '../../../src/journal/store/packed-turns.js';
import { findGame, findIds } from '../../../src/journal/store/read-games.js';
import { forgetGames } from '../../../src/journal/store/retention.js';
import type { OpenDatabase } from '../../../src/journal/store/tables.js';
import { writeEvents } from '../../../src/journal/store/write-events.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { beganEvent, DUEL, endedEvent, gameEvents, turnEvent } from '../../support/journals.js';

const ID = gameIdOf({ snake: '/greedy', game: 'game', you: 'me' });
const END = endedEvent({ result: 'win', end: { ...DUEL, turn: 200, gone: ['other'] } });
const SOURCE = { host: 'h' };

/** A turn with a long request, but below the length from which only known fields are kept. */
const longTurn = (turn: number, at = turn) => {
  const event = turnEvent({}, { ...DUEL, turn }, { at });
  return { ...event, body: `${event.body}${' '.repeat(250_000)}` };
};

onEveryDatabase('closeGame, long or unreadable', (find) => {
  let file: OpenDatabase;
  beforeEach(async () => {
    file = await openDatabase(await find(), 'write');
  });
  afterEach(() => file.db.destroy());
  const write = (...events: Parameters<typeof writeEvents>[1]) => writeEvents(file.db, events, SOURCE);
  const chunks = () => file.db.selectFrom('chunks').selectAll().execute();

  it('leaves a game that is too long for one piece in several', async () => {
    await write(beganEvent());
    for (let from = 0; from < 200; from += 5) {
      await write(...[0, 1, 2, 3, 4].map((more) => longTurn(from + more)));
    }
    await write(longTurn(3, 9999), longTurn(199, 9999));
    await write(END);
    const pieces = await chunks();
    expect(pieces).to.have.lengthOf(41);
    expect(new Set(pieces.map(({ game_id: id }) => id))).to.deep.equal(new Set([ID]));
    const game = (await findGame(file.db, ID))!;
    expect(game.list.map(({ turn }) => turn)).to.deep.equal(Array.from({ length: 200 }, (_, turn) => turn));
    expect(game.list.reduce((sum, { body }) => sum + body.length, 0)).to.be.greaterThan(2 * PIECE_CHARACTERS);
    expect([game.list[3]!.at, game.list[4]!.at, game.list[199]!.at]).to.deep.equal([9999, 4, 9999]);
    expect(game).to.include({ result: 'win', moved: 200 });
  });

  it('keeps a game that would take too much memory, and refuses to read it', async () => {
    await write(beganEvent());
    for (let from = 0; from < 280; from += 5) {
      await write(...[0, 1, 2, 3, 4].map((more) => longTurn(from + more)));
    }
    const refusal = await findGame(file.db, ID).catch((thrown: unknown) => thrown);
    expect(refusal).to.have.property('message', `${ID} has too many or too large turns to be shown.`);
    await write(END);
    expect((await findIds(file.db, ID))[0]).to.include({ result: 'win', moved: 280 });
  });

  it('closes such a game twice, and forgets all of it', async () => {
    await write(beganEvent(), ...Array.from({ length: 80 }, (_, turn) => longTurn(turn)));
    await write(END);
    await write(END);
    expect((await findGame(file.db, ID))!.list).to.have.lengthOf(80);
    expect(await forgetGames(file.db, file.dialect, { keepDays: 1, keepMb: 1024 }, Date.now())).to.deep.equal({
      games: 1,
      left: 0,
    });
    expect(await chunks()).to.deep.equal([]);
  });

  it('leaves a game as it is if its turns cannot be read', async () => {
    await write(...gameEvents());
    await spoil();
    const ending = { at: 5, outcome: { result: 'win' } } as const;
    const refusal = await closeGame(file.db, ID, ending).catch((thrown: unknown) => thrown);
    expect(refusal).to.be.an('error');
    expect(await chunks()).to.have.lengthOf(1);
  });

  it('closes such a game without its turns at its end', async () => {
    await write(...gameEvents());
    await spoil();
    const { unreadable } = await write(END);
    expect(unreadable.map(({ id }) => id)).to.deep.equal([ID]);
    const game = (await findGame(file.db, ID))!;
    expect(game).to.include({ result: 'win', rank: 1, moved: 0 });
    expect(game.list).to.deep.equal([]);
    expect(JSON.parse(game.end!)).to.include({ turn: 200 });
  });

  const spoil = () =>
    file.db
      .updateTable('chunks')
      .set({ packed: new Uint8Array([1, 2, 3]) })
      .execute();
});
