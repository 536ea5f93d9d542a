import { expect } from 'chai';
import { AliveTracker } from '../../src/inference/alive-tracker.js';
import { outcomeOfTurns } from '../../src/inference/game-outcome.js';
import { gameIdOf, type JournalEvent } from '../../src/journal/journal-event.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { followGame } from '../../src/recorded/board-history.js';
import { headLetter } from '../../src/rules/picture/legend.js';
import { PLAIN } from '../../src/terminal/colors.js';
import { drawTurn } from '../../src/terminal/draw-turn.js';
import type { FullGameRow } from '../../src/views/game-rows.js';
import { conditionOf } from '../../src/views/words.js';
import { createChance } from '../../src/rules/chance.js';
import { ranksOf } from '../../src/stats/rank-score.js';
import { parseRequest } from '../../src/wire/reader.js';
import { fatesOf } from '../support/arena-engine.js';
import { runsOf } from '../support/budget.js';
import { mountStrategy } from '../support/snakes.js';
import { fogged } from '../support/fogged.js';
import { playWildGame, type SentRequest, type WildGame } from '../support/wild-games.js';

/** The engines that remove the dead: with fog of war, none leaves them on the board. */
const DIALECTS = ['serpentarium', 'cli'] as const;
const RULESETS = ['standard', 'standard', 'royale', 'wrapped', 'squad', 'constrictor'] as const;

const player = { strategy: 'wild', hash: '0', version: '', options: {} };

/** What the journal of a host keeps of the game of one snake. */
async function keepGame(journal: SqlJournal, prefix: string, arriving: readonly SentRequest[]): Promise<FullGameRow> {
  const entries: JournalEvent[] = [];
  const { snake } = mountStrategy({}, { prefix }, { player, record: (event) => void entries.push(event) });
  for (const { action, body } of arriving) {
    const [request, arrival] = [parseRequest(body), { text: body, at: performance.now() }];
    if (action === 'move') await snake.answer(request, arrival);
    else snake[action](request, arrival);
  }
  await new Promise((resolve) => setImmediate(resolve));
  await snake.close();
  await journal.write(entries);
  const { game, you } = parseRequest(arriving[0]!.body);
  return (await journal.findGame(gameIdOf({ snake: prefix, game: game.id, you: you.id })))!;
}

