import { expect } from 'chai';
import type { GameRecord } from '../../../../src/arena/contest/game-record.js';
import type { LocalContestant } from '../../../../src/arena/contest/contest.js';
import { MatchWorkerPool } from '../../../../src/arena/workers/match-worker-pool.js';
import { createPairings, type MatchPlan } from '../../../../src/arena/contest/match/match-plan.js';
import { scheduleMatch, type MatchTally } from '../../../../src/arena/contest/match/match-tally.js';
import { playContest } from '../../../../src/arena/contest/play-contest.js';
import { createMatch } from '../../../support/contestants.js';

describe('MatchWorkerPool', () => {
  it('plays the same match in one process as in two', async () => {
    const options = await createMatch('dice', 'random');
    const [one, two] = [await playAll(options, 1, 12), await playAll(options, 2, 12)];
    expect(withoutTimes(one)).to.deep.equal(withoutTimes(two));
    expect(one.outcomes.candidate.wins).to.be.above(0);
  });

  it('counts an exit as a crash of the snake whose move it was, and continues', async () => {
    const { outcomes, sides } = await playAll(await createMatch('random', 'exit'), 1, 2);
    expect(outcomes.candidate).to.deep.include({ wins: 0, losses: 4 });
    expect(sides.map(({ crashes }) => crashes)).to.deep.equal([0, 4]);
    expect(sides[1]!.crash).to.equal('the process exited with code 0');
  });

  it('quotes what a strategy printed last before it crashed, with the turn and the seed', async () => {
    const { sides } = await playAll(await createMatch('prints-and-exits', 'up'), 1, 1);
    expect(sides[0]!.crash).to.equal(
      'the process exited with code 139. It wrote last:\n  turn 0\n  turn 1\n  segfault: bad table',
    );
    expect(sides[0]!.crashedOn).to.match(/^turn 1 of the seed "[^"]+"$/);
  });

  it('kills a worker whose move loops, and plays the rest of the pair', async () => {
    const options = await createMatch('spin-sometimes', 'random');
    const { pairs, sides } = await playAll({ ...options, seed: 'spins' }, 2, 4);
    expect(pairs).to.equal(4);
    expect(sides[0]!.crashes).to.be.above(0);
    expect(sides[0]!.crash).to.match(/^the process was killed: move had not returned/);
    expect(sides[1]!.crashes).to.equal(0);
  });

  it('lets snakes ponder between turns if the match does, each but one that may not', async () => {
    const options = await createMatch('needs-pondering', 'needs-pondering');
    const [one, other] = options.contestants as [LocalContestant, LocalContestant];
    const quiet: MatchPlan = {
      ...options,
      contestants: [{ ...one, config: { ...one.config, ponder: false } }, other],
    };
    const off = await playAll(quiet, 1, 3);
    expect(off.outcomes.base).to.deep.equal(off.outcomes.candidate);
    expect(off.sides.map(({ pondered }) => pondered)).to.deep.equal([undefined, undefined]);
    const on = await playAll({ ...quiet, game: { ...quiet.game, ponder: 1000 } }, 1, 3);
    expect(on.outcomes.candidate).to.deep.include({ wins: 6, losses: 0 });
    expect(on.sides[0]!.pondered).to.equal(undefined);
    const { turns, found } = on.sides[1]!.pondered!;
    expect(turns).to.be.above(6);
    expect(found).to.equal(turns);
  });

  it('kills a worker whose ponder does not stop, and counts the game as crashed', async () => {
    const options = await createMatch('up', 'ponders-endlessly');
    const { sides } = await playAll({ ...options, game: { ...options.game, ponder: 20 } }, 1, 1);
    expect(sides.map(({ crashes }) => crashes)).to.deep.equal([0, 2]);
    expect(sides[1]!.crash).to.match(/^the process was killed: ponder had not returned/);
  });

  it('kills a worker whose move fills the memory', async () => {
    const { sides } = await playAll(await createMatch('grow-array', 'random'), 1, 1);
    expect(sides.map(({ crashes }) => crashes)).to.deep.equal([2, 0]);
    // On a busy machine the time may run out before the memory does.
    expect(sides[0]!.crash).to.match(/memory|had not returned/);
  });

  it('ignores messages that a strategy forges about games that were not played', async () => {
    const { pairs, sides } = await playAll(await createMatch('forge-played', 'random'), 1, 2);
    expect(pairs).to.equal(2);
    expect(sides.map(({ games, crashes }) => [games, crashes])).to.deep.equal([
      [4, 0],
      [4, 0],
    ]);
  });

  const misuses: [string, RegExp][] = [
    ['write-stray', /^the process was killed: it wrote "hello" to its channel, which is not a message$/],
    ['send-anything', /^the process was killed: it wrote "{"type":"done".* to its channel, which is not a message$/],
    ['close-channel', /^the process was killed: it closed its channel$/],
    // If this process reads slowly, the worker plays on, and its report of the task (`played`) ends the line first.
    [
      'write-endless',
      /^the process was killed: it (?:sent a message of more than 1048576 bytes|wrote "x{60}…" to its channel, which is not a message)$/,
    ],
  ];
  for (const [strategy, reason] of misuses) {
    for (const seat of [0, 1]) {
      it(`counts games as crashed by the strategy ${strategy}, and by no other, if it has seat ${seat}`, async () => {
        const names = seat === 0 ? ([strategy, 'random'] as const) : (['random', strategy] as const);
        const { pairs, sides } = await playAll(await createMatch(...names), 1, 2);
        expect(pairs).to.equal(2);
        expect(sides.map(({ crashes }) => crashes)).to.deep.equal(seat === 0 ? [4, 0] : [0, 4]);
        expect(sides[seat]!.crash).to.match(reason);
      });
    }
  }

  it('starts workers again after a while if the system refuses to', async () => {
    const options = await createMatch('random', 'random');
    const { execPath } = process;
    const pool = createPool(options, 2);
    let refusals = 0;
    Object.defineProperty(process, 'execPath', {
      configurable: true,
      get: () => (++refusals <= 4 ? '/nowhere/node' : execPath),
    });
    try {
      expect(await pool.play(createPairings(options, 0))).to.have.lengthOf(2);
      expect(refusals).to.be.above(4);
    } finally {
      Object.defineProperty(process, 'execPath', { configurable: true, writable: true, value: execPath });
      await pool.close();
    }
  });

  it('rejects with the reason if the system refuses to start workers for long', async () => {
    const options = await createMatch('random', 'random');
    const { execPath } = process;
    const pool = createPool(options, 2);
    process.execPath = '/nowhere/node';
    try {
      const failure = await pool.play(createPairings(options, 0)).catch((thrown: unknown) => thrown);
      expect(String(failure)).to.match(/could not be started: spawn \/nowhere\/node ENOENT/);
    } finally {
      process.execPath = execPath;
      await pool.close();
    }
  });

  it('rejects if a strategy cannot be loaded', async () => {
    const options = await createMatch('random', 'random');
    const [base, candidate] = options.contestants;
    const broken = { ...options, contestants: [base, { ...candidate, code: 'throw new Error("no")' }] as const };
    const failure = await playAll(broken, 1, 1).catch((thrown: unknown) => thrown);
    expect(String(failure)).to.match(/strategy "random": .*strategy\.mjs:1:7 no$/);
  });

  it('resolves every promise when it is closed', async () => {
    const options = await createMatch('random', 'random');
    const pool = createPool(options, 1);
    const playing = pool.play(createPairings(options, 0));
    await pool.close();
    expect(await playing).to.equal(undefined);
    expect(await pool.play(createPairings(options, 1))).to.equal(undefined);
  });

  it('counts exceptions as failures, and plays the fallback', async () => {
    const options = await createMatch('throw', 'random');
    const pool = createPool(options, 1);
    const [game] = (await pool.play(createPairings(options, 0))) as [GameRecord];
    await pool.close();
    if (game.kind !== 'played') throw new Error(game.reason);
    const [thrower] = game.seats;
    expect(thrower).to.deep.include({ failures: thrower!.answers, fallbacks: thrower!.answers, lostTurns: 0 });
    expect(thrower!.ownMoves).to.equal(0);
    expect(thrower!.problem).to.match(/^failed: move threw/);
  });
});

async function playAll(options: MatchPlan, concurrency: number, maxPairs: number): Promise<MatchTally> {
  const pool = createPool(options, concurrency);
  try {
    return await playContest(scheduleMatch({ ...options, maxPairs }), pool);
  } finally {
    await pool.close();
  }
}

function createPool(options: MatchPlan, concurrency: number): MatchWorkerPool {
  return new MatchWorkerPool(options, concurrency);
}

function withoutTimes(tally: MatchTally) {
  return { ...tally, sides: tally.sides.map((side) => ({ ...side, took: {} })) };
}
