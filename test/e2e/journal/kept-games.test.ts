/**
 * The journal of a host that both engines play with over the network: it agrees with what the engine knows of each
 * game.
 */
import { expect } from 'chai';
import type { DIALECTS } from '../../../src/arena/game/dialects.js';
import { createIds, type GameIds } from '../../../src/arena/game/play-options.js';
import { seatSquads } from '../../../src/arena/game/squads.js';
import type { EngineResult, WatcherTurn } from '../../../src/arena/game/watcher.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import type { FullGameRow } from '../../../src/views/game-rows.js';
import { RULESET_NAMES, type RulesetName } from '../../../src/rules/rulesets.js';
import { createArenaEngine, fatesOf, type ArenaEngine, type EngineOptions } from '../../support/arena-engine.js';
import { ranksOf } from '../../../src/stats/rank-score.js';
import { killProcesses, newJournal, spawnHost, type HostProcess } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

/** `/wild` takes two seats. */
const SEATS = ['/wild', '/loner', '/wild', '/other'];
/** The maps of each ruleset: with fixed hazards, with moving ones, and without any. */
const MAPS: Readonly<Record<RulesetName, readonly string[]>> = {
  standard: ['standard', 'hz_rings', 'snail_mode', 'standard'],
  solo: ['standard', 'hz_inner_wall', 'snail_mode', 'empty'],
  royale: ['royale', 'standard', 'royale', 'hz_columns'],
  wrapped: ['standard', 'snail_mode', 'hz_rings', 'empty'],
  constrictor: ['empty', 'standard', 'hz_columns', 'empty'],
  wrapped_constrictor: ['empty', 'standard', 'hz_inner_wall', 'empty'],
  squad: ['standard', 'royale', 'standard', 'empty'],
};
/** Time allowed for a move, in ms; enough even on a busy machine. */
const TIMEOUT = 5000;

for (const dialect of ['arena', 'cli'] as const) {
  describe(`the journal of a host that the ${dialect} engine plays with`, () => {
    let host: HostProcess;
    let engine: ArenaEngine;
    before(async () => {
      const snakes = [...new Set(SEATS)].map((prefix) => ({ prefix, strategy: 'wild' }));
      host = await spawnHost({ snakes, journal: newJournal() });
      engine = createArenaEngine(dialect);
    });
    after(async () => {
      engine.close();
      await killProcesses();
    });

    for (const ruleset of RULESET_NAMES) {
      it(`agrees with the engine on games of ${ruleset}`, async () => {
        const seats = ruleset === 'solo' ? SEATS.slice(0, 1) : SEATS;
        await Promise.all(
          MAPS[ruleset].map(async (map, index) => {
            const played = await playGame(seats, `${dialect} ${ruleset} ${index}`, { ruleset, map });
            for (const seat of seats.keys()) expectAgreement(await keptOf(played.ids, seat), played, seat);
          }),
        );
      });
    }

    it('agrees with the engine on a game that ends by its turn limit', async () => {
      const played = await playGame(SEATS, `${dialect} short`, { maxTurns: 4 });
      expect(played.result.survivors).to.have.lengthOf(4);
      for (const seat of SEATS.keys()) expectAgreement(await keptOf(played.ids, seat), played, seat);
    });

    it('agrees with the engine on a game during which the host was killed', async () => {
      const ids = idsOf(`${dialect} killed`, SEATS.length);
      const restart = async ({ frame }: WatcherTurn) => {
        if (frame.turn !== 2) return;
        for (const seat of SEATS.keys()) await keptOf(ids, seat, ({ list }) => list.length === 3);
        host.signal('SIGKILL');
        await host.ended;
        host = await spawnHost(host.config, { PORT: String(host.port) });
      };
      const played = await playGame(SEATS, ids.game, { watchers: [{ played: restart }] });
      for (const seat of SEATS.keys()) expectAgreement(await keptOf(ids, seat, hasEnded), played, seat);
    });

    it('costs no turn: every move was the strategy’s', () => {
      expect(host.lines.filter(({ level }) => level >= 40)).to.deep.equal([]);
    });

    const urls = (seats: readonly string[]) => seats.map((path) => `${host.url}${path}`);

    async function playGame(seats: readonly string[], game: string, options: EngineOptions): Promise<Played> {
      const ids = idsOf(game, seats.length);
      const turns: WatcherTurn[] = [];
      const isSquad = options.ruleset === 'squad';
      const squads = isSquad ? seatSquads('squad', seats.length, [], '') : undefined;
      const result = await engine.play(urls(seats), {
        seed: game,
        timeout: TIMEOUT,
        ...options,
        ids,
        watchers: [{ played: (turn) => void turns.push(turn) }, ...(options.watchers ?? [])],
        ...(squads && { squads: squads.names, settings: { squad: squads.settings } }),
      });
      return { dialect, ids, result, turns };
    }

    /** The kept game of a seat, once the journal has it. */
    async function keptOf(
      { game, snakes }: GameIds,
      seat: number,
      isReady: (kept: FullGameRow) => boolean = ({ result }) => result !== undefined,
    ): Promise<FullGameRow> {
      const id = gameIdOf({ snake: SEATS[seat]!, game, you: snakes[seat]! });
      let kept: FullGameRow | undefined;
      await until(async () => {
        kept = await host.game(id);
        return 'list' in kept && isReady(kept);
      });
      return kept!;
    }
  });
}

