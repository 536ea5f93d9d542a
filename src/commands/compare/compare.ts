/** `serpentarium compare`: plays paired games between two variants until a test can tell which is better. */
import { isDeepStrictEqual } from 'node:util';
import { labelOf, mayPonder } from '../../arena/contest/contest.js';
import { gamesPerPair, identifyMatch, type MatchPlan } from '../../arena/contest/match/match-plan.js';
import { measureMatch, reportMatch, type MatchReport } from '../../arena/contest/match/match-report.js';
import { showMatch } from '../../arena/contest/match/match-sections.js';
import { FEW_SCORES, standOf } from '../../arena/contest/sample-report.js';
import { matchTallySchema, scheduleMatch, type MatchTally } from '../../arena/contest/match/match-tally.js';
import type { ContestCall } from '../../arena/contest/contest-file.js';
import { EXIT, usageFault, messageOf } from '../../errors/errors.js';
import { MAX_SNAKES } from '../../rules/types.js';
import { formatSprt, parseSprt } from '../../stats/parse-sprt.js';
import { DEFAULT_SPRT } from '../../stats/sprt.js';
import { printError } from '../../terminal/print.js';
import { formatPercent } from '../../views/numbers.js';
import { allOrFaults, whole } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, below, configFlag, planFlag, type ValuesOf } from '../flags.js';
import { contestFlags } from '../contest/contest-flags.js';
import type { ContestEntry, ContestKind } from '../contest/contest-kind.js';
import { TIMEOUT_RULE } from '../contest/contestants.js';
import { playAndPrint, VERDICT_EXITS } from '../contest/run-contest.js';
import { gameFlags } from '../play/game-flags.js';
import type { LocalName } from '../resolve-snakes.js';

/** Ends a test that cannot decide, such as between two equal strategies. */
const MAX_GAMES = 20_000;
const OPPONENTS_HELP = 'snakes that take the seats beyond two in turn, separated by commas (default: the base)';

export const COMPARE_FLAGS = [
  configFlag('the configuration with these snakes'),
  ...below('Match', [
    planFlag('--options-base <JSON>', 'options of the base; they override the configuration'),
    planFlag('--options-candidate <JSON>', 'options of the candidate'),
    planFlag('--per-game <NUMBER>', 'snakes in a game', whole(2, MAX_SNAKES), 2),
    planFlag('--opponents <NAMES>', OPPONENTS_HELP),
    planFlag('--games <NUMBER>', 'number of games, in whole pairs; with --sprt, the limit', whole(1, 1e9)),
    planFlag(
      '--sprt [TEST]',
      `stop as soon as the test decides (default: on, ${formatSprt(DEFAULT_SPRT).replaceAll(',', ', ')}; or model=normalized)`,
    ),
  ]),
  ...gameFlags(TIMEOUT_RULE),
  ...contestFlags('match'),
];

export type CompareFlags = ValuesOf<typeof COMPARE_FLAGS>;

export default defineCommand({
  arguments: [
    argument('[BASE]', 'a strategy or a version such as first@HEAD, a /prefix, or a URL; needed without --resume'),
    argument('[CANDIDATE]', 'the variant to compare with it; needed without --resume'),
  ],
  flags: COMPARE_FLAGS,
  exits: {
    0: 'accepted, or all games played',
    1: 'rejected',
    2: 'wrong usage',
    3: 'undecided',
    4: 'void: a snake never played its strategy’s move',
  },
  footnote: 'Ctrl-C ends the match and prints the report of the games so far.',
  examples: ['compare greedy cautious', 'compare greedy@HEAD greedy --games 200'],
  run: (call) => playAndPrint(MATCH, call),
});

export const MATCH: ContestKind<{ flags: CompareFlags; plan: MatchPlan; tally: MatchTally; report: MatchReport }> = {
  type: 'match',
  flags: COMPARE_FLAGS,
  read: readMatch,
  title: ({ contestants: [base, candidate] }) => `candidate ${labelOf(candidate)} against base ${labelOf(base)}`,
  gamesPerPair,
  schedule: scheduleMatch,
  tally: matchTallySchema,
  identify: identifyMatch,
  report: reportMatch,
  measure: measureMatch,
  show: showMatch,
  stand: (report) => [`score ${formatPercent(report.score, 1)}`, ...standOf(report)],
  pairsLeft(report, plan) {
    const most = plan.maxPairs - report.pairs;
    if (plan.sprt === undefined) return most;
    if (report.gamesNeeded === null) return report.pairs < FEW_SCORES ? undefined : most;
    return Math.min(most, report.gamesNeeded / gamesPerPair(plan));
  },
  exitCode({ didNotPlay, verdict }, isOver) {
    if (didNotPlay.length > 0) return EXIT.notPlayed;
    if (verdict === null) return isOver ? EXIT.ok : EXIT.undecided;
    return VERDICT_EXITS[verdict];
  },
};

