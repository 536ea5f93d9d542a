import { expect } from 'chai';
import { gameIdOf } from '../../src/journal/store/game-id.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { RULESET_NAMES, type RulesetName } from '../../src/rules/rulesets.js';
import { legalMoves } from '../../src/rules/toolkit/moves.js';
import type { Context, Turn } from '../../src/snakes/strategy/contract.js';
import type { JournalEvent, Player } from '../../src/journal/journal-event.js';
import { playEngineGame, type EngineGame, type EngineResult } from '../support/engine-games.js';
import { gameEvents } from '../support/journals.js';
import { placesOf } from '../../src/stats/placement-score.js';
import { mountStrategy } from '../support/snakes.js';

const player: Player = { strategy: 'wild', hash: '0', version: '', options: {} };
const SEATS = 4;

/** Lives a while, and dies in every way: goes where it may, and now and then where it may not. */
const wild = {
  move(turn: Turn, { position, seat, random }: Context) {
    const moves = legalMoves(position, seat);
    const any = (['up', 'down', 'left', 'right'] as const)[Math.floor(random() * 4)]!;
    return turn.turn > 5 && random() < 0.03 ? any : (moves[Math.floor(random() * moves.length)] ?? any);
  },
};

describe('the outcome of a game', () => {
  let journal: SqlJournal;
  before(async () => void (journal = await SqlJournal.open()));
  after(() => journal.close());

  /** Plays a game with every snake under its own prefix, and keeps it as the host does. */
  async function playAndKeep(terms: Omit<EngineGame, 'mounts'>, seats = SEATS): Promise<EngineResult> {
    const entries: JournalEvent[] = [];
    const keeping = { player, keep: (entry: JournalEvent) => void entries.push(entry) };
    const mounts = Array.from(
      { length: seats },
      (_, seat) => mountStrategy(wild, { prefix: `/${seat}` }, keeping).snake,
    );
    const result = await playEngineGame({ ...terms, mounts });
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(mounts.map((mount) => mount.close()));
    await journal.write(entries);
    return result;
  }

  const keptOf = (game: string, seat: number) =>
    journal.findGame(gameIdOf({ snake: `/${seat}`, game, you: `seat-${seat}` }));

  for (const manner of ['cli', 'arena'] as const) {
    for (const ruleset of RULESET_NAMES) {
      it(`is the engine’s, told the ${manner}’s way: ${ruleset}`, async () => {
        const seats = ruleset === 'solo' ? 1 : SEATS;
        for (let index = 0; index < 12; index++) {
          const id = `${manner} ${ruleset} ${index}`;
          const result = await playAndKeep({ id, ruleset, map: mapFor(ruleset), manner }, seats);
          for (let seat = 0; seat < seats; seat++) await expectOutcome(id, seat, result);
        }
      });
    }
  }

  it('is a place shared by the squad that has won', async () => {
    const snakes = ['me', 'mate', 'other'].map((id, index) => {
      const x = 1 + 4 * index;
      return { id, squad: id === 'other' ? 'blue' : 'red', body: `${x},5 dd` };
    });
    const turn = { ruleset: 'squad', snakes };
    const end = { ...turn, turn: 1, gone: ['other'] };
    await journal.write(gameEvents({ game: 'squads', turns: [turn], result: 'win', end }));
    const kept = await journal.findGame(gameIdOf({ snake: '/greedy', game: 'squads', you: 'me' }));
    expect(kept).to.include({ result: 'win', place: 1.5, snakes: 3 });
  });

  async function expectOutcome(id: string, seat: number, { deaths, turns }: EngineResult): Promise<unknown> {
    const game = (await keptOf(id, seat))!;
    const death = deaths[seat];
    const hint = `${id}, seat ${seat}: ${JSON.stringify(deaths)}`;
    const killer = death === undefined || death.by === '' ? undefined : `Snake ${death.by}`;
    expect([game.result, game.cause, game.killer, game.turns], hint).to.deep.equal([
      resultOf(deaths, seat),
      death?.cause,
      killer,
      death?.turn ?? turns,
    ]);
    if (deaths.length === 1) return expect(game.place).to.equal(undefined);
    // Who went on the same turn is sure where the game was over then; later boards leave it open now and then.
    const isSure = death === undefined || death.turn === turns;
    const place = placesOf(deaths.map((one) => one?.turn ?? Infinity))[seat]!;
    expect(game.place, hint).to.be.closeTo(place, isSure ? 0 : 1);
    return undefined;
  }
});

function mapFor(ruleset: RulesetName): string {
  return ruleset === 'royale' ? 'royale' : 'standard';
}

function resultOf(deaths: EngineResult['deaths'], seat: number): string {
  const living = deaths.filter((death) => death === undefined).length;
  if (deaths[seat] === undefined) return living === 1 ? 'win' : 'draw';
  const last = Math.max(...deaths.map((death) => death?.turn ?? 0));
  return living === 0 && deaths[seat].turn === last ? 'draw' : 'loss';
}
