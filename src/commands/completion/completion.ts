/** `serpentarium completion`: completes commands and flags in a shell, from the flags that the commands declare. */
import { Command } from 'commander';
import { print } from '../../terminal/print.js';
import { choiceOf } from '../arguments.js';
import { defineCommand, type Declaration } from '../define-command.js';
import { argument } from '../flags.js';

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

function readShell(word: string) {
  return word === ASKED ? word : choiceOf(SHELLS)(word);
}

type AddCommand = (program: Command, name: string) => Promise<void>;

/** The command that completes the commands with these names. */
export function completionOf(names: readonly string[], add: AddCommand): Declaration {
  return defineCommand({
    arguments: [
      // The help does not list what only the scripts ask for.
      argument('<SHELL>', 'the shell', Object.assign(readShell, { choices: SHELLS })),
      argument('[WORDS...]', ''),
    ],
    usage: '[options] <SHELL>',
    notes:
      'It completes the word "serpentarium": install it with npm install --global, or\nmake it an alias of "npx serpentarium".',
    examples: ['completion bash >> ~/.bashrc', 'completion fish | source'],
    async run({ words: [shell, words] }) {
      print(shell === ASKED ? (await complete(words, names, add)).join('\n') : SCRIPTS[shell]);
    },
  });
}

/** The completions of the last word; the shell filters them. */
export async function complete(words: readonly string[], names: readonly string[], add: AddCommand): Promise<string[]> {
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
    return command.options.flatMap((each) => (each.hidden ? [] : (each.long ?? [])));
  }
  const choices = command.registeredArguments.flatMap((each) => each.argChoices ?? []);
  return [...command.commands.map((each) => each.name()), ...choices];
}
