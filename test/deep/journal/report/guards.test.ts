/**
 * Simulated histories of a split whose sides fail equally often, checked in the middle of running games: how often a
 * guard stops the candidate, if one side's games are much longer.
 */
import { expect } from 'chai';
import type { ExperimentGame } from '../../../../src/journal/report/experiment-sides.js';
import { computeVerdict } from '../../../../src/journal/report/verdicts.js';
import { createChance } from '../../../../src/rules/chance.js';
import { EXCESS_ERROR } from '../../../../src/stats/excess.js';

const HISTORIES = 1000;
const GAMES = 120;
/** A game begins every second, and a look is taken every ten, as a host does. */
const SECOND = 1000;
const LOOKS = 20;
const FIXED = {
  snake: '/e',
  experiment: 'x',
  split: 0.5,
  share: 0.5,
  sides: 'now',
  hash: '',
  version: '',
  options: '{}',
  run: 1,
  ruleset: 'standard',
  snakes: 2,
  opponents: '[]',
  late: 0,
  illegal: 0,
  lost: 0,
};

type Lengths = Readonly<Record<'base' | 'candidate', number>>;

/** The games of a history with the moments of their ends. */
function historyOf(seed: string, rate: number, seconds: Lengths): ExperimentGame[] {
  const chance = createChance(seed);
  return Array.from({ length: GAMES }, (_, number) => {
    const variant = chance.fraction() < 0.5 ? 'candidate' : 'base';
    const started_at = (number + 1) * SECOND;
    const ended_at = started_at + (0.5 + chance.fraction()) * seconds[variant] * SECOND;
    const failed = Number(chance.fraction() < rate);
    return { ...FIXED, game: `g${number}`, variant, failed, place: 1.5, result: 'draw', started_at, ended_at };
  });
}

/** What the journal has at a moment. */
function seenAt(history: readonly ExperimentGame[], now: number): ExperimentGame[] {
  return history
    .filter(({ started_at }) => started_at <= now)
    .map((game) => (game.ended_at! <= now ? game : { ...game, failed: 0, place: null, result: null, ended_at: null }));
}

function isStopped(history: readonly ExperimentGame[]): boolean {
  return Array.from({ length: LOOKS }, (_, look) => seenAt(history, (look + 1) * 10 * SECOND)).some((games) => {
    const verdict = computeVerdict(games);
    return verdict.design === 'split' && verdict.guards.some(({ evidence }) => evidence * EXCESS_ERROR >= 1);
  });
}

describe('the guards of a split in the middle of its games', () => {
  const cases: readonly (readonly [name: string, seconds: Lengths])[] = [
    ['a candidate that lives much longer', { base: 3, candidate: 60 }],
    ['a candidate that loses quickly', { base: 60, candidate: 3 }],
  ];
  for (const [name, seconds] of cases)
    for (const rate of [0, 0.3])
      it(`do not stop ${name} if ${100 * rate} % of the games of both fail`, () => {
        const histories = Array.from({ length: HISTORIES }, (_, run) => historyOf(`${name} ${run}`, rate, seconds));
        const stopped = histories.filter(isStopped).length;
        console.log(`      ${stopped} of ${HISTORIES} stopped`);
        // Two guards, each within two standard errors of its promise.
        const bound = EXCESS_ERROR + 2 * Math.sqrt((EXCESS_ERROR * (1 - EXCESS_ERROR)) / HISTORIES);
        expect(stopped / HISTORIES).to.be.at.most(2 * bound);
      });
});
