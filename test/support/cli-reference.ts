/** The reference of the command line, made from the help of every command. */
import { Command } from 'commander';
import { addCommand, COMMANDS } from '../../src/commands/all-commands.js';

/** The width of a terminal that all help fits. */
export const HELP_COLUMNS = 80;

const HEAD = `# The command line

The output of \`npx serpentarium COMMAND --help\` for every command. Sizes and times are written as in
[the configuration](configuration.md#values): \`500ms\`, \`10s\`. \`npm run generate\` writes this page again.
`;

export async function createCliReference(): Promise<string> {
  const program = new Command('serpentarium');
  for (const name of Object.keys(COMMANDS)) await addCommand(program, name);
  return [HEAD, ...program.commands.flatMap((command) => describeCommand(command, ''))].join('\n');
}

function describeCommand(command: Command, parent: string): string[] {
  const name = `${parent}${command.name()}`;
  const own = [`## ${name}\n`, `\`\`\`text\n${helpOf(command)}\n\`\`\`\n`];
  return [...own, ...command.commands.flatMap((child) => describeCommand(child, `${name} `))];
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => void (help += text), getOutHelpWidth: () => HELP_COLUMNS });
  command.outputHelp();
  return help.trim();
}
