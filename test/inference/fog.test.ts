import { expect } from 'chai';
import { AliveTracker } from '../../src/inference/alive-tracker.js';
import { outcomeOfTurns } from '../../src/inference/game-outcome.js';
import { createChance } from '../../src/rules/chance.js';
import { ranksOf } from '../../src/stats/rank-score.js';
import { parseRequest } from '../../src/wire/reader.js';
import { fatesOf } from '../support/arena-engine.js';
import { runsOf } from '../support/budget.js';
import { fogged } from '../support/fogged.js';
import { playWildGame, type WildGame } from '../support/wild-games.js';

/** The engines that remove the dead: with fog of war, none leaves them on the board. */
const DIALECTS = ['serpentarium', 'cli'] as const;
const RULESETS = ['standard', 'standard', 'royale', 'wrapped', 'squad', 'constrictor'] as const;

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
          expect(living.filter((id) => tracker.dead.has(id)), `${name}, turn ${request.turn}`).to.deep.equal([]);
        }
      }
    }
  });
});
