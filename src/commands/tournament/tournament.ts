/** `serpentarium tournament`: plays round-robin, or one against all, and rates the participants. */
import type { ContestCall } from '../../arena/contest/contest-file.js';
import {
  countGroups,
  identifyTournament,
  type TournamentPlan,
} from '../../arena/contest/tournament/tournament-plan.js';
import {
  reportTournament,
  scheduleTournament,
  tournamentTallySchema,
  type TournamentReport,
  type TournamentTally,
} from '../../arena/contest/tournament/tournament-tally.js';
import { EXIT, usageFault } from '../../errors/errors.js';
import { formatCount } from '../../views/numbers.js';
import { allOrFaults, whole } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, below, configFlag, planFlag, type ValuesOf } from '../flags.js';
import { contestFlags } from '../contest/contest-flags.js';
import type { ContestEntry, ContestKind } from '../contest/contest-kind.js';
import { TIMEOUT_RULE } from '../contest/contestants.js';
import { playAndPrint } from '../contest/run-contest.js';
import { gameFlags } from '../play/game-flags.js';
import { formatRating, showTournament } from '../../arena/contest/tournament/tournament-sections.js';

/** Default number of rounds: in duels, 40 games per pair of snakes. */
const DEFAULT_ROUNDS = 20;
const PAIRS_HELP = `rounds: pairs of games of each group of snakes that can meet (default: ${DEFAULT_ROUNDS})`;
/** Most snakes in a game of an engine. */
const MAX_PER_GAME = 8;

const FLAGS = [
  configFlag('the configuration with these snakes'),
  ...below('Match', [
    planFlag('--per-game <NUMBER>', 'snakes in a game', whole(2, MAX_PER_GAME), 2),
    planFlag('--gauntlet <SNAKE>', 'play only this additional snake against all others'),
    planFlag('--pairs <NUMBER>', PAIRS_HELP, whole(1, 1e9)),
    planFlag('--games <NUMBER>', 'number of games instead of --pairs, in whole pairs', whole(1, 1e9)),
  ]),
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
  run: (call) => playAndPrint(TOURNAMENT, call),
});

/** The progress line names this many of the best. */
const SHOWN = 3;

export const TOURNAMENT: ContestKind<{
  flags: TournamentFlags;
  plan: TournamentPlan;
  tally: TournamentTally;
  report: TournamentReport;
}> = {
  type: 'tournament',
  flags: FLAGS,
  read: readTournament,
  title: ({ isGauntlet, contestants }) =>
    `${isGauntlet ? 'gauntlet' : 'tournament'} of ${formatCount(contestants.length, 'snake')}`,
  gamesPerPair: ({ perGame }) => perGame,
  schedule: scheduleTournament,
  tally: tournamentTallySchema,
  identify: identifyTournament,
  report: reportTournament,
  show: showTournament,
  stand({ pairs, participants }) {
    const best = participants.slice(0, SHOWN).map((one) => `${one.name} ${formatRating(one)}`);
    return pairs === 0 ? [] : [best.join(', ')];
  },
  pairsLeft: ({ pairs }, { maxPairs }) => maxPairs - pairs,
  exitCode({ didNotPlay }, isOver) {
    if (didNotPlay.length > 0) return EXIT.notPlayed;
    return isOver ? EXIT.ok : EXIT.undecided;
  },
};

function readTournament({ names: written, flags }: ContestCall<TournamentFlags>): ContestEntry<TournamentPlan> {
  const { perGame, gauntlet } = flags;
  const isGauntlet = gauntlet !== undefined;
  const names = isGauntlet ? [gauntlet, ...written] : written;
  const [, maxPairs] = allOrFaults(
    () => checkParticipants(names, flags),
    () => readPairs(flags, names.length),
  );
  return {
    names: names.map((name, index) => ({ source: isGauntlet && index === 0 ? '--gauntlet' : 'SNAKES', name })),
    perGame,
    plan: (found) => ({ ...found, perGame, isGauntlet, maxPairs }),
  };
}

/** The number of pairs. Throws a `UsageError` for contradictory flags. */
function readPairs({ pairs, games, perGame, gauntlet }: TournamentFlags, participants: number): number {
  if (pairs !== undefined && games !== undefined) throw usageFault('--games', 'cannot be used with --pairs.');
  if (games !== undefined) return Math.ceil(games / perGame);
  const groups = countGroups({ contestants: { length: participants }, perGame, isGauntlet: gauntlet !== undefined });
  return groups * (pairs ?? DEFAULT_ROUNDS);
}

/** Throws a `UsageError` if these snakes cannot play such games. */
function checkParticipants(names: readonly string[], { perGame }: TournamentFlags): void {
  if (names.length < 2) {
    const example = 'Name two or more, as in "tournament greedy cautious random", or give --resume FILE.';
    throw usageFault('SNAKES', `are missing. ${example}`);
  }
  if (names.length < perGame) {
    const message = `is ${perGame}, but only ${names.length} snakes take part. Name the same one again to fill seats.`;
    throw usageFault('--per-game', message);
  }
}
