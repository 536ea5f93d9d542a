/** `serpentarium completion`: completes commands and flags in a shell, from the flags that the commands declare. */
import { Argument, Command } from 'commander';
import { print } from '../../terminal/print.js';

interface CompletedCommands {
  readonly names: readonly string[];
  readonly add: (program: Command, name: string) => Promise<void>;
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const BASH = `_serpentarium() {
  local words
  words="$("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _serpentarium serpentarium`;

const ZSH = `_serpentarium() {
  local -a found
  found=(\${(f)"$(serpentarium completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -a found; else _files; fi
}
compdef _serpentarium serpentarium`;

const FISH = `complete -c serpentarium -a '(serpentarium completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`;

/** The text to evaluate, by shell. */
const SCRIPTS: { readonly [Shell in (typeof SHELLS)[number]]: string } = { bash: BASH, zsh: ZSH, fish: FISH };

/** Instead of a shell: print completions. The scripts call it with the words so far. */
const ASKED = 'words';

export function addCompletionCommand(program: Command, commands: CompletedCommands): void {
  program
    .command('completion')
    .usage('[options] <SHELL>')
    .addArgument(new Argument('<SHELL>', SHELLS.join(', ')).choices([...SHELLS, ASKED]))
    .argument('[WORDS...]', 'the words so far')
    .addHelpText(
      'after',
      '\nIt completes the word "serpentarium": install it with npm install --global, or\nmake it an alias of "npx serpentarium".',
    )
    .action(async (shell: (typeof SHELLS)[number] | typeof ASKED, words: readonly string[]) => {
      print(shell === ASKED ? (await complete(words, commands)).join('\n') : SCRIPTS[shell]);
    });
}

/** The completions of the last word; the shell filters them. */
export async function complete(words: readonly string[], { names, add }: CompletedCommands): Promise<string[]> {
  const [name, ...rest] = words;
  if (name === undefined || rest.length === 0) return [...names];
  if (!names.includes(name)) return [];
  const program = new Command();
  await add(program, name);
  let command = program.commands[0]!;
  for (const word of rest.slice(0, -1)) command = command.commands.find((each) => each.name() === word) ?? command;
  const before = rest.at(-2);
  const option = command.options.find((each) => each.long === before || (each.short ?? '') === before);
  if (option?.required) return [...(option.argChoices ?? [])];
  if (rest.at(-1)!.startsWith('-')) {
    return command.options.flatMap((each) => each.long ?? []);
  }
  const choices = command.registeredArguments.flatMap((each) => each.argChoices ?? []);
  return [...command.commands.map((each) => each.name()), ...choices.filter((choice) => choice !== ASKED)];
}