describe('a game in fog of war', () => {
  const games: WildGame[] = [];
  before(async () => {
    for (let index = 0; index < runsOf(15); index++) {
      const [dialect, ruleset] = [DIALECTS[index % 2]!, RULESETS[index % RULESETS.length]!];
      const size = { width: 7 + 4 * (index % 3), height: 7 + 4 * (index % 3) };
      games.push(await playWildGame(dialect, ruleset, 2 + (index % 3), `fog ${index}`, size));
    }
  });

  it('has the true outcome, or an unknown one', () => {
    const counts = { seats: 0, known: 0, ranked: 0, caused: 0, wrong: [] as string[] };
    for (const [index, { name, result, sent }] of games.entries()) {
      const lasted = sent.map((_, seat) => result.deaths.find((one) => one.seat === seat)?.turn ?? Infinity);
      for (const [seat, requests] of sent.entries()) {
        const radius = 1 + createChance(`${name} ${seat}`).below(6);
        const arriving = fogged(requests, radius);
        const moves = arriving.filter(({ action }) => action === 'move').map(({ body }) => body);
        const shown = outcomeOfTurns(moves, arriving.at(-1)!.body);
        const death = result.deaths.find((one) => one.seat === seat);
        const ids = parseRequest(requests[0]!.body).board.snakes.map(({ id }) => id);
        const truth = {
          result: fatesOf(result)[seat],
          died: death?.turn,
          place: ranksOf(lasted)[seat],
          cause: death?.cause,
          killer: death && (death.by < 0 ? undefined : ids[death.by]),
        };
        counts.seats += 1;
        counts.known += Number(shown.result !== 'unknown');
        counts.ranked += Number(shown.place !== undefined);
        counts.caused += Number(shown.cause !== undefined);
        const agree = (key: 'died' | 'place' | 'cause' | 'killer') =>
          shown[key] === undefined || shown[key] === truth[key];
        const isRight = shown.result === 'unknown' || shown.result === truth.result;
        if (!isRight || !agree('died') || !agree('place') || !agree('cause') || !agree('killer'))
          counts.wrong.push(`${index} ${name} seat ${seat} radius ${radius}: ${JSON.stringify({ shown, truth })}`);
      }
    }
    expect(counts.wrong, counts.wrong.join('\n')).to.deep.equal([]);
    // Most are known all the same: unknown is not an excuse.
    expect(counts.known, JSON.stringify(counts)).to.be.greaterThan(0.9 * counts.seats);
    expect(counts.ranked, JSON.stringify(counts)).to.be.greaterThan(0.5 * counts.seats);
    expect(counts.caused, JSON.stringify(counts)).to.be.greaterThan(0.2 * counts.seats);
  });

  it('is kept, and shown, as it was', async () => {
    const journal = await SqlJournal.open();
    let hidden = 0;
    for (const [index, { name, result, sent }] of games.slice(0, 12).entries()) {
      const seat = index % sent.length;
      const kept = await keepGame(journal, `/${index}`, fogged(sent[seat]!, 4));
      const death = result.deaths.find((one) => one.seat === seat);
      expect(kept, name).to.include({ result: fatesOf(result)[seat], snakes: sent.length });
      expect(kept.opponents, name).to.have.length(sent.length - 1);
      expect(kept.died, name).to.equal(death?.turn);
      const bodies = sent[seat]!.filter(({ action }) => action === 'move').map(({ body }) => parseRequest(body).board);
      for (const [at, { board, turn, row }] of [...followGame([kept])].entries()) {
        if (row === undefined) continue;
        const dead = board.snakes.filter((snake) => snake.death !== undefined).map(({ id }) => id);
        const living = new Map(bodies[at]!.snakes.map((snake) => [snake.id, snake]));
        expect(
          dead.filter((id) => living.has(id)),
          `${name}, turn ${turn}`,
        ).to.deep.equal([]);
        const rows = drawTurn(turn, board, PLAIN)
          .slice(1, 1 + board.height)
          .join('');
        for (const [place, snake] of board.snakes.entries()) {
          const real = living.get(snake.id);
          if (real === undefined) continue;
          const { health, length } = conditionOf(snake);
          expect(health, `${name}, turn ${turn}`).to.be.oneOf(['?', String(real.health)]);
          expect(length, `${name}, turn ${turn}`).to.be.oneOf(['?', String(real.length)]);
          const isHeadSeen = board.snakes[place]!.body[0]?.x === real.body[0]!.x;
          expect(rows.includes(headLetter(place)), `${name}, turn ${turn}`).to.equal(isHeadSeen);
          hidden += Number(!isHeadSeen);
        }
      }
    }
    expect(hidden).to.be.greaterThan(50);
    await journal.close();
  });

  it('has no dead snake that lives', () => {
    for (const { name, sent } of games) {
      for (const requests of sent) {
        const tracker = new AliveTracker();
        const moves = requests.filter(({ action }) => action === 'move');
        for (const [index, { body }] of fogged(moves, 3).entries()) {
          const request = parseRequest(body);
          const { position } = tracker.update(request, true);
          const living = parseRequest(moves[index]!.body).board.snakes.map(({ id }) => id);
          expect([...position.ids].sort(), `${name}, turn ${request.turn}`).to.deep.equal(living.sort());
          expect(
            living.filter((id) => tracker.dead.has(id)),
            `${name}, turn ${request.turn}`,
          ).to.deep.equal([]);
        }
      }
    }
  });
});
