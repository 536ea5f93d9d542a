import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addCommand, COMMANDS } from '../../../src/commands/all-commands.js';
import { complete } from '../../../src/commands/completion/completion.js';
import { EXAMPLES } from '../../../src/commands/examples.js';
import { faultsOf, readOffered } from '../../support/command-lines.js';
import { inRepository } from '../../support/fixtures.js';

const names = Object.keys(COMMANDS);
const ask = (...words: string[]) => complete(words, { names, add: addCommand });

describe('completion', () => {
  it('knows commands, flags, choices and the commands of a command', async () => {
    expect(await ask('')).to.deep.equal(names);
    expect(await ask('init', '--')).to.include.members(['--from', '--name', '--js', '--yes']);
    expect(await ask('init', '--from', '')).to.deep.equal(['greedy', 'cautious', 'champion', 'empty']);
    expect(await ask('serve', '--')).not.to.include('--dev');
    expect(await ask('journal', '')).to.include.members(['copy', 'backup', 'check']);
    expect(await ask('journal', 'check', '--')).to.include('--config');
    expect(await ask('completion', '')).to.deep.equal(['bash', 'zsh', 'fish']);
    expect(await ask('nonsense', '')).to.deep.equal([]);
  });

  it('works in bash', async () => {
    const script = `serpentarium() { "${process.execPath}" "${inRepository('dist/src/cli.js')}" "$@"; }
      eval "$(serpentarium completion bash)"
      COMP_WORDS=(serpentarium init --fr); COMP_CWORD=2; _serpentarium; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(serpentarium tour); COMP_CWORD=1; _serpentarium; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    expect(stdout).to.equal('--from\ntournament\n');
  });
});

describe('the examples of the help', () => {
  it('are there for every command, with flags that it has', async () => {
    const offered = await readOffered();
    const lines = Object.values(EXAMPLES).flat();
    expect(lines.flatMap((line) => faultsOf(`npx serpentarium ${line}`, offered))).to.deep.equal([]);
    expect(names.filter((name) => EXAMPLES[name] === undefined)).to.deep.equal([]);
  });
});
