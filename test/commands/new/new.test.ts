import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { addToConfiguration } from '../../../src/commands/new/new.js';
import { inRepository } from '../../support/fixtures.js';

const SNAKE = { prefix: '/new', strategy: 'new' };

describe('addToConfiguration', () => {
  it('adds it behind the others, and leaves every other line as it is', () => {
    const before = `# Mine.
server: { port: 1 }     # aligned

snakes:
  - prefix: /first      # the first
    strategy: first     # its file
    options:
      greeting: |
        two
        lines

# What follows.
journal: off
`;
    const after = before.replace('        lines\n', '        lines\n  - prefix: /new\n    strategy: new\n');
    expect(addToConfiguration(before, SNAKE)).to.equal(after);
  });

  it('writes it as the last one is written, also where no line ends the file', () => {
    expect(addToConfiguration('snakes:\n- { prefix: /a, strategy: a } # a', SNAKE)).to.equal(
      'snakes:\n- { prefix: /a, strategy: a } # a\n- { prefix: /new, strategy: new }',
    );
  });

  it('gives it the key of the last one, if a variable has that', () => {
    const python = { prefix: '/new', command: '[python3, new.py]', cwd: '../snakes' };
    const before = 'snakes:\n  - { prefix: /a, strategy: a, key: $SNAKE_KEY }\n';
    const added = '{ prefix: /new, command: [python3, new.py], cwd: ../snakes, key: $SNAKE_KEY }';
    expect(addToConfiguration(before, python)).to.equal(`${before}  - ${added}\n`);
    expect(addToConfiguration(before.replace('$SNAKE_KEY', 'written-out'), SNAKE)).not.to.match(/new.*key/);
    expect(parse(addToConfiguration('snakes: []', python)).snakes).to.deep.equal([
      parse(added.replace(/, key.*\w/, '')),
    ]);
  });

  it('keeps every line of the shipped files', () => {
    for (const file of ['config/snakes.yaml', 'config/reference.yaml']) {
      const before = readFileSync(inRepository(file), 'utf8').split('\n');
      const after = addToConfiguration(before.join('\n'), SNAKE).split('\n');
      const added = after.filter((line) => /\/new|strategy: new/.test(line));
      expect(
        after.filter((line) => !added.includes(line)),
        file,
      ).to.deep.equal(before);
      expect(added.join(' '), file).to.match(/prefix: \/new\b.*strategy: new\b/);
    }
  });

  it('takes lists in brackets, empty ones and none, with the comments', () => {
    expect(addToConfiguration('snakes: [{ prefix: /a, strategy: a }] # mine\n', SNAKE)).to.equal(
      'snakes: [ { prefix: /a, strategy: a }, { prefix: /new, strategy: new } ] # mine\n',
    );
    for (const before of ['# mine\nsnakes: []\n', '# mine\nsnakes:\n']) {
      expect(addToConfiguration(before, SNAKE)).to.equal('# mine\nsnakes:\n  - prefix: /new\n    strategy: new\n');
    }
  });
});
