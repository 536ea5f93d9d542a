import { expect } from 'chai';
import { Command } from 'commander';
import { defineCommand, defineGroup } from '../../src/commands/define-command.js';

function helpOf(declare: (command: Command) => void): string {
  const command = new Command('games');
  let help = '';
  declare(command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 }));
  command.outputHelp();
  return help;
}

const run = () => undefined;

describe('the help of a command', () => {
  it('ends with notes, exit codes and examples', () => {
    const text = {
      notes: 'Notes.\n',
      exits: { 0: 'won', 1: 'lost' },
      footnote: 'Ctrl-C ends it.',
      examples: ['games x'],
    };
    const help = helpOf(defineCommand({ ...text, run }));
    const end = [
      'Notes.',
      '',
      'Exit codes: 0 won; 1 lost.',
      'Ctrl-C ends it.',
      '',
      'Examples:',
      '  npx serpentarium games x',
    ];
    expect(help).to.include(`\n\n${end.join('\n')}\n`);
  });

  it('begins a line with an exit code that does not fit on the one before', () => {
    const exits = { 0: 'a'.repeat(30), 1: 'b'.repeat(33), 2: 'c', 3: `${'d'.repeat(10)}\ne` };
    expect(helpOf(defineCommand({ exits, run }))).to.include(
      `\nExit codes: 0 ${exits[0]};\n1 ${exits[1]}; 2 c; 3 ${'d'.repeat(10)}\ne.\n`,
    );
  });

  it('lists the commands of a group', () => {
    const copy = defineCommand({ summary: 'copy', description: 'copy it all', run });
    expect(helpOf(defineGroup({ copy }, { notes: 'Notes.' })))
      .to.match(/\nCommands:\n {2}copy +copy\n/)
      .and.include('\n\nNotes.\n');
  });
});