/** A game that was closed as abandoned may still continue. */
function hasEnded({ result }: FullGameRow): boolean {
  return result !== undefined && result !== 'abandoned';
}

interface Played {
  readonly dialect: keyof typeof DIALECTS;
  readonly ids: GameIds;
  readonly result: EngineResult;
  readonly turns: readonly WatcherTurn[];
}

/** Ids by which the game can be found: it is named after its seed. */
function idsOf(game: string, snakes: number): GameIds {
  return { ...createIds(game, snakes), game };
}

/** Expects the journal to agree with the engine on everything about a seat. */
function expectAgreement(kept: FullGameRow, { dialect, ids, result, turns }: Played, seat: number): void {
  const hint = `${ids.game}, seat ${seat}: ${JSON.stringify(result)}`;
  const death = result.deaths.find((one) => one.seat === seat);
  const killer = death === undefined || death.by < 0 ? undefined : `snake ${death.by + 1}`;
  // A game that a snake plays alone is a draw for the engine.
  const fate = [ids.snakes.length === 1 ? 'solo' : fatesOf(result)[seat], death?.cause, killer, death?.turn];
  expect([kept.result, kept.cause, kept.killer, kept.died], hint).to.deep.equal(fate);
  // The cli engine counts one turn more than the number of its final board.
  expect(kept.turns, hint).to.equal(dialect === 'cli' ? result.turns + 1 : result.turns);

  const deaths = ids.snakes.map((_, other) => result.deaths.find((one) => one.seat === other)?.turn);
  const rank = deaths.length === 1 ? undefined : ranksOf(deaths.map((turn) => turn ?? Infinity))[seat]!;
  // Which snakes died together is certain only if the game ended then or the engine shows dead snakes; else it is
  // inferred.
  const isSure = dialect === 'arena' || death === undefined || death.turn === result.turns;
  if (rank === undefined || isSure) expect(kept.rank, hint).to.equal(rank);
  else expect(kept.rank, hint).to.be.closeTo(rank, 1);

  const asked = turns.filter(({ replies }) => replies[seat] !== undefined);
  // The cli engine asks the survivors again, on the final board.
  const moves = kept.list.map(({ turn, answer }) => [turn, answer.move]).slice(0, asked.length);
  expect(moves, hint).to.deep.equal(asked.map((turn) => [turn.frame.turn, turn.moves[seat]]));
  const more = dialect === 'cli' && death === undefined ? 1 : 0;
  expect(kept.list, hint).to.have.lengthOf(asked.length + more);
  expect([kept.moved, kept.lost], hint).to.deep.equal([kept.list.length, 0]);
  const foodThen = turns.map(({ frame }) => frame.board.food);
  const foodKept = kept.list.map(({ body }) => (JSON.parse(body) as { board: { food: unknown } }).board.food);
  expect(foodKept.slice(0, asked.length), hint).to.deep.equal(foodThen.slice(0, asked.length));
}
