import { expect } from 'chai';
import { DIALECTS } from '../../src/arena/game/dialects.js';
import { play } from '../../src/arena/game/play.js';
import type { PlayOptions } from '../../src/arena/game/play-options.js';
import type { EngineResult } from '../../src/arena/game/watcher.js';
import { LocalSnake } from '../../src/arena/snakes/local-snake.js';
import { livingPosition } from '../../src/inference/alive-tracker.js';
import { gameOutcomeOf } from '../../src/inference/game-outcome.js';
import { gameIdOf, type JournalEvent, type StrategyFacts } from '../../src/journal/journal-event.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { RULESET_NAMES, type RulesetName } from '../../src/rules/rulesets.js';
import { legalMoves } from '../../src/rules/toolkit/moves.js';
import type { Context, Turn } from '../../src/snakes/strategy/contract.js';
import { fatesOf } from '../support/arena-engine.js';
import { gameEvents } from '../support/journals.js';
import { ranksOf } from '../../src/stats/rank-score.js';
import { sketchRequest } from '../support/requests.js';
import { mountStrategy } from '../support/snakes.js';

const player: StrategyFacts = { strategy: 'wild', hash: '0', version: '', options: {} };
const SEATS = 4;

/** Lives a while and dies in every way: makes legal moves, and now and then any move. */
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

  /** Plays a game in which every snake has its own prefix, and keeps it as the host does. */
  async function playAndKeep(game: string, options: Partial<PlayOptions>, seats: number): Promise<EngineResult> {
    const entries: JournalEvent[] = [];
    const recorder = { player, record: (event: JournalEvent) => void entries.push(event) };
    const mounts = Array.from(
      { length: seats },
      (_, seat) => mountStrategy(wild, { prefix: `/${seat}` }, recorder).snake,
    );
    const result = await play({
      ...options,
      seed: game,
      maxTurns: 200,
      ids: { game, snakes: mounts.map((_, seat) => `seat-${seat}`) },
      participants: mounts.map((mount, seat) => ({ snake: new LocalSnake(mount), name: `Snake ${seat}` })),
    });
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(mounts.map((mount) => mount.close()));
    await journal.write(entries);
    return result;
  }

  const keptOf = (game: string, seat: number) =>
    journal.findGame(gameIdOf({ snake: `/${seat}`, game, you: `seat-${seat}` }));

  for (const dialect of ['cli', 'arena', 'serpentarium'] as const) {
    for (const ruleset of RULESET_NAMES) {
      it(`agrees with the ${dialect} engine on games of ${ruleset}`, async () => {
        const seats = ruleset === 'solo' ? 1 : SEATS;
        for (let index = 0; index < 12; index++) {
          const game = `${dialect} ${ruleset} ${index}`;
          const options = { ruleset, map: mapFor(ruleset), dialect: DIALECTS[dialect] };
          const result = await playAndKeep(game, options, seats);
          for (let seat = 0; seat < seats; seat++) await expectOutcome(game, seat, result);
        }
      });
    }
  }

  it('shares the first places among the squad that has won', async () => {
    const snakes = ['me', 'mate', 'other'].map((id, index) => {
      const x = 1 + 4 * index;
      return { id, squad: id === 'other' ? 'blue' : 'red', body: `${x},5 dd` };
    });
    const turn = { ruleset: 'squad', snakes };
    const end = { ...turn, turn: 1, gone: ['other'] };
    await journal.write(gameEvents({ game: 'squads', turns: [turn], result: 'win', end }));
    const kept = await journal.findGame(gameIdOf({ snake: '/greedy', game: 'squads', you: 'me' }));
    expect(kept).to.include({ result: 'win', rank: 1.5, snakes: 3 });
  });

  it('ranks ours before a snake that died on a missed turn, as it stands still while ours moves to its death', async () => {
    const [asked, end] = [
      sketchTurn(22, '10,5 9,5 8,5', '2,2 2,1 2,0'),
      sketchTurn(23, '11,5 10,5 9,5', '2,3 2,2 2,1'),
    ];
    await journal.write(gameEvents({ game: 'still', turns: [asked], result: 'loss', end }));
    const kept = await journal.findGame(gameIdOf({ snake: '/greedy', game: 'still', you: 'me' }));
    expect(kept).to.include({ died: 23, rank: 2 });
  });

  it('takes a snake that is alone for one without opponents only if the rules or turn 0 show that it had none', () => {
    expect([resultAlone('solo', 0), resultAlone('solo', 7), resultAlone('standard', 0)]).to.deep.equal([
      'win',
      'win',
      'win',
    ]);
    expect(resultAlone('standard', 7)).to.equal('unknown');
  });

  async function expectOutcome(id: string, seat: number, result: EngineResult): Promise<unknown> {
    const game = (await keptOf(id, seat))!;
    const { deaths, survivors, turns } = result;
    const lasted = Array.from({ length: deaths.length + survivors.length }, () => Infinity);
    for (const death of deaths) lasted[death.seat] = death.turn;
    const death = deaths.find((one) => one.seat === seat);
    const killer = death === undefined || death.by < 0 ? undefined : `Snake ${death.by}`;
    const hint = `${id}, seat ${seat}: ${JSON.stringify(deaths)}`;
    expect([game.result, game.cause, game.killer, game.died, game.turns], hint).to.deep.equal([
      lasted.length === 1 ? 'solo' : fatesOf(result)[seat],
      death?.cause,
      killer,
      death?.turn,
      id.startsWith('cli') ? turns + 1 : turns,
    ]);
    expect(game.lost, hint).to.equal(0);
    if (lasted.length === 1) return expect(game.rank).to.equal(undefined);
    // Which snakes died together is certain only if the game ended then; else it is inferred from later boards.
    const isSure = death === undefined || death.turn === turns;
    expect(game.rank, hint).to.be.closeTo(ranksOf(lasted)[seat]!, isSure ? 0 : 1);
    return undefined;
  }
});

function sketchTurn(turn: number, mine: string, others: string) {
  const still = { id: 'still', body: '5,8 5,7 5,6' };
  return { turn, snakes: [{ id: 'me', body: mine }, still, { id: 'other', body: others, health: 122 - turn }] };
}

function mapFor(ruleset: RulesetName): string {
  return ruleset === 'royale' ? 'royale' : 'standard';
}

/** The result of a snake that was alone on all boards from `firstTurn` on, and lived. */
function resultAlone(ruleset: string, firstTurn: number) {
  const turn = { ruleset, turn: 7, snakes: [{ id: 'me', body: '5,5 5,4 5,3' }] };
  const asked = livingPosition(sketchRequest(turn), new Set(), true);
  const end = sketchRequest({ ...turn, turn: 8, snakes: [{ id: 'me', body: '5,6 5,5 5,4' }] });
  return gameOutcomeOf({ asked, end, seen: { dead: new Set(), shown: 1, firstTurn, hasGaps: false } }).result;
}
