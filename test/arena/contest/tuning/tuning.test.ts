import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { playContest } from '../../../../src/arena/contest/play-contest.js';
import { readContestFile, saveContest } from '../../../../src/arena/contest/contest-file.js';
import {
  scheduleTuning,
  settledValues,
  type TuningTally,
  reportTuning,
} from '../../../../src/arena/contest/tuning/tuning-tally.js';
import { identifyTuning } from '../../../../src/arena/contest/tuning/tuning-plan.js';
import { TUNING } from '../../../../src/commands/tune/tune.js';
import { UsageError } from '../../../../src/errors/errors.js';
import { createTuning, createSimulatedPool, simulateTuning } from '../../../support/simulated-tuning.js';

const SCHEMA = {
  properties: {
    area: { type: 'number', minimum: 0, maximum: 20 },
    hunger: { type: 'integer', minimum: 0, maximum: 100 },
    noise: { type: 'number', minimum: 0, maximum: 1 },
  },
};
const OPTIONS = { area: 1, hunger: 40, noise: 0.5, name: 'unbounded' };
const BEST = { area: 3, hunger: 60 };

/** In Elo: 181 below the best at the start. `noise` has no effect. */
function strength(options: Readonly<Record<string, unknown>>): number {
  const { area, hunger } = options as typeof OPTIONS;
  return -300 * ((area - BEST.area) / 3) ** 2 - 300 * ((hunger - BEST.hunger) / 50) ** 2;
}

describe('a tuning', () => {
  it('converges to the known optimum', async () => {
    const tuning = await createTuning(SCHEMA, OPTIONS, 2000);
    for (const seed of [1, 2, 3]) {
      const [area, hunger] = settledValues(await simulateTuning(tuning, strength, seed));
      expect(strength({ area, hunger }), `seed ${seed}`).to.be.above(-25);
      expect(area).to.be.closeTo(BEST.area, 1);
      expect(hunger).to.be.closeTo(BEST.hunger, 12);
    }
  });

  it('stays within the bounds where no option matters', async () => {
    const tuning = await createTuning(SCHEMA, OPTIONS, 500);
    const { trail } = await simulateTuning(tuning, () => 0, 4);
    for (const point of trail.points) {
      point.forEach((value, index) => {
        const { minimum, maximum } = tuning.parameters[index]!;
        expect(value).to.be.within(minimum, maximum);
      });
    }
  });

  it('takes the same course in any order of results, and in parts', async () => {
    const tuning = await createTuning(SCHEMA, OPTIONS, 200);
    const run = (from: TuningTally, maxPairs: number, delay: (pair: number) => number) => {
      // Each pair draws from its own stream, so that the order of the calls does not matter.
      const play = async (games: Parameters<ReturnType<typeof createSimulatedPool>['play']>[0]) => {
        for (let ticks = delay(games[0]!.pair); ticks > 0; ticks--) await Promise.resolve();
        return createSimulatedPool(strength, games[0]!.pair + 1).play(games);
      };
      return playContest({ ...scheduleTuning(tuning), maxPairs }, { play }, from);
    };
    const { start } = scheduleTuning(tuning);
    const whole = await run(start, 200, () => 0);
    expect(await run(start, 200, (pair) => (pair * 37) % 100)).to.deep.equal(whole);
    const half = await run(start, 71, () => 0);
    expect(await run(half, 200, (pair) => pair % 3)).to.deep.equal(whole);
  });

  it('plays each trial twice, with one seed, the seats swapped and complete options', async () => {
    const tuning = await createTuning(SCHEMA, OPTIONS, 200);
    const { start, pairingsOf } = scheduleTuning(tuning);
    const [first, second] = pairingsOf(0, start);
    expect([first!.seats, second!.seats]).to.deep.equal([
      [0, 1],
      [1, 0],
    ]);
    expect(first!.seed).to.equal(second!.seed);
    expect(first!.options).to.deep.equal(second!.options);
    const [plus, minus] = first!.options as (typeof OPTIONS)[];
    expect([plus!.name, minus!.name]).to.deep.equal(['unbounded', 'unbounded']);
    expect((plus!.hunger + minus!.hunger) / 2).to.equal(40);
    expect(plus!.hunger).not.to.equal(minus!.hunger);
  });

  it('thins its course out, and reports the start first', async () => {
    const tuning = await createTuning(SCHEMA, OPTIONS, 1700);
    const report = reportTuning(await simulateTuning(tuning, strength, 1), tuning);
    expect(report).to.include({ games: 3400, trailEvery: 8, didPlay: true });
    const [area] = report.parameters;
    expect(area).to.include({ name: 'area', start: 1, minimum: 0, maximum: 20 });
    expect(area!.trail).to.have.length(213);
    expect(area!.trail[0]).to.equal(1);
  });

  it('is read as it was saved, and refused if it is damaged', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'));
    const file = path.join(folder, 'tuning.json');
    try {
      const tuning = await createTuning(SCHEMA, OPTIONS, 50);
      const tally = await simulateTuning(tuning, strength, 1);
      saveContest(file, 'tuning', { plan: { names: ['one'], flags: {} }, identity: identifyTuning(tuning), tally });
      expect(readContestFile<TuningTally>(file, TUNING).tally).to.deep.equal(tally);
      const text = readFileSync(file, 'utf8');
      const refuse = (damaged: string) => {
        writeFileSync(file, damaged);
        expect(() => readContestFile(file, TUNING)).to.throw(UsageError, /is damaged: .+ Begin a new tuning/);
      };
      refuse(text.replace('"pairs": 50', '"pairs": 49'));
      refuse(text.replace('"every": 1', '"every": 2'));
      refuse(text.replace('"recent": [', '"recent": [[1],'));
      refuse(text.replace('"tuned.noise"', '"noise"'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
