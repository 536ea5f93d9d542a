/** `serpentarium tournament`: plays round-robin, or one against all, and rates the participants. */
import type { ContestCall } from '../../arena/contest/contest-file.js';
import {
  countGroups,
  identifyTournament,
  type TournamentPlan,
} from '../../arena/contest/tournament/tournament-plan.js';
import {
  scheduleTournament,
  TOURNAMENT_FILE,
  reportTournament,
} from '../../arena/contest/tournament/tournament-tally.js';
import { EXIT, usageFault } from '../../errors/errors.js';
import { formatCount, formatPercent, formatSigned } from '../../views/numbers.js';
import { allOrFaults, whole } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, configFlag, planFlag, type ValuesOf } from '../flags.js';
import { contestFlags, readOpenings, readPlace, readSeed, timeGame } from '../contest/contest-flags.js';
import { withContestPage } from '../contest/contest-page.js';
import { resolveContestants, TIMEOUT_RULE, timeoutFor } from '../contest/contestants.js';
import { printContest, runContest } from '../contest/run-contest.js';
import { readCall, type WrittenCall } from '../contest/saved-command.js';
import { readGameFlags, gameFlags } from '../play/game-flags.js';
import type { ParticipantReport, TournamentReport } from '../../views/contest-report.js';
import { Z95 } from '../../stats/normal.js';
import { formatTable, wrapText } from '../../terminal/format-table.js';
import { printable } from '../../terminal/printable.js';
import { formatSpeed, formatTimeLeft } from '../../terminal/progress.js';
import { formatErrors, formatPlayed } from '../contest/format-contestants.js';

/** Default number of rounds: in duels, 40 games per pair of snakes. */
const DEFAULT_ROUNDS = 20;
const PAIRS_HELP = `rounds: pairs of games of each group of snakes that can meet (default: ${DEFAULT_ROUNDS})`;
/** Most snakes in a game of an engine. */
const MAX_PER_GAME = 8;

const FLAGS = [
  configFlag('the configuration with these snakes'),
  planFlag('--per-game <NUMBER>', 'snakes in a game', whole(2, MAX_PER_GAME), 2),
  planFlag('--gauntlet <SNAKE>', 'play only this additional snake against all others'),
  planFlag('--pairs <NUMBER>', PAIRS_HELP, whole(1, 1e9)),
  planFlag('--games <NUMBER>', 'number of games instead of --pairs, in whole pairs', whole(1, 1e9)),
  ...gameFlags(TIMEOUT_RULE),
  ...contestFlags('tournament'),
];

type TournamentFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  arguments: [argument('[SNAKES...]', 'names of strategies, /prefixes of snakes, or URLs; needed without --resume')],
  flags: FLAGS,
  notes: 'A pair is one game for each rotation of the seats, all from one seed.',
  exits: {
    0: 'all games played',
    2: 'wrong usage',
    3: 'stopped before the end',
    4: 'void: a snake never played its strategy’s move',
  },
  footnote: 'Ctrl-C ends the tournament and prints the results so far.',
  examples: ['tournament first greedy cautious', 'tournament first greedy --games 100'],
  run: runTournament,
});

async function runTournament(written: WrittenCall<TournamentFlags>): Promise<void> {
  const call = readCall(written, TOURNAMENT_FILE, FLAGS);
  const { plan, place, close } = await readTournament(call);
  const { maxPairs, isGauntlet, contestants } = plan;
  await withContestPage(call.flags, async (page) => {
    const run = await runContest({
      plan,
      kind: TOURNAMENT_FILE,
      identity: identifyTournament(plan),
      schedule: scheduleTournament(plan),
      call,
      formatProgress: (tally, rate) => formatStandings(reportTournament(tally, plan), maxPairs, rate),
      place,
      title: `${isGauntlet ? 'gauntlet' : 'tournament'} of ${formatCount(contestants.length, 'snake')}`,
      gamesPerPair: plan.perGame,
      pairsLeft: ({ pairs }) => maxPairs - pairs,
      show: (tally) => ({ kind: 'tournament', report: reportTournament(tally, plan) }),
      page,
    });
    const report = reportTournament(run.tally, plan);
    printContest('tournament', report, formatTournament, run, call.flags);
    if (report.didNotPlay.length > 0) process.exitCode = EXIT.notPlayed;
    else process.exitCode = run.tally.pairs < maxPairs ? EXIT.undecided : EXIT.ok;
  }).finally(close);
}

async function readTournament({ names: written, flags }: ContestCall<TournamentFlags>) {
  const { perGame, gauntlet, config } = flags;
  const names = gauntlet === undefined ? written : [gauntlet, ...written];
  const [, maxPairs, place] = allOrFaults(
    () => checkParticipants(names, flags),
    () => readPairs(flags, names.length),
    () => readPlace(flags),
  );
  const game = { ...readGameFlags(flags, perGame), ...readOpenings(flags, perGame) };
  const isGauntlet = gauntlet !== undefined;
  const sources = names.map((name, index) => ({ source: isGauntlet && index === 0 ? '--gauntlet' : 'SNAKES', name }));
  const { contestants, close } = await resolveContestants(sources, config);
  const timed = timeGame(game, timeoutFor(contestants, flags.timeout), flags);
  const plan: TournamentPlan = { contestants, perGame, isGauntlet, seed: readSeed(flags), maxPairs, game: timed };
  return { plan, place, close };
}

