import { Command } from 'commander';
import { expect } from 'chai';
import { addCommand, COMMANDS } from '../../src/commands/all-commands.js';

describe('every command that reports', () => {
  it('can do so as JSON', async () => {
    const program = new Command();
    for (const name of Object.keys(COMMANDS)) await addCommand(program, name);
    const all = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
    const silent = all.filter(({ options }) => !options.some(({ long }) => long === '--json'));
    expect(silent.map((command) => command.name())).to.deep.equal([
      'serve',
      'worker',
      'replay',
      'export',
      'init',
      'new',
      'completion',
    ]);
  });
});
