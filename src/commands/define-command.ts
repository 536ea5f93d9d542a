/** Declares a command: its arguments and flags, the text of its help, and what it does. */
import type { Command, Option } from 'commander';
import { wrapText } from '../terminal/format-table.js';
import type { Flag, Parser, ValuesOf, WordArgument, WordsOf } from './flags.js';

/** What a command is called with. */
export interface CommandCall<Words, Flags> {
  /** The values of the arguments, in their order. */
  readonly words: Words;
  readonly flags: Flags;
  /** The names of the flags on the command line, in its order; the others have their defaults. */
  readonly given: readonly (keyof Flags)[];
}

interface HelpText {
  /** For the help of its group, as of `journal copy`; the table of commands has the summaries of the others. */
  readonly summary?: string;
  /** Default: the summary. */
  readonly description?: string;
  /** Default: made from the arguments. */
  readonly usage?: string;
  /** Lines below the flags. */
  readonly notes?: string;
  readonly exits?: Readonly<Record<number, string>>;
  /** Lines below the exit codes. */
  readonly footnote?: string;
  /** Example calls, after the name of the program. */
  readonly examples?: readonly string[];
}

interface CommandDefinition<Words extends readonly WordArgument[], Flags extends readonly Flag[]> extends HelpText {
  readonly arguments?: Words;
  readonly flags?: Flags;
  readonly run: (call: CommandCall<WordsOf<Words>, ValuesOf<Flags>>) => Promise<void> | void;
}

/** Declares everything but the name of a command of commander. */
export type Declaration = (command: Command) => void;

export function defineCommand<
  const Words extends readonly WordArgument[] = [],
  const Flags extends readonly Flag[] = [],
>(definition: CommandDefinition<Words, Flags>): Declaration {
  const { arguments: words = [], flags = [], run } = definition;
  return (command) => {
    addHelp(command, definition);
    for (const { argument } of words) command.addArgument(argument);
    const given: Flag[] = [];
    for (const flag of flags) {
      command.addOption(flag.option).on(`option:${flag.option.name()}`, () => {
        const before = given.find(({ name }) => name === flag.name);
        given.push(flag);
        if (before === undefined || (before === flag && !isSingle(flag.option))) return;
        command.error(`error: ${flag.option.long} would replace an earlier ${before.option.long}. Remove one of them.`);
      });
    }
    command.action(() => {
      const names = given.map(({ name }) => name);
      const call: unknown = { words: command.processedArgs, flags: command.opts(), given: names };
      return run(call as CommandCall<WordsOf<Words>, ValuesOf<Flags>>);
    });
  };
}

/** Whether a second value would replace the first one. */
function isSingle({ required, optional, parseArg }: Option): boolean {
  return (required || optional) && (parseArg as Parser<unknown> | undefined)?.isList !== true;
}

/** A command that has commands, by name. */
export function defineGroup(commands: Readonly<Record<string, Declaration>>, help: HelpText): Declaration {
  return (command) => {
    addHelp(command, help);
    for (const [name, declare] of Object.entries(commands)) declare(command.command(name));
  };
}

function addHelp(
  command: Command,
  { summary, description = summary, usage, notes, exits, footnote, examples }: HelpText,
): void {
  if (summary !== undefined) command.summary(summary);
  if (description !== undefined) command.description(description);
  if (usage !== undefined) command.usage(usage);
  const lines = [notes, exits && formatExits(exits), footnote].filter((part) => part !== undefined);
  if (lines.length > 0) command.addHelpText('after', `\n${lines.join('\n')}`);
  const calls = examples?.map((example) => `  npx serpentarium ${example}`);
  if (calls !== undefined) command.addHelpText('after', ['\nExamples:', ...calls].join('\n'));
}

/** Width of the help, in columns. */
const WIDTH = 80;

function formatExits(exits: Readonly<Record<number, string>>): string {
  // A code and the first word of its meaning stay on one line.
  const all = Object.entries(exits).map(([code, meaning]) => `${code}\u00a0${meaning}`);
  return wrapText(`Exit codes: ${all.join('; ')}.`, WIDTH)
    .join('\n')
    .replaceAll('\u00a0', ' ');
}
