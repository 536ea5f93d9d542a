/** `serpentarium tournament`: plays everybody against everybody, or one against all, and rates them. */
import type { Command } from 'commander';
import { TOURNAMENT_FILE } from '../../arena/contest/tournament/tournament-file.js';
import { identifyTournament, type TournamentOptions } from '../../arena/contest/tournament/tournament-options.js';
import { reportTournament } from '../../arena/contest/tournament/tournament-report.js';
import { scheduleTournament } from '../../arena/contest/tournament/tournament-schedule.js';
import { startTournament } from '../../arena/contest/tournament/tournament-tally.js';
import { availableCores } from '../../processes/machine.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { allOrFaults } from '../arguments.js';
import { withContestPage } from '../contest/contest-page.js';
import { readConcurrency, readSeed } from '../contest/contest-flags.js';
import { formatWorkersBelow, withWorkers } from '../contest/format-workers.js';
import { readQueue } from '../contest/queue-flags.js';
import { resolveContestants } from '../contest/contestants.js';
import { runContest } from '../contest/run-contest.js';
import { formatInterruption, readCall, type ContestCall, type WrittenCall } from '../contest/saved-command.js';
import { EXIT } from '../exit-codes.js';
import { readGameFlags } from '../play/game-flags.js';
import { formatStandings, formatTournament } from './format-tournament.js';
import { createTournamentPresenter } from './tournament-presenter.js';
import { checkParticipants, declareTournament, readPairs, type TournamentFlags } from './tournament-flags.js';

/** Adds the command to the program. */
export function addTournamentCommand(program: Command): void {
  const command = program
    .command('tournament')
    .description('play everybody against everybody, with seats swapped, and rate them');
  declareTournament(command).action(async (names: string[], flags: TournamentFlags) => {
    await runTournament({ names, flags, command });
  });
}

async function runTournament(written: WrittenCall<TournamentFlags>): Promise<void> {
  const call = readCall(written, TOURNAMENT_FILE, declareTournament);
  const { flags } = call.call;
  const { options, maxPairs, concurrency, queue } = await readTournament(call.call);
  const { tally, isInterrupted, savedIn, workers } = await withContestPage(flags, (page) =>
    runContest({
      contest: options,
      kind: TOURNAMENT_FILE,
      identity: identifyTournament(options),
      call,
      declare: declareTournament,
      settled: { seed: options.seed },
      start: startTournament(options),
      schedule: scheduleTournament(options),
      maxPairs,
      isDecided: () => false,
      formatProgress: (latest, rate) => formatStandings(reportTournament(latest, options), maxPairs, rate),
      concurrency,
      queue,
      presenter: createTournamentPresenter(options, maxPairs),
      page,
    }),
  );
  const report = reportTournament(tally, options);
  if (flags.json === true) printJson(withWorkers(report, workers));
  else print(formatTournament(report, terminalWidth()) + formatWorkersBelow(workers));
  if (isInterrupted) printError(formatInterruption('tournament', savedIn, flags));
  if (report.didNotPlay.length > 0) process.exitCode = EXIT.notPlayed;
  else process.exitCode = tally.pairs < maxPairs ? EXIT.undecided : EXIT.ok;
}

/** The tournament that a command line asks for, its strategies loaded. Warns on standard error. */
async function readTournament({ names: written, flags }: ContestCall<TournamentFlags>) {
  const { perGame, gauntlet, config } = flags;
  const names = gauntlet === undefined ? written : [gauntlet, ...written];
  const [, maxPairs, concurrency, queue] = allOrFaults(
    () => checkParticipants(names, flags),
    () => readPairs(flags, names.length),
    () => readConcurrency(flags, availableCores()),
    () => readQueue(flags),
  );
  const game = readGameFlags(flags, perGame);
  const isGauntlet = gauntlet !== undefined;
  const sources = names.map((name, index) => ({ source: isGauntlet && index === 0 ? '--gauntlet' : 'SNAKES', name }));
  const { contestants, warnings } = await resolveContestants(sources, config);
  for (const warning of warnings) printError(`warning: ${warning}`);
  const options: TournamentOptions = { contestants, perGame, isGauntlet, seed: readSeed(flags), game };
  return { options, maxPairs, concurrency, queue };
}
