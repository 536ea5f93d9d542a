/** All commands of the command line. Called by `program.ts`, and by what writes docs/reference/cli.md. */
import type { Command, CommandOptions } from 'commander';
import type { Declaration } from './define-command.js';

/** What the help of the program tells about a command. Its code is loaded when it is called. */
type NamedCommand = readonly [summary: string, load: () => Promise<{ readonly default: Declaration }>];

/** In the order of the help, which leaves out the group without a name. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, NamedCommand>>>> = {
  Host: {
    serve: ['serve the snakes of a configuration file', () => import('./serve/serve.js')],
    doctor: ['diagnose this machine, or test a snake server', () => import('./doctor/doctor.js')],
    journal: ['copy, back up or check a journal', () => import('./journal/journal.js')],
  },
  Contests: {
    compare: ['play two variants until a test tells which is better', () => import('./compare/compare.js')],
    tournament: ['play every snake against every other, and rate them', () => import('./tournament/tournament.js')],
    tune: ['find better numbers for the options of a strategy', () => import('./tune/tune.js')],
    worker: ['play games that other machines offer on a queue', () => import('./worker.js')],
  },
  Games: {
    play: ['play one game between snakes here and on servers', () => import('./play/play.js')],
    games: ['list recorded games, newest first', () => import('./journal/games.js')],
    replay: ['show a recorded game turn by turn', () => import('./replay/replay.js')],
    analyse: ['explain a game: cause of death, last chance, worst moves', () => import('./analyse/analyse.js')],
    positions: ['test the moves of a snake in saved positions', () => import('./replay/positions.js')],
    report: ['show results by snake and version, and experiments', () => import('./journal/report.js')],
    experiments: ['list experiments; stop, resume or promote one', () => import('./journal/experiments.js')],
    import: ['import games from engines, the platform or files', () => import('./import/import.js')],
    export: ['export positions as lines of JSON', () => import('./export/export.js')],
  },
  Project: {
    init: ['write a new project with a first snake', () => import('./init/init.js')],
    new: ['add a snake with a test to the project', () => import('./new/new.js')],
  },
  Tools: {
    arena: ['register your snakes on the platform, import games, challenge', () => import('./arena/arena.js')],
  },
  '': {
    maps: ['list the maps', () => import('./maps.js')],
    completion: [
      'print the completion script of a shell',
      async () => ({
        default: (await import('./completion/completion.js')).completionOf(
          [...Object.keys(COMMANDS), ...OTHER_NAMES.keys()],
          addCommand,
        ),
      }),
    ],
  },
};

export const COMMANDS = Object.assign({}, ...Object.values(GROUPS)) as Readonly<Record<string, NamedCommand>>;

const OTHER_NAMES = new Map([['check', 'doctor']]);

/** The first name of a command; `undefined` if there is none. */
export function findCommand(word: string): string | undefined {
  const name = OTHER_NAMES.get(word) ?? word;
  return Object.hasOwn(COMMANDS, name) ? name : undefined;
}

/** Adds the names and summaries of all commands, without their code. */
export function listCommands(program: Command): void {
  for (const [group, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(`${group}:`);
    for (const name of Object.keys(commands)) nameCommand(program, name, { hidden: group === '' });
  }
}

function nameCommand(program: Command, name: string, options: CommandOptions = {}): Command {
  const others = [...OTHER_NAMES.keys()].filter((other) => OTHER_NAMES.get(other) === name);
  return program.command(name, options).description(COMMANDS[name]![0]).aliases(others);
}

/** Adds a command by any of its names. */
export async function addCommand(program: Command, word: string): Promise<void> {
  const name = findCommand(word)!;
  (await COMMANDS[name]![1]()).default(nameCommand(program, name));
}
