/** All commands of the command line. Called by `cli.ts`, and by what writes docs/reference/cli.md. */
import type { Command } from 'commander';
import type { Declaration } from './define-command.js';

/** What the help of the program tells about a command. Its code is loaded when it is called. */
type NamedCommand = readonly [summary: string, load: () => Promise<{ readonly default: Declaration } | Old>];

/** To be declared by `defineCommand`. */
interface Old {
  readonly add: (program: Command) => void;
  readonly examples: readonly string[];
}

/** In the order of the help. */
export const GROUPS: Readonly<Record<string, Readonly<Record<string, NamedCommand>>>> = {
  Host: {
    serve: [
      'serve the snakes of a configuration file',
      async () => ({
        add: (await import('./serve/serve.js')).addServeCommand,
        examples: ['serve', 'serve --config config/snakes.yaml --reload'],
      }),
    ],
    check: [
      'check the configuration, this machine and every snake',
      async () => ({ add: (await import('./check/check.js')).addCheckCommand, examples: ['check', 'check --json'] }),
    ],
    doctor: [
      'test a snake server the way an engine would',
      async () => ({
        add: (await import('./doctor/doctor.js')).addDoctorCommand,
        examples: ['doctor https://snakes.example/first'],
      }),
    ],
    alert: [
      'send a test alert to the configured webhooks',
      async () => ({ add: (await import('./alert.js')).addAlertCommand, examples: ['alert --test'] }),
    ],
    journal: [
      'copy, back up or check a journal',
      async () => ({
        add: (await import('./journal/journal.js')).addJournalCommand,
        examples: ['journal check', 'journal backup games.db'],
      }),
    ],
  },
  Contests: {
    compare: ['play two variants until a test tells which is better', () => import('./compare/compare.js')],
    tournament: ['play every snake against every other, and rate them', () => import('./tournament/tournament.js')],
    tune: ['find better numbers for the options of a strategy', () => import('./tune/tune.js')],
    worker: [
      'play games that other machines offer on a queue',
      async () => ({
        add: (await import('./worker.js')).addWorkerCommand,
        examples: ['worker --queue redis://queue.example:6379'],
      }),
    ],
  },
  Games: {
    play: ['play one game between snakes here and on servers', () => import('./play/play.js')],
    games: [
      'list recorded games, newest first',
      async () => ({ add: (await import('./journal/games.js')).addGamesCommand, examples: ['games'] }),
    ],
    replay: [
      'show a recorded game turn by turn',
      async () => ({
        add: (await import('./replay/replay.js')).addReplayCommand,
        examples: ['replay last', 'replay last --gif last.gif'],
      }),
    ],
    analyse: [
      'explain a game: cause of death, last chance, worst moves',
      async () => ({
        add: (await import('./analyse/analyse.js')).addAnalyseCommand,
        examples: ['analyse last', 'analyse --lost --since 7d', 'analyse last --timeout 10s'],
      }),
    ],
    positions: [
      'test the moves of a snake in saved positions',
      async () => ({
        add: (await import('./replay/positions.js')).addPositionsCommand,
        examples: ['positions positions --ask first'],
      }),
    ],
    report: [
      'show results by snake and version, and experiments',
      async () => ({
        add: (await import('./journal/report.js')).addReportCommand,
        examples: ['report', 'report --json'],
      }),
    ],
    import: [
      'import games from engines, the platform or files',
      async () => ({
        add: (await import('./import/import.js')).addImportCommand,
        examples: ['import games/first.jsonl'],
      }),
    ],
    export: [
      'export positions as Parquet or lines of JSON',
      async () => ({
        add: (await import('./export/export.js')).addExportCommand,
        examples: ['export --output positions.parquet', 'export games --output positions.jsonl --planes'],
      }),
    ],
  },
  Project: {
    init: [
      'write a new project with a first snake',
      async () => ({
        add: (await import('./init/init.js')).addInitCommand,
        examples: ['init my-snakes', 'init my-snakes --from cautious --js --yes', 'init my-snakes --python'],
      }),
    ],
    new: [
      'add a snake with a test to the project',
      async () => ({
        add: (await import('./new/new.js')).addNewCommand,
        examples: ['new second', 'new second --from champion'],
      }),
    ],
  },
  Tools: {
    arena: [
      'register your snakes on the platform, import games, challenge',
      async () => ({
        add: (await import('./arena/arena.js')).addArenaCommand,
        examples: ['arena status', 'arena sync'],
      }),
    ],
    maps: ['list the maps', async () => ({ add: (await import('./maps.js')).addMapsCommand, examples: ['maps'] })],
    completion: [
      'print the completion script of a shell',
      async () => ({
        default: (await import('./completion/completion.js')).completionOf(Object.keys(COMMANDS), addCommand),
      }),
    ],
  },
};

export const COMMANDS = Object.assign({}, ...Object.values(GROUPS)) as Readonly<Record<string, NamedCommand>>;

export async function addCommand(program: Command, name: string): Promise<void> {
  const [summary, load] = COMMANDS[name]!;
  const loaded = await load();
  if ('default' in loaded) return loaded.default(program.command(name).description(summary));
  loaded.add(program);
  const lines = loaded.examples.map((example) => `  npx serpentarium ${example}`);
  program.commands
    .at(-1)!
    .description(summary)
    .addHelpText('after', ['\nExamples:', ...lines].join('\n'));
}