/** The number of pairs. Throws a `UsageError` for contradictory flags. */
function readPairs({ pairs, games, perGame, gauntlet }: TournamentFlags, participants: number): number {
  if (pairs !== undefined && games !== undefined) throw usageFault('--games', 'cannot be used with --pairs.');
  if (games !== undefined) return Math.ceil(games / perGame);
  const groups = countGroups({ contestants: { length: participants }, perGame, isGauntlet: gauntlet !== undefined });
  return groups * (pairs ?? DEFAULT_ROUNDS);
}

/** Throws a `UsageError` if these snakes cannot play such games. */
function checkParticipants(names: readonly string[], { perGame, gametype }: TournamentFlags): void {
  if (gametype === 'squad') {
    throw usageFault('--gametype', 'squad games cannot be rated: a snake of a squad does not win alone.');
  }
  if (names.length < 2) {
    const example = 'Name two or more, as in "tournament greedy cautious random", or give --resume FILE.';
    throw usageFault('SNAKES', `are missing. ${example}`);
  }
  if (names.length < perGame) {
    const message = `is ${perGame}, but only ${names.length} snakes take part. Name the same one again to fill seats.`;
    throw usageFault('--per-game', message);
  }
}

const SKILL = 'skill: a rating by ranks with its 95 % error, also in larger games; a newcomer has 25.0 ± 16.3';

/** The progress line names this many of the best. */
const SHOWN = 3;

/**
 * One line: games, speed, the best with their ratings, and an estimate of the time left.
 *
 * @param rate pairs per second of this run.
 */
export function formatStandings(report: TournamentReport, maxPairs: number, rate: number): string {
  const { pairs, perGame } = report;
  const left = formatTimeLeft(maxPairs - pairs, rate);
  return [...formatSpeed(pairs, perGame, rate), ...(pairs === 0 ? [] : [formatBest(report)]), left].join('  ');
}

function formatBest({ participants }: TournamentReport): string {
  return participants
    .slice(0, SHOWN)
    .map((one) => `${one.name} ${formatRating(one)}`)
    .join(', ');
}

/** The report: participants, ratings, cross table, errors, and an explanation. */
export function formatTournament(report: TournamentReport, width: number): string {
  const { perGame, isGauntlet, participants } = report;
  const size = perGame === 2 ? '' : ` of ${perGame} snakes`;
  const kind = isGauntlet ? 'gauntlet' : 'tournament';
  return [
    ...wrapText(printable(`${kind} of ${formatCount(participants.length, 'snake')}`), width),
    ...formatPlayed(report, size, width),
    '',
    formatRatings(report, width),
    ...wrapText(SKILL, width),
    '',
    formatCrossTable(participants, width),
    '',
    formatErrors(
      'snake',
      participants.map((one) => [one.name, one] as const),
      width,
    ),
    ...report.remarks.flatMap((remark) => ['', ...wrapText(printable(remark), width)]),
  ].join('\n');
}

function formatRatings({ participants, perGame }: TournamentReport, width: number): string {
  const isDuel = perGame === 2;
  const heading = ['', 'snake', ...(isDuel ? ['Elo'] : []), 'skill', 'score', 'games', 'won', 'drawn', 'lost'];
  const rows = participants.map((one, index) => [
    String(index + 1),
    one.name,
    ...(isDuel ? [formatRating(one)] : []),
    formatSkill(one),
    formatPercent(one.score, 1),
    ...[one.games, one.wins, one.draws, one.losses].map(String),
  ]);
  return formatTable(heading, rows, { width, wraps: [1] });
}

/** The score of the row against each of the columns, which are numbered like the rows. */
function formatCrossTable(participants: readonly ParticipantReport[], width: number): string {
  const rows = participants.map(({ name, against }, index) => [
    `${index + 1} ${name}`,
    ...against.map((one) => {
      if (one === null) return '-';
      return one.games === 0 ? '.' : formatPercent(one.points / one.games);
    }),
  ]);
  return formatTable(['score against', ...participants.map((_, index) => String(index + 1))], rows, { width });
}

function formatRating({ elo, eloError, skill }: ParticipantReport): string {
  if (elo === null || eloError === null) return formatSkill({ skill });
  return `${formatSigned(elo, 0)} ± ${eloError.toFixed(0)}`;
}

function formatSkill({ skill }: Pick<ParticipantReport, 'skill'>): string {
  return `${skill.mean.toFixed(1)} ± ${(Z95 * skill.deviation).toFixed(1)}`;
}
