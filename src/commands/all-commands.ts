/** All commands of the command line. Called by `cli.ts`, and by what writes docs/cli.md. */
import type { Command } from 'commander';
import { examplesOf } from './examples.js';

interface NamedCommand {
  readonly summary: string;
  readonly load: () => Promise<(program: Command) => void>;
}

/**
 * In the order of the help, which loads none of them. Only the command that is called is loaded: `serve` needs no
 * arena, `maps` no host.
 */
export const COMMANDS: Readonly<Record<string, NamedCommand>> = {
  serve: {
    summary: 'serve the snakes of a configuration file',
    load: async () => (await import('./serve/serve.js')).addServeCommand,
  },
  alert: {
    summary: 'try the webhooks of a configuration',
    load: async () => (await import('./alert.js')).addAlertCommand,
  },
  check: {
    summary: 'check a configuration, load its strategies, and play the platform’s health probe against each snake',
    load: async () => (await import('./check.js')).addCheckCommand,
  },
  doctor: {
    summary: 'look at this machine, or at the servers behind URLs as engines do, and say what to mend',
    load: async () => (await import('./doctor/doctor.js')).addDoctorCommand,
  },
  dev: {
    summary: 'serve, and reload every valid change of source, strategies or configuration',
    load: async () => (await import('./dev.js')).addDevCommand,
  },
  play: {
    summary: 'play one game between local snakes and snakes on servers',
    load: async () => (await import('./play/play.js')).addPlayCommand,
  },
  compare: {
    summary: 'play paired games between two variants until a test can tell which is better',
    load: async () => (await import('./compare/compare.js')).addCompareCommand,
  },
  tournament: {
    summary: 'play everybody against everybody, with seats swapped, and rate them',
    load: async () => (await import('./tournament/tournament.js')).addTournamentCommand,
  },
  tune: {
    summary: 'find better values for the numbers among the options of a strategy',
    load: async () => (await import('./tune/tune.js')).addTuneCommand,
  },
  worker: {
    summary: 'play the games that compare, tournament and tune offer on a queue, until it is stopped',
    load: async () => (await import('./worker/worker.js')).addWorkerCommand,
  },
  init: {
    summary: 'write a project of your own with a first snake, ready to test, serve and deploy',
    load: async () => (await import('./init/init.js')).addInitCommand,
  },
  new: {
    summary: 'add a snake to a project: its strategy, a test, and its entry in the configuration',
    load: async () => (await import('./new/new.js')).addNewCommand,
  },
  maps: {
    summary: 'list the maps that can be played',
    load: async () => (await import('./maps.js')).addMapsCommand,
  },
  conform: {
    summary: 'play recorded turns again, and show which rulesets agree',
    load: async () => (await import('./conform.js')).addConformCommand,
  },
  report: {
    summary: 'show results of kept games and experiments',
    load: async () => (await import('./journal/report.js')).addReportCommand,
  },
  games: {
    summary: 'list kept games, newest first, with the ids for "replay" and "autopsy"',
    load: async () => (await import('./journal/games.js')).addGamesCommand,
  },
  journal: {
    summary: 'copy kept games to another journal, back a journal up, or check it',
    load: async () => (await import('./journal/journal.js')).addJournalCommand,
  },
  import: {
    summary: 'bring games of engines, of the platform and from files into the journal',
    load: async () => (await import('./import/import.js')).addImportCommand,
  },
  export: {
    summary: 'write the positions of kept games and recordings as a table: Parquet, or lines of JSON',
    load: async () => (await import('./export/export.js')).addExportCommand,
  },
  arena: {
    summary: 'your snakes on the platform: how they do, register them, import their games, challenge others',
    load: async () => (await import('./arena/arena.js')).addArenaCommand,
  },
  replay: {
    summary: 'show a recorded game turn by turn, or ask its strategy again',
    load: async () => (await import('./replay/replay.js')).addReplayCommand,
  },
  analyse: {
    summary: 'search every turn of a game, and list the moves that gave most away',
    load: async () => (await import('./analyse/analyse.js')).addAnalyseCommand,
  },
  rethink: {
    summary: 'ask the last turns of lost games again with more time, and list where that would have helped',
    load: async () => (await import('./rethink/rethink.js')).addRethinkCommand,
  },
  positions: {
    summary: 'ask a snake for its move in every position of a folder; exits with 1 if one is wrong',
    load: async () => (await import('./rethink/positions.js')).addPositionsCommand,
  },
  autopsy: {
    summary: 'show why a snake died, and the last turn on which it could have been saved',
    load: async () => (await import('./replay/autopsy.js')).addAutopsyCommand,
  },
  completion: {
    summary: 'print what makes a shell complete commands and flags',
    load: async () => {
      const { addCompletionCommand } = await import('./completion/completion.js');
      return (program) => addCompletionCommand(program, { names: Object.keys(COMMANDS), add: addCommand });
    },
  },
};

export async function addCommand(program: Command, name: string): Promise<void> {
  const { summary, load } = COMMANDS[name]!;
  (await load())(program);
  program.commands.at(-1)!.description(summary).addHelpText('after', examplesOf(name).trimEnd());
}
