import { expect } from 'chai';
import stringWidth from 'string-width';
import { scheduleTournament, reportTournament } from '../../../src/arena/contest/tournament/tournament-tally.js';
import { scheduleTuning, reportTuning } from '../../../src/arena/contest/tuning/tuning-tally.js';
import { formatTournament } from '../../../src/commands/tournament/tournament.js';
import { formatTuning } from '../../../src/commands/tune/tune.js';
import { createMatch } from '../../support/contestants.js';
import { createTuning } from '../../support/simulated-tuning.js';

/** What a tally has of a contestant that failed. */
const FAILED = {
  answers: 400,
  ownMoves: 380,
  failures: 20,
  fallbacks: 20,
  problem: 'failed: move threw: boom (at move (/home/somebody/a/long/path/to/strategies/random.ts:4:34))',
};

async function tournamentWithFailures(width: number): Promise<string> {
  const { contestants, game } = await createMatch('constant', 'random');
  const options = { contestants, perGame: 2, isGauntlet: false, seed: 'seven', maxPairs: 20, game };
  const { start } = scheduleTournament(options);
  const sides = start.sides.map((side, index) => (index === 1 ? { ...side, ...FAILED } : side));
  return formatTournament(reportTournament({ ...start, pairs: 10, sides }, options), width);
}

/** The report of a tuning whose strategy has failed. */
async function tuningWithFailures(width: number): Promise<string> {
  const schema = { properties: { courage: { type: 'number', minimum: 0, maximum: 1 } } };
  const tuning = await createTuning(schema, { courage: 0.5 }, 100);
  const { start } = scheduleTuning(tuning);
  return formatTuning(reportTuning({ ...start, pairs: 10, side: { ...start.side, ...FAILED } }, tuning), width);
}

describe('the reports of contests', () => {
  for (const [name, formatReport] of Object.entries({ tournamentWithFailures, tuningWithFailures })) {
    it(`name the failures of a side with the first message and its place (${name})`, async () => {
      const text = (await formatReport(80)).replaceAll('\n', ' ');
      expect(text).to.match(/\w+ failed on 20 turns \(failed: move threw: boom \(at move \(.*random\.ts:4:34\)\)\)\./);
    });

    it(`fit their terminal (${name})`, async () => {
      for (const width of [60, 80]) {
        const lines = (await formatReport(width)).split('\n');
        expect(lines.filter((line) => stringWidth(line) > width)).to.deep.equal([]);
      }
    });
  }
});
