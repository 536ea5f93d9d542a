/** The report of a duel: the verdict of its test, and whether turns that the host lost may have decided it. */
import * as tests from '../../arena/contest/sample-report.js';
import { EXCESS_ERROR, excessEvidence } from '../../stats/excess.js';
import type { SprtParameters } from '../../stats/sprt.js';
import { formatCount, formatPercent } from '../../views/numbers.js';
import type { SectionText, ShownReport } from '../../views/sections.js';
import { scoredGames, sampleDuel, type DuelGame, type DuelTally } from './duel-tally.js';

/** A verdict with a larger share of games with lost turns is void. */
const MAX_LOST = 0.1;

/** The prefixes of the sides, and the test. */
export interface DuelPlan extends Readonly<Record<'base' | 'candidate', string>> {
  readonly sprt: SprtParameters;
}

export type DuelReport = ReturnType<typeof reportDuel>;

/** Seen from the candidate. */
export function reportDuel(tally: DuelTally, plan: DuelPlan) {
  const scored = scoredGames(tally);
  const kept = scored.filter(({ lost }) => lost !== undefined);
  const clean = scored.filter(({ lost }) => lost === undefined || lost.base + lost.candidate === 0);
  const reportSide = (side: 'base' | 'candidate', best: number) => ({
    snake: plan[side],
    /** Games in which it outlived the other side. */
    outlived: scored.filter(({ score }) => score === best).length,
    lostGames: kept.filter(({ lost }) => lost![side] > 0).length,
  });
  const [base, candidate] = [reportSide('base', 0), reportSide('candidate', 1)];
  const tested = testOf(scored, plan);
  const isChanged = new Set(kept.map(({ sides }) => sides)).size > 1;
  const doubt = isChanged
    ? 'the code or the options of a side have changed'
    : findDoubt(kept.length, scored.length - clean.length, base.lostGames, candidate.lostGames);
  return {
    games: scored.length,
    /** Games without a known result in time, and games that do not count yet. */
    excluded: tally.pairs - scored.length,
    open: tally.games.length - tally.pairs,
    ...tests.reportSample(tested),
    base,
    candidate,
    /** The games of the journal: only it has lost turns. */
    kept: kept.length,
    /** Without games in which the host lost turns. */
    withoutLost: { games: clean.length, ...tests.reportSample(testOf(clean, plan)) },
    /** Why the verdict is void; `null` if it is not. */
    void: doubt ?? null,
    /** The verdict for people. */
    sentence: doubt === undefined ? tests.capitalize(tests.formatTest(tested)!) : `The verdict is void: ${doubt}.`,
  };
}

function testOf(scored: readonly DuelGame[], { base, candidate, sprt }: DuelPlan): tests.TestedSample {
  const sides = { base: `base ${base}`, candidate: `candidate ${candidate}` };
  return { sample: sampleDuel(scored), sprt, unit: 'game', gamesPerUnit: 1, type: 'duel', ...sides };
}

/** The evidence is valid after every game. Turns that both sides lose in the same game only weaken it. */
function findDoubt(games: number, lost: number, base: number, candidate: number): string | undefined {
  const evidenceOf = (good: number, bad: number) =>
    excessEvidence([{ share: 0.5, base: { games, bad: good }, candidate: { games, bad } }]);
  const evidence = Math.max(evidenceOf(base, candidate), evidenceOf(candidate, base));
  if (evidence < 1 / EXCESS_ERROR && lost <= MAX_LOST * games) return undefined;
  return `of ${formatCount(games, 'game')}, the host lost turns of the candidate in ${candidate}, of the base in ${base}`;
}

const text = (label: string, line: string): SectionText => ({ kind: 'text', label, text: line });

export function showDuel(report: DuelReport): ShownReport {
  const { games, excluded, open, base, candidate, score, kept, withoutLost } = report;
  const level = games - base.outlived - candidate.outlived;
  const outlived = `outlived the base ${formatCount(candidate.outlived, 'time')}, was outlived ${base.outlived}, level ${level}`;
  const rest = [...tests.standOf(withoutLost), tests.BADGES[withoutLost.verdict!].word].join(', ');
  return {
    badge: report.void === null ? tests.BADGES[report.verdict!] : { word: 'void', tone: 'bad' },
    remarks: [report.sentence],
    sections: [
      text('games', `${games}, ${excluded} excluded, ${open} open`),
      text('candidate', `${outlived}: score ${formatPercent(score, 1)}`),
      tests.showElo(report),
      ...tests.showTest(report),
      text(
        'lost turns',
        `of the candidate in ${candidate.lostGames}, of the base in ${base.lostGames} of ${formatCount(kept, 'game')} in the journal`,
      ),
      text('without', `${formatCount(withoutLost.games, 'game')}: ${rest}`),
    ],
  };
}
