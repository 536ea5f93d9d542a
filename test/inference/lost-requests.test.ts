import { expect } from 'chai';
import * as fc from 'fast-check';
import { gameIdOf, type JournalEvent } from '../../src/journal/journal-event.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { createChance } from '../../src/rules/chance.js';
import { RULESET_NAMES } from '../../src/rules/rulesets.js';
import { ranksOf } from '../../src/stats/rank-score.js';
import { parseRequest } from '../../src/wire/reader.js';
import { fatesOf } from '../support/arena-engine.js';
import { runsOf } from '../support/budget.js';
import { mountStrategy } from '../support/snakes.js';
import { DIALECT_NAMES, playWildGame, type SentRequest, type WildGame } from '../support/wild-games.js';

/** Games of each dialect and ruleset. */
const GAMES = 4;
const player = { strategy: 'wild', hash: '0', version: '', options: {} };
const engine = { name: 'engine', isLocal: false, network: 'public' } as const;

/** Which requests of a seat are lost. */
interface Loss {
  readonly loses: Readonly<Record<'start' | 'end', boolean>>;
  /** So many of the last moves are lost. */
  readonly last: number;
  /** Of 100 other moves, so many are lost. */
  readonly percent: number;
  readonly seed: number;
}

const arbitraryLoss: fc.Arbitrary<Loss> = fc.record({
  loses: fc.record({ start: fc.boolean(), end: fc.nat(4).map((number) => number === 0) }),
  last: fc.constantFrom(0, 0, 1, 1, 2, 3, 5),
  percent: fc.constantFrom(0, 0, 5, 30, 90, 100),
  seed: fc.nat(),
});

function arrivingOf(sent: readonly SentRequest[], { loses, last, percent, seed }: Loss): SentRequest[] {
  const chance = createChance(seed);
  const moves = sent.filter(({ action }) => action === 'move');
  const kept = new Set(moves.slice(0, moves.length - last).filter(() => chance.below(100) >= percent));
  return sent.filter((one) => (one.action === 'move' ? kept.has(one) : !loses[one.action]));
}

/**
 * Whether a snake that missed no turn died right after its last one, as far as requests tell: its body may also have
 * come around to there in the turns that only then were lost.
 */
function diedAtOnce(arriving: readonly SentRequest[], died: number | undefined): boolean {
  const turns = arriving.filter(({ action }) => action === 'move').map(({ body }) => parseRequest(body).turn);
  return turns.every((turn, index) => index === 0 || turn === turns[index - 1]! + 1) && died === turns.at(-1)! + 1;
}

describe('the outcome of a game of which requests are lost', () => {
  let journal: SqlJournal;
  let games: WildGame[];
  let cases = 0;
  before(async () => {
    journal = await SqlJournal.open();
    games = [];
    for (const dialect of DIALECT_NAMES)
      for (const ruleset of RULESET_NAMES)
        for (let index = 0; index < GAMES; index++) {
          const seats = ruleset === 'solo' ? 1 : 2 + (index % 3);
          games.push(await playWildGame(dialect, ruleset, seats, `${dialect} ${ruleset} ${index}`));
        }
  });
  after(() => journal.close());

  /** What the journal keeps of a seat after these requests. */
  async function keptOf(arriving: readonly SentRequest[]) {
    const entries: JournalEvent[] = [];
    const prefix = `/${cases++}`;
    const { snake } = mountStrategy({}, { prefix }, { player, record: (event) => void entries.push(event) });
    for (const { action, body } of arriving) {
      const arrival = { text: body, at: performance.now(), from: engine };
      const request = parseRequest(body);
      if (action === 'move') await snake.answer(request, arrival);
      else snake[action](request, arrival);
    }
    snake.abandonGames();
    await new Promise((resolve) => setImmediate(resolve));
    await snake.close();
    await journal.write(entries);
    const { game, you } = parseRequest(arriving[0]!.body);
    return journal.findGame(gameIdOf({ snake: prefix, game: game.id, you: you.id }));
  }

  it('is the true one if the last move alone is lost, where the engine removes the dead', async () => {
    for (const { name, dialect, result, sent } of games) {
      if (dialect !== 'cli') continue;
      for (const [seat, requests] of sent.entries()) {
        const lost = requests.findLast(({ action }) => action === 'move');
        const kept = await keptOf(requests.filter((request) => request !== lost));
        expect(kept?.result, `${name} seat ${seat}`).to.equal(fatesOf(result)[seat]);
      }
    }
  });

  it('has the true ranks once the journal has all snakes of the game', async () => {
    for (const { name, result, sent } of games) {
      if (sent.length === 1) continue;
      const ids: string[] = [];
      for (const requests of sent) ids.push((await keptOf(requests))!.id);
      const lasted = sent.map((_, seat) => result.deaths.find((one) => one.seat === seat)?.turn ?? Infinity);
      const ranks = await Promise.all(ids.map(async (id) => (await journal.findGame(id))!.rank));
      expect(ranks, name).to.deep.equal(ranksOf(lasted));
    }
  });

  it('is the true one, or unknown', async () => {
    const property = fc.asyncProperty(fc.nat(), fc.nat(), arbitraryLoss, async (number, chosen, loss) => {
      const { name, dialect, result, sent } = games[number % games.length]!;
      const seat = chosen % sent.length;
      const arriving = arrivingOf(sent[seat]!, loss);
      const kept = arriving.length === 0 ? undefined : await keptOf(arriving);
      if (kept === undefined) return;
      const { deaths, survivors, turns } = result;
      const death = deaths.find((one) => one.seat === seat);
      const lasted = sent.map((_, each) => deaths.find((one) => one.seat === each)?.turn ?? Infinity);
      const rank = ranksOf(lasted)[seat];
      const truth = {
        result: fatesOf(result)[seat],
        died: death?.turn,
        rank,
        turns: turns + (dialect === 'cli' ? 1 : 0),
      };
      const shown = { result: kept.result, died: kept.died, rank: kept.rank, turns: kept.turns };
      const hint = `${name} seat ${seat}: ${JSON.stringify({ truth, shown, deaths, survivors })}`;
      if (kept.result === 'abandoned') {
        expect(arriving.at(-1)!.action, hint).not.to.equal('end');
        return;
      }
      if (kept.died !== truth.died && diedAtOnce(arriving, kept.died)) return;
      if (kept.result !== 'unknown') expect(kept.result, hint).to.equal(truth.result);
      expect(kept.turns, hint).to.equal(truth.turns);
      expect(kept.died, hint).to.be.oneOf([undefined, truth.died]);
      if (kept.rank === undefined || sent.length === 1) return;
      // An engine that removes its dead does not show which of the others died on the same turn, unless it ended then.
      const isSure = dialect === 'arena' || death === undefined || death.turn === turns;
      const tied = lasted.filter((turn) => turn === death?.turn).length - 1;
      expect(kept.rank - truth.rank!, hint).to.be.within(0, isSure ? 0 : tied / 2);
    });
    await fc.assert(property, { numRuns: runsOf(400) });
  });
});
