import { expect } from 'chai';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { writtenSource } from '../../src/config/types.js';
import { useConfigFolder } from '../support/config-folder.js';

describe('a snake that is a command', () => {
  const folder = useConfigFolder();
  beforeEach(() => {
    chmodSync(folder.write('snakes/mine', '#!/bin/sh\n'), 0o755);
    folder.write('snakes/mine.py', '');
    chmodSync(folder.write('bin/runner', ''), 0o755);
  });
  const env = () => ({ PATH: `/nowhere:${folder.path}/bin` });
  const read = (keys: string) => folder.read(`snakes: [{ prefix: /a, ${keys} }]`, env());
  const faultOf = (keys: string) => {
    const [fault, ...others] = folder.faults(`snakes: [{ prefix: /a, ${keys} }]`, env());
    expect(others).to.deep.equal([]);
    return fault!.replace('config/snakes.yaml:', '');
  };

  it('is found from its folder (default: the folder of the configuration)', () => {
    const [snake] = read('command: [../snakes/mine, --fast]').config.snakes;
    expect(snake!.source).to.deep.equal({
      kind: 'command',
      name: 'mine',
      command: ['../snakes/mine', '--fast'],
      program: join(folder.path, 'snakes/mine'),
      cwd: join(folder.path, 'config'),
    });
    expect(snake).to.include({ name: 'mine' });
    const [other] = read('command: [./mine], cwd: ../snakes, name: Mine').config.snakes;
    expect(other!.source).to.include({ program: join(folder.path, 'snakes/mine'), cwd: join(folder.path, 'snakes') });
    expect([other!.source.name, other!.name]).to.deep.equal(['mine', 'Mine']);
  });

  it('is found in PATH without a slash', () => {
    const [snake] = read('command: [runner, mine.py], cwd: ../snakes').config.snakes;
    expect(snake!.source).to.include({ program: join(folder.path, 'bin/runner'), name: 'mine.py' });
    expect(writtenSource(snake!.source)).to.equal('runner mine.py');
  });

  it('needs no directory of strategies', () => {
    const yaml = 'snakes: [{ prefix: /a, command: [/bin/sh] }]';
    expect(folder.read(yaml).warnings).to.deep.equal([]);
  });

  const faults: [string, string, string][] = [
    [
      'next to a strategy',
      'strategy: greedy, command: [/bin/sh]',
      '1:42 "command" cannot be combined with "strategy". Remove one of them.',
    ],
    [
      'whose program is not there',
      'command: [./mime], cwd: ../snakes',
      '1:34 program "./mime" does not exist. Did you mean "mine"? It was looked for at "snakes/mime".',
    ],
    [
      'whose program is not executable',
      'command: [./mine.py], cwd: ../snakes',
      '1:34 program "./mine.py" is not executable. Did you forget "chmod +x"? Or write [python3, ./mine.py].',
    ],
    ['whose program is a folder', 'command: [../snakes]', '1:34 program "../snakes" is a folder. Name the file in it.'],
    ['that is not in PATH', 'command: [runer]', '1:34 program "runer" is not in PATH. Did you mean "runner"?'],
    [
      'that lies in the folder, and is not in PATH',
      'command: [mine], cwd: ../snakes',
      '1:34 program "mine" is not in PATH. Did you mean "./mine"?',
    ],
    [
      'that is a whole line in one word',
      "command: ['runner --fast']",
      '1:34 program "runner --fast" is not in PATH. Did you mean [runner, --fast]?',
    ],
    [
      'that is no list',
      'command: ./mine',
      '1:33 "command" is "./mine", not a list of words such as "[./mysnake, --fast]".',
    ],
    [
      'with a number',
      'command: [/bin/sh, 5]',
      '1:43 item 2 of "command" is 5, not a word in quotes. Did you forget the quotes?',
    ],
    [
      'in a folder that is not there',
      'command: [/bin/sh], cwd: ../snake',
      '1:49 "../snake" does not exist. It was looked for at "snake".',
    ],
    [
      'that is inline',
      'command: [/bin/sh], isolation: inline',
      '1:44 "isolation: inline" is for strategies: a command runs in a process. Remove it.',
    ],
    [
      'whose folder a strategy has',
      'strategy: greedy, cwd: .',
      '1:42 "cwd" belongs to "command", and the snake has "strategy". Remove it.',
    ],
  ];
  for (const [title, keys, expected] of faults) {
    it(`is a fault ${title}`, () => {
      expect(faultOf(keys)).to.equal(expected);
    });
  }
});
