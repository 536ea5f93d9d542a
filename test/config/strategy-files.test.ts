import { expect } from 'chai';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findStrategy, listStrategies } from '../../src/config/strategy-files.js';
import { readConfig } from '../../src/config/read-config.js';
import { inRepository } from '../support/fixtures.js';
import { useConfigFolder } from '../support/config-folder.js';

const problem = (sentence: string) => ({ problem: sentence });

describe('the strategies directory', () => {
  const folder = useConfigFolder();
  const find = (name: string) => {
    const directory = listStrategies(join(folder.path, 'strategies'), '../strategies');
    return 'problem' in directory ? directory : findStrategy(directory, name);
  };

  it('lists .ts and .js files by name, links included', () => {
    folder.write('strategies/old.js');
    folder.write('strategies/v1.2.ts');
    symlinkSync(folder.write('elsewhere/real.ts'), join(folder.path, 'strategies/linked.ts'));
    for (const file of ['greedy.ts', 'old.js', 'v1.2.ts', 'linked.ts']) {
      expect(find(file.replace(/\.[tj]s$/, ''))).to.deep.equal({ file: join(folder.path, 'strategies', file) });
    }
  });

  it('lists every kind of JavaScript and TypeScript', () => {
    const files = ['a.mts', 'b.cts', 'c.tsx', 'd.mjs', 'e.cjs', 'f.jsx'];
    for (const file of files) folder.write(`strategies/${file}`);
    const found = files.map((file) => find(file.charAt(0)));
    expect(found).to.deep.equal(files.map((file) => ({ file: join(folder.path, 'strategies', file) })));
    folder.write('strategies/a.ts');
    expect(find('a')).to.deep.equal(
      problem('strategy "a" has two files, "a.mts" and "a.ts". Rename or delete one of them.'),
    );
  });

  it('has the shipped strategies as well, own ones first', () => {
    expect(find('planner')).to.deep.equal({ file: inRepository('strategies/planner.ts') });
    folder.write('strategies/planner.js');
    expect(find('planner')).to.deep.equal({ file: join(folder.path, 'strategies/planner.js') });
  });

  it('ignores folders, declarations, hidden and other files', () => {
    for (const file of ['a.ts/', 'b.d.mts', '.c.ts', 'd.ts.bak', 'e.json']) folder.write(`strategies/${file}`);
    for (const name of ['a', 'b', 'b.d', '.c', 'd', 'e']) expect(find(name), name).to.have.property('problem');
  });

  it('suggests the nearest name, or lists all names', () => {
    expect(find('gredy')).to.deep.equal(problem('strategy "gredy" is not in "../strategies". Did you mean "greedy"?'));
    expect(find('Greedy')).to.deep.equal(
      problem('strategy "Greedy" is not in "../strategies". Did you mean "greedy"?'),
    );
    expect(find('unheard-of')).to.deep.equal(
      problem(
        'strategy "unheard-of" is not in "../strategies". Strategies: "cautious", "champion", "constant", "greedy", ' +
          '"hunter", "random", "surveyor".',
      ),
    );
  });

  it('lists ten names at most', () => {
    for (let i = 0; i < 8; i++) folder.write(`strategies/a-long-name-${i}.ts`);
    expect(find('xyz'))
      .to.have.property('problem')
      .that.matches(/"a-long-name-7", "cautious", "champion" and 5 more\.$/);
  });

  it('reports a strategy with two files', () => {
    folder.write('strategies/greedy.js');
    expect(find('greedy')).to.deep.equal(
      problem('strategy "greedy" has two files, "greedy.js" and "greedy.ts". Rename or delete one of them.'),
    );
  });

  it('expects names without their extension', () => {
    expect(find('greedy.ts')).to.deep.equal(
      problem('strategy "greedy.ts" is written with its extension. Did you mean "greedy"?'),
    );
  });

  it('refuses paths', () => {
    folder.write('outside.ts');
    folder.write('strategies/inner/deep.ts');
    for (const name of ['../outside', '/etc/passwd', 'inner/deep', './greedy', '..\\outside', 'inner/../greedy']) {
      expect(find(name)).to.deep.equal(
        problem(`strategy "${name}" is a path. A strategy is the name of a file directly in "../strategies".`),
      );
    }
    for (const name of ['.', '..', 'inner']) expect(find(name), name).to.have.property('problem');
  });

  describe('in a configuration', () => {
    const SNAKE = 'snakes: [{ prefix: /a, strategy: greedy }, { prefix: /b, strategy: gredy }]';

    it('is reported once if it does not exist', () => {
      expect(folder.faults(`strategies: ./none\n${SNAKE}`)).to.deep.equal([
        'config/snakes.yaml:1:13 strategies directory "./none" does not exist. It was looked for at "config/none".',
      ]);
    });

    it('is the folder of the project by default, and so is the path of the journal', () => {
      folder.write('strategies/own.ts');
      folder.write('app/package.json', '{}');
      folder.write('app/strategies/own.ts');
      const own = 'snakes: [{ prefix: /a, strategy: own }]';
      for (const [file, project] of [
        ['snakes.yaml', ''],
        ['config/snakes.yaml', ''],
        ['app/snakes.yaml', 'app'],
        ['app/config/snakes.yaml', 'app'],
        ['app/config/prod/snakes.yaml', 'app'],
      ] as const) {
        const { strategies, journal, snakes } = readConfig(folder.write(file, own), {}).config;
        expect(strategies, file).to.equal(join(folder.path, project, 'strategies'));
        expect(journal, file).to.include({ path: join(folder.path, project, 'data/serpentarium.db') });
        expect(snakes[0]!.source, file).to.include({ file: join(folder.path, project, 'strategies/own.ts') });
      }
    });

    it('need not be there for shipped strategies unless it is written', () => {
      const file = folder.write('bare/snakes.yaml', 'snakes: [{ prefix: /a, strategy: greedy }]');
      expect(readConfig(file, {}).config.snakes[0]!.source).to.include({ file: inRepository('strategies/greedy.ts') });
      folder.write('bare/snakes.yaml', 'snakes: [{ prefix: /a, strategy: own }, { prefix: /b, strategy: gredy }]');
      expect(folder.faultsOf(file)).to.deep.equal([
        'bare/snakes.yaml:1:34 strategy "own" is not found: strategies directory "strategies" does not exist. ' +
          'It was looked for at "bare/strategies".',
        'bare/snakes.yaml:1:65 strategy "gredy" is not in "strategies". Did you mean "greedy"?',
      ]);
    });

    it('cannot be a file', () => {
      expect(folder.faults(`strategies: snakes.yaml\n${SNAKE}`)).to.deep.equal([
        'config/snakes.yaml:1:13 strategies directory "snakes.yaml" is a file. It was looked for at "config/snakes.yaml".',
      ]);
    });

    it('cannot be an impossible path', () => {
      expect(folder.faults(`strategies: "\\0"\nsnakes: [{ prefix: /a, strategy: greedy }]`)).to.deep.equal([
        'config/snakes.yaml:1:13 strategies directory "\0" cannot be read (ERR_INVALID_ARG_VALUE). ' +
          'It was looked for at "config/\0".',
      ]);
    });

    it('is reported if it is empty', () => {
      folder.write('empty/');
      expect(folder.faults(`strategies: ../empty\nsnakes: [{ prefix: /a, strategy: unheard-of }]`)).to.deep.equal([
        'config/snakes.yaml:2:34 strategy "unheard-of" is not in "../empty". No .ts or .js file is there.',
      ]);
    });

    it('may be an absolute path', () => {
      const yaml = `strategies: ${folder.path}/strategies\nsnakes: [{ prefix: /a, strategy: greedy }]`;
      expect(folder.read(yaml).config.strategies).to.equal(join(folder.path, 'strategies'));
    });
  });
});
