import { Command } from 'commander';
import { expect } from 'chai';
import { addCommand, COMMANDS } from '../../src/commands/all-commands.js';
import { refuseOldFlags, renameFlags } from '../../src/commands/renamed-flags.js';

describe('a flag of version 0.1', () => {
  const cases: [call: string, ...faults: string[]][] = [
    ['serve my.yaml --watch', '"my.yaml" is now written --config my.yaml.', '--watch is now written --reload.'],
    ['compare a b --snakes=4 --page', '--snakes is now written --per-game.', '--page is now written --browser.'],
    ['tune a --output games', '--output is now written --output-dir.'],
    ['report --snake /a', '--snake is now written --prefix.'],
    ['replay last --open', '--open is now written --browser.'],
    ['replay last --from 3', '--from is now written --start.'],
    ['autopsy last --turns 3', '--turns is now written --longer.'],
  ];
  for (const [call, ...faults] of cases) {
    it(`is refused with its new name: ${call}`, () => {
      const [command, ...words] = call.split(' ');
      expect(() => refuseOldFlags(command!, words)).to.throw(faults.join('\n'));
    });
  }

  it('is read in a contest that was saved', () => {
    const saved = ['a', 'b', '--snakes', '4', '--seed', '7'];
    expect(renameFlags('compare', saved)).to.deep.equal(['a', 'b', '--per-game', '4', '--seed', '7']);
  });

  it('is read in a gauntlet that was saved, whose first snake met all others', () => {
    const today = ['b', 'c', '--gauntlet', 'a', '--pairs', '2'];
    expect(renameFlags('tournament', ['a', 'b', 'c', '--gauntlet', '--pairs', '2'])).to.deep.equal(today);
    expect(renameFlags('tournament', ['a', 'b', '--gauntlet'])).to.deep.equal(['b', '--gauntlet', 'a']);
    expect(renameFlags('tournament', today)).to.deep.equal(today);
  });

  it('is no flag of today', async () => {
    const program = new Command();
    for (const name of Object.keys(COMMANDS)) await addCommand(program, name);
    for (const command of program.commands) {
      const flags = command.options.map(({ long }) => long!);
      expect(() => refuseOldFlags(command.name(), ['--config', 'x', ...flags]), command.name()).not.to.throw();
    }
  });
});

describe('every command that reports', () => {
  it('can do so as JSON', async () => {
    const program = new Command();
    for (const name of Object.keys(COMMANDS)) await addCommand(program, name);
    const all = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
    const silent = all.filter(({ options }) => !options.some(({ long }) => long === '--json'));
    expect(silent.map((command) => command.name())).to.deep.equal([
      'serve',
      'dev',
      'worker',
      'init',
      'new',
      'export',
      'replay',
      'completion',
    ]);
  });
});
