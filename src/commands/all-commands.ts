/** All commands of the command line. Called by `cli.ts`, and by what writes docs/reference/cli.md. */
import type { Command } from 'commander';

interface NamedCommand {
  readonly summary: string;
  /** Example calls, after the name of the program. */
  readonly examples: readonly string[];
  readonly load: () => Promise<(program: Command) => void>;
}

/** In the order of the help. A command's code is loaded when it is called: `serve` needs no arena, `maps` no host. */
export const COMMANDS: Readonly<Record<string, NamedCommand>> = {
  serve: {
    summary: 'serve the snakes of a configuration file',
    examples: ['serve', 'serve --config config/snakes.yaml --reload'],
    load: async () => (await import('./serve/serve.js')).addServeCommand,
  },
  alert: {
    summary: 'try the webhooks of a configuration',
    examples: ['alert --test'],
    load: async () => (await import('./alert.js')).addAlertCommand,
  },
  check: {
    summary: 'check a configuration and this machine, load all strategies, and play a health probe against each snake',
    examples: ['check', 'check --json'],
    load: async () => (await import('./check/check.js')).addCheckCommand,
  },
  doctor: {
    summary: 'test snake servers the way engines would, and say what to fix',
    examples: ['doctor https://snakes.example/first'],
    load: async () => (await import('./doctor/doctor.js')).addDoctorCommand,
  },
  play: {
    summary: 'play one game between local snakes and snakes on servers',
    examples: [
      'play --snake first --snake greedy --viewmap',
      'play --snake first --url http://localhost:8080 --browser',
    ],
    load: async () => (await import('./play/play.js')).addPlayCommand,
  },
  compare: {
    summary: 'play paired games between two variants until a test can tell which is better',
    examples: ['compare greedy cautious', 'compare ../main/strategies/first.ts first --games 200'],
    load: async () => (await import('./compare/compare.js')).addCompareCommand,
  },
  tournament: {
    summary: 'play everybody against everybody, with seats swapped, and rate them',
    examples: ['tournament first greedy cautious', 'tournament first greedy --games 100'],
    load: async () => (await import('./tournament/tournament.js')).addTournamentCommand,
  },
  tune: {
    summary: 'find better values for the numbers among the options of a strategy',
    examples: ['tune first', 'tune first --games 2000'],
    load: async () => (await import('./tune/tune.js')).addTuneCommand,
  },
  worker: {
    summary: 'play the games that compare, tournament and tune offer on a queue, until it is stopped',
    examples: ['worker --queue redis://queue.example:6379'],
    load: async () => (await import('./worker.js')).addWorkerCommand,
  },
  init: {
    summary: 'write a project of your own with a first snake, ready to test, serve and deploy',
    examples: ['init my-snakes', 'init my-snakes --from cautious --js --yes', 'init my-snakes --python'],
    load: async () => (await import('./init/init.js')).addInitCommand,
  },
  new: {
    summary: 'add a snake to a project: its strategy, a test, and its entry in the configuration',
    examples: ['new second', 'new second --from champion'],
    load: async () => (await import('./new/new.js')).addNewCommand,
  },
  maps: {
    summary: 'list the maps that can be played',
    examples: ['maps'],
    load: async () => (await import('./maps.js')).addMapsCommand,
  },
  report: {
    summary: 'show results of kept games and experiments',
    examples: ['report', 'report --json'],
    load: async () => (await import('./journal/report.js')).addReportCommand,
  },
  games: {
    summary: 'list kept games, newest first, with the ids for "replay" and "analyse"',
    examples: ['games'],
    load: async () => (await import('./journal/games.js')).addGamesCommand,
  },
  journal: {
    summary: 'copy kept games to another journal, back a journal up, or check it',
    examples: ['journal check', 'journal backup games.db'],
    load: async () => (await import('./journal/journal.js')).addJournalCommand,
  },
  import: {
    summary: 'bring games of engines, of the platform and from files into the journal',
    examples: ['import games/first.jsonl'],
    load: async () => (await import('./import/import.js')).addImportCommand,
  },
  export: {
    summary: 'write the positions of kept games and recordings as a table: Parquet, or lines of JSON',
    examples: ['export --output positions.parquet', 'export games --output positions.jsonl --planes'],
    load: async () => (await import('./export/export.js')).addExportCommand,
  },
  arena: {
    summary: 'your snakes on the platform: how they do, register them, import their games, challenge others',
    examples: ['arena status', 'arena sync'],
    load: async () => (await import('./arena/arena.js')).addArenaCommand,
  },
  replay: {
    summary: 'show a recorded game turn by turn, and ask its strategy again at a turn',
    examples: ['replay last', 'replay last --gif last.gif'],
    load: async () => (await import('./replay/replay.js')).addReplayCommand,
  },
  analyse: {
    summary: 'explain games: how the snake died, the last turn that could have saved it, and its worst moves',
    examples: ['analyse last', 'analyse --lost --since 7d', 'analyse last --timeout 10s'],
    load: async () => (await import('./analyse/analyse.js')).addAnalyseCommand,
  },
  positions: {
    summary: 'ask a snake for its move in one position, or in a folder of them; exits with 1 if one is wrong',
    examples: ['positions positions --ask first'],
    load: async () => (await import('./replay/positions.js')).addPositionsCommand,
  },
  completion: {
    summary: 'print what makes a shell complete commands and flags',
    examples: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/serpentarium.fish'],
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
