import { expect } from 'chai';
import { addCommand, COMMANDS } from '../../../src/commands/all-commands.js';
import { complete } from '../../../src/commands/completion/completion.js';
import { createCliReference } from '../../support/cli-reference.js';
import { faultsOf, readOffered } from '../../support/command-lines.js';

const names = Object.keys(COMMANDS);
const ask = (...words: string[]) => complete(words, names, addCommand);

describe('completion', () => {
  it('knows commands, flags, choices and the commands of a command', async () => {
    expect(await ask('')).to.deep.equal(names);
    expect(await ask('init', '--')).to.include.members(['--from', '--name', '--js', '--yes']);
    expect(await ask('init', '--from', '')).to.deep.equal(['greedy', 'cautious', 'champion', 'empty']);
    expect(await ask('journal', '')).to.include.members(['copy', 'backup', 'check']);
    expect(await ask('journal', 'check', '--')).to.include('--config');
    expect(await ask('completion', '')).to.deep.equal(['bash', 'zsh', 'fish']);
    expect(await ask('nonsense', '')).to.deep.equal([]);
    expect(await complete(['check', '--'], ['check'], addCommand)).to.include('--alerts');
  });
});

describe('the examples of the help', () => {
  it('are there for every command, with flags that it has', async () => {
    const offered = await readOffered();
    const lines = (await createCliReference()).match(/^ {2}npx serpentarium .*/gm)!;
    expect(lines.flatMap((line) => faultsOf(line.trim(), offered))).to.deep.equal([]);
    expect(names.filter((name) => !lines.some((line) => line.trim().split(' ')[2] === name))).to.deep.equal([]);
  });
});
