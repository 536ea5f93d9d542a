/** All commands of the command line. Called by `cli.ts`, and by what writes docs/reference/cli.md. */
import type { Command } from 'commander';

interface NamedCommand {
  readonly group: 'Host' | 'Contests' | 'Games' | 'Project' | 'Tools';
  readonly summary: string;
  /** Example calls, after the name of the program. */
  readonly examples: readonly string[];
  readonly load: () => Promise<(program: Command) => void>;
}

/** In the order of the help, group by group. A command's code is loaded when it is called. */
export const COMMANDS: Readonly<Record<string, NamedCommand>> = {
  serve: {
    group: 'Host',
    summary: 'serve the snakes of a configuration file',
    examples: ['serve', 'serve --config config/snakes.yaml --reload'],
    load: async () => (await import('./serve/serve.js')).addServeCommand,
  },
  check: {
    group: 'Host',
    summary: 'check the configuration, this machine and every snake',
    examples: ['check', 'check --json'],
    load: async () => (await import('./check/check.js')).addCheckCommand,
  },
  doctor: {
    group: 'Host',
    summary: 'test a snake server the way an engine would',
    examples: ['doctor https://snakes.example/first'],
    load: async () => (await import('./doctor/doctor.js')).addDoctorCommand,
  },
  alert: {
    group: 'Host',
    summary: 'send a test alert to the configured webhooks',
    examples: ['alert --test'],
    load: async () => (await import('./alert.js')).addAlertCommand,
  },
  journal: {
    group: 'Host',
    summary: 'copy, back up or check a journal',
    examples: ['journal check', 'journal backup games.db'],
    load: async () => (await import('./journal/journal.js')).addJournalCommand,
  },
  compare: {
    group: 'Contests',
    summary: 'play two variants until a test tells which is better',
    examples: ['compare greedy cautious', 'compare ../main/strategies/first.ts first --games 200'],
    load: async () => (await import('./compare/compare.js')).addCompareCommand,
  },
  tournament: {
    group: 'Contests',
    summary: 'play every snake against every other, and rate them',
    examples: ['tournament first greedy cautious', 'tournament first greedy --games 100'],
    load: async () => (await import('./tournament/tournament.js')).addTournamentCommand,
  },
  tune: {
    group: 'Contests',
    summary: 'find better numbers for the options of a strategy',
    examples: ['tune first', 'tune first --games 2000'],
    load: async () => (await import('./tune/tune.js')).addTuneCommand,
  },
  worker: {
    group: 'Contests',
    summary: 'play games that other machines offer on a queue',
    examples: ['worker --queue redis://queue.example:6379'],
    load: async () => (await import('./worker.js')).addWorkerCommand,
  },
  play: {
    group: 'Games',
    summary: 'play one game between snakes here and on servers',
    examples: [
      'play --snake first --snake greedy --viewmap',
      'play --snake first --url http://localhost:8080 --browser',
    ],
    load: async () => (await import('./play/play.js')).addPlayCommand,
  },
  games: {
    group: 'Games',
    summary: 'list recorded games, newest first',
    examples: ['games'],
    load: async () => (await import('./journal/games.js')).addGamesCommand,
  },
  replay: {
    group: 'Games',
    summary: 'show a recorded game turn by turn',
    examples: ['replay last', 'replay last --gif last.gif'],
    load: async () => (await import('./replay/replay.js')).addReplayCommand,
  },
  analyse: {
    group: 'Games',
    summary: 'explain a game: cause of death, last chance, worst moves',
    examples: ['analyse last', 'analyse --lost --since 7d', 'analyse last --timeout 10s'],
    load: async () => (await import('./analyse/analyse.js')).addAnalyseCommand,
  },
  positions: {
    group: 'Games',
    summary: 'test the moves of a snake in saved positions',
    examples: ['positions positions --ask first'],
    load: async () => (await import('./replay/positions.js')).addPositionsCommand,
  },
  report: {
    group: 'Games',
    summary: 'show results by snake and version, and experiments',
    examples: ['report', 'report --json'],
    load: async () => (await import('./journal/report.js')).addReportCommand,
  },
  import: {
    group: 'Games',
    summary: 'import games from engines, the platform or files',
    examples: ['import games/first.jsonl'],
    load: async () => (await import('./import/import.js')).addImportCommand,
  },
  export: {
    group: 'Games',
    summary: 'export positions as Parquet or lines of JSON',
    examples: ['export --output positions.parquet', 'export games --output positions.jsonl --planes'],
    load: async () => (await import('./export/export.js')).addExportCommand,
  },
  init: {
    group: 'Project',
    summary: 'write a new project with a first snake',
    examples: ['init my-snakes', 'init my-snakes --from cautious --js --yes', 'init my-snakes --python'],
    load: async () => (await import('./init/init.js')).addInitCommand,
  },
  new: {
    group: 'Project',
    summary: 'add a snake with a test to the project',
    examples: ['new second', 'new second --from champion'],
    load: async () => (await import('./new/new.js')).addNewCommand,
  },
  arena: {
    group: 'Tools',
    summary: 'register your snakes on the platform, import games, challenge',
    examples: ['arena status', 'arena sync'],
    load: async () => (await import('./arena/arena.js')).addArenaCommand,
  },
  maps: {
    group: 'Tools',
    summary: 'list the maps',
    examples: ['maps'],
    load: async () => (await import('./maps.js')).addMapsCommand,
  },
  completion: {
    group: 'Tools',
    summary: 'print the completion script of a shell',
    examples: ['completion bash >> ~/.bashrc', 'completion fish | source'],
    load: async () => {
      const { addCompletionCommand } = await import('./completion/completion.js');
      return (program) => addCompletionCommand(program, { names: Object.keys(COMMANDS), add: addCommand });
    },
  },
};

export async function addCommand(program: Command, name: string): Promise<void> {
  const { summary, examples, load } = COMMANDS[name]!;
  (await load())(program);
  const lines = examples.map((example) => `  npx serpentarium ${example}`);
  program.commands
    .at(-1)!
    .description(summary)
    .addHelpText('after', ['\nExamples:', ...lines].join('\n'));
}
