import { expect } from 'chai';
import { Command } from 'commander';
import { COMMANDS, listCommands } from '../../src/commands/all-commands.js';
import { createCliReference, HELP_COLUMNS } from '../support/cli-reference.js';
import { codeBlocks } from '../support/markdown.js';

describe('the list of commands in the help', () => {
  const names = Object.keys(COMMANDS);
  const columns = 4 + Math.max(...names.map((name) => name.length), 'help [command]'.length);

  it('has each command on one line of 80 columns', () => {
    const wide = Object.entries(COMMANDS).filter(([, [summary]]) => columns + summary.length > 80);
    expect(wide.map(([name]) => name)).to.deep.equal([]);
  });

  it('begins each summary with a verb in lower case, without a full stop', () => {
    for (const [summary] of Object.values(COMMANDS)) expect(summary).to.match(/^[a-z]+,? .*[^.]$/);
  });

  it('shows both names of a command, and leaves out what few look for', () => {
    const program = new Command();
    listCommands(program);
    const listed = [...program.helpInformation().matchAll(/^ {2}([a-z]\S+)/gm)].map(([, word]) => word);
    const left = ['maps', 'completion'];
    expect(listed).to.include.members(['doctor|check', 'arena']).and.not.include.members(left);
    expect(listed).to.have.lengthOf(names.length - left.length + 1);
  });
});

describe('the help of every command', () => {
  it('is at most 80 columns wide', async () => {
    const lines = codeBlocks(await createCliReference()).flatMap(({ code }) => code.split('\n'));
    expect(lines).to.have.lengthOf.above(300);
    expect(lines.filter((line) => line.length > HELP_COLUMNS)).to.deep.equal([]);
  });
});