function readMatch({ names: [base, candidate], flags }: ContestCall<CompareFlags>): ContestEntry<MatchPlan> {
  if (base === undefined || candidate === undefined) {
    throw usageFault(
      base === undefined ? 'BASE' : 'CANDIDATE',
      'is missing. Name two strategies, as in "compare greedy cautious", or give --resume FILE.',
    );
  }
  const { perGame: snakes } = flags;
  const [names, end] = allOrFaults(
    () => readNames(base, candidate, flags),
    () => readEnd(flags),
  );
  return {
    names,
    roles: ['base', 'candidate'],
    perGame: snakes,
    settled: { sprt: end.sprt && formatSprt(end.sprt) },
    plan({ contestants: [first, second, ...opponents], ...found }) {
      const plan: MatchPlan = { contestants: [first!, second!, ...opponents], snakes, ...found, ...end };
      expectVariants(plan);
      const rounding = explainRounding(flags);
      if (rounding !== undefined) printError(rounding);
      return plan;
    },
  };
}

/** Throws a `UsageError` if both sides are the same: every pair would end 1–1. */
function expectVariants({ contestants: [base, candidate], game: { ponder } }: MatchPlan): void {
  if (ponder !== undefined && mayPonder(base) !== mayPonder(candidate)) return;
  if (base.kind !== 'local' || candidate.kind !== 'local' || base.hash !== candidate.hash) return;
  if (!isDeepStrictEqual(base.config.options, candidate.config.options)) return;
  const hint = `Change its code, its options with --options-candidate '{"name": 1}', or name another snake.`;
  throw usageFault('CANDIDATE', `has the code and the options of the base, so there is nothing to compare. ${hint}`);
}

/** The base, the candidate, then the opponents. */
function readNames(base: string, candidate: string, flags: CompareFlags): LocalName[] {
  const { opponents, perGame: snakes } = flags;
  const names = opponents === undefined ? [] : opponents.split(',').map((name) => name.trim());
  if (names.includes('')) {
    throw usageFault('--opponents', `"${opponents}" contains an empty name. Write for example "greedy,random".`);
  }
  if (names.length > 0 && snakes === 2) {
    throw usageFault('--opponents', 'cannot be used in duels. Did you forget --per-game?');
  }
  if (names.length > snakes - 1) {
    const message = `names ${names.length} snakes, but a game of ${snakes} has only ${snakes - 1} other seats.`;
    throw usageFault('--opponents', message);
  }
  return [
    { source: 'BASE', name: base, options: readOptions('--options-base', flags.optionsBase) },
    { source: 'CANDIDATE', name: candidate, options: readOptions('--options-candidate', flags.optionsCandidate) },
    ...names.map((name) => ({ source: '--opponents', name })),
  ];
}

/** When the match stops. Throws a `UsageError` for an impossible test. */
function readEnd({ games, sprt, perGame: snakes }: CompareFlags): Pick<MatchPlan, 'sprt' | 'maxPairs'> {
  const maxPairs = Math.ceil((games ?? MAX_GAMES) / gamesPerPair({ snakes }));
  if (sprt === undefined && games !== undefined) return { sprt: undefined, maxPairs };
  return { sprt: typeof sprt === 'string' ? parseSprt(sprt, '--sprt') : DEFAULT_SPRT, maxPairs };
}

/** Explains why more games are played than requested; `undefined` if they are whole pairs. */
export function explainRounding({ games, perGame: snakes }: CompareFlags): string | undefined {
  const perPair = gamesPerPair({ snakes });
  if (games === undefined || games % perPair === 0) return undefined;
  const why =
    snakes === 2
      ? 'games are played in pairs, with the seats swapped'
      : `with ${snakes} snakes, a pair is ${perPair} games: both sides take each of the ${snakes} seats once`;
  return `--games ${games} is rounded up to ${Math.ceil(games / perPair) * perPair}: ${why}.`;
}

function readOptions(source: string, text: string | undefined): LocalName['options'] {
  if (text === undefined) return undefined;
  const example = `Write for example '{"hungerBelow": 60}'.`;
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (thrown) {
    throw usageFault(source, `"${text}" is not JSON: ${messageOf(thrown)}. ${example}`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw usageFault(source, `"${text}" is not an object. ${example}`);
  }
  return { source, values: values as Record<string, unknown> };
}
