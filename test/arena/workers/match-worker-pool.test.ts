import { expect } from 'chai';
import type { GameRecord } from '../../../src/arena/match/game-record.js';
import { MatchWorkerPool } from '../../../src/arena/workers/match-worker-pool.js';
import type { MatchOptions } from '../../../src/arena/match/match-options.js';
import { startTally, type MatchTally } from '../../../src/arena/match/match-tally.js';
import { playMatch } from '../../../src/arena/match/match.js';
import { planPair } from '../../../src/arena/match/pairing.js';
import { enterContestants } from '../../support/contestants.js';

describe('a crew', () => {
  it('plays the same match in one process as in two', async () => {
    const options = await enterContestants('dice', 'random');
    const [one, two] = [await playAll(options, 1, 12), await playAll(options, 2, 12)];
    expect(withoutTimes(one)).to.deep.equal(withoutTimes(two));
    expect(one.wins).to.be.above(0);
  });

  it('counts an exit as a crash of whose move it was, and goes on', async () => {
    const { wins, losses, sides } = await playAll(await enterContestants('random', 'exit'), 1, 2);
    expect({ wins, losses }).to.deep.equal({ wins: 0, losses: 4 });
    expect(sides.map(({ crashes }) => crashes)).to.deep.equal([0, 4]);
    expect(sides[1]!.crash).to.equal('the process exited with code 0');
  });

  it('ends a move that spins, and plays the rest of the pair all the same', async () => {
    const options = await enterContestants('spin-sometimes', 'random');
    const { pairs, sides } = await playAll({ ...options, seed: 'spins' }, 2, 4);
    expect(pairs).to.equal(4);
    expect(sides[0]!.crashes).to.be.above(0);
    expect(sides[0]!.crash).to.match(/^the process was killed: move had not returned/);
    expect(sides[1]!.crashes).to.equal(0);
  });

  it('ends a move that fills the memory', async () => {
    const { sides } = await playAll(await enterContestants('grow-array', 'random'), 1, 1);
    expect(sides.map(({ crashes }) => crashes)).to.deep.equal([2, 0]);
    // On a busy machine its time is up before the memory is.
    expect(sides[0]!.crash).to.match(/memory|had not returned/);
  });

  it('takes no word of what a strategy itself sends', async () => {
    const { pairs, sides } = await playAll(await enterContestants('send-anything', 'random'), 1, 2);
    expect(pairs).to.equal(2);
    expect(sides.map(({ games }) => games)).to.deep.equal([4, 4]);
  });

  it('rejects where a strategy cannot be loaded', async () => {
    const options = await enterContestants('random', 'random');
    const [base, candidate] = options.contestants;
    const broken = { ...options, contestants: [base, { ...candidate, code: 'throw new Error("no")' }] as const };
    const failure = await playAll(broken, 1, 1).catch((thrown: unknown) => thrown);
    expect(String(failure)).to.match(/strategy of "random": no$/);
  });

  it('leaves nobody waiting when it is closed', async () => {
    const options = await enterContestants('random', 'random');
    const crew = createCrew(options, 1);
    const playing = crew.play(planPair(options, 0));
    await crew.close();
    expect(await playing).to.equal(undefined);
    expect(await crew.play(planPair(options, 1))).to.equal(undefined);
  });

  it('counts answers that are exceptions, and draws the fallback', async () => {
    const options = await enterContestants('throw', 'random');
    const crew = createCrew(options, 1);
    const [game] = (await crew.play(planPair(options, 0))) as [GameRecord];
    await crew.close();
    if (game.kind !== 'played') throw new Error(game.reason);
    const [thrower] = game.seats;
    expect(thrower).to.deep.include({ failures: thrower!.answers, fallbacks: thrower!.answers, lostTurns: 0 });
    expect(thrower!.problem).to.match(/^failed: move threw/);
  });
});

async function playAll(options: MatchOptions, concurrency: number, maxPairs: number): Promise<MatchTally> {
  const crew = createCrew(options, concurrency);
  try {
    return await playMatch({
      options: options,
      crew,
      from: startTally(options),
      maxPairs,
      isDecided: () => false,
      folded() {},
    });
  } finally {
    await crew.close();
  }
}

function createCrew(options: MatchOptions, concurrency: number): MatchWorkerPool {
  return new MatchWorkerPool({ match: options, env: {}, memoryMb: 256, output: undefined, concurrency });
}

function withoutTimes(tally: MatchTally) {
  return { ...tally, sides: tally.sides.map((side) => ({ ...side, took: {} })) };
}
