import { expect } from 'chai';
import path from 'node:path';
import { chooseSnakes } from '../../src/config/choose-snakes.js';
import type { SnakeConfig } from '../../src/config/types.js';
import { inRepository } from '../support/fixtures.js';
import { useConfigFolder } from '../support/config-folder.js';

const fileOf = ({ source }: SnakeConfig) => source.kind === 'strategy' && source.file;

const YAML = `
snakes:
  - { prefix: /one, strategy: greedy, name: One, options: { hungerBelow: 7 } }
  - { prefix: /two, strategy: random, isolation: inline }
`;

describe('chooseSnakes', () => {
  const folder = useConfigFolder();
  const choose = (...words: string[]) => chooseSnakes(folder.read(YAML), words);

  it('finds snakes by prefix as configured, and strategies by name with all defaults', () => {
    const choice = choose('/two', 'cautious', '/one');
    if ('problems' in choice) throw new Error(choice.problems.join());
    const { snakes } = choice.loaded.config;
    expect(snakes.map(({ prefix, source, isolation }) => [prefix, source.name, isolation])).to.deep.equal([
      ['/two', 'random', 'inline'],
      ['cautious', 'cautious', 'process'],
      ['/one', 'greedy', 'process'],
    ]);
    expect(snakes[2]).to.deep.include({ name: 'One', options: { hungerBelow: 7 }, overhead: 0 });
    expect(snakes[1]).to.deep.include({ name: 'cautious', options: {}, env: [], memory: 256 * 1024 ** 2, overhead: 0 });
    expect(fileOf(snakes[1]!)).to.equal(`${folder.path}/strategies/cautious.ts`);
  });

  it('still locates each snake in the file', () => {
    const choice = choose('/two', 'cautious', '/one');
    if ('problems' in choice) throw new Error(choice.problems.join());
    expect(choice.loaded.locate(['snakes', 0, 'strategy'])).to.deep.include({ line: 4 });
    expect(choice.loaded.locate(['snakes', 2, 'options', 'hungerBelow'])).to.deep.include({ line: 3 });
  });

  it('places the faults of a strategy that is not in the file at its own file', () => {
    const choice = choose('cautious');
    if ('problems' in choice) throw new Error(choice.problems.join());
    const source = path.relative('.', `${folder.path}/strategies/cautious.ts`);
    expect(choice.loaded.locate(['snakes', 0, 'strategy'])).to.deep.equal({ source });
  });

  it('finds shipped strategies that are not in the own directory, but own ones first', () => {
    const choice = choose('planner', 'greedy');
    if ('problems' in choice) throw new Error(choice.problems.join());
    const files = choice.loaded.config.snakes.map(fileOf);
    expect(files).to.deep.equal([inRepository('strategies/planner.ts'), `${folder.path}/strategies/greedy.ts`]);
  });

  it('takes the path of a strategy file, as of another checkout', () => {
    const file = path.relative('.', folder.write('main/strategies/greedy.ts'));
    const choice = choose(`./${file}`, 'greedy');
    if ('problems' in choice) throw new Error(choice.problems.join());
    const { snakes } = choice.loaded.config;
    expect(snakes.map((snake) => [snake.name, fileOf(snake)])).to.deep.equal([
      ['greedy', `${folder.path}/main/strategies/greedy.ts`],
      ['greedy', `${folder.path}/strategies/greedy.ts`],
    ]);
    expect(choose(`./${file}x`, `./${file.replace('.ts', '')}`, 'no/where.ts')).to.deep.equal({
      problems: [
        `strategy file "./${file}x" does not exist.`,
        `strategy file "./${file.replace('.ts', '')}" has no extension. Did you forget ".ts"?`,
        `strategies directory "no" does not exist. It was looked for at "${path.resolve('no')}".`,
      ],
    });
  });

  it('says that a prefix is an experiment, and what to name instead', () => {
    const experiment = 'experiments: [{ prefix: /live, name: bold, base: /one, candidate: /two, split: 0.5 }]\n';
    expect(chooseSnakes(folder.read(YAML + experiment), ['/live'])).to.deep.equal({
      problems: ['"/live" is the experiment "bold". Name its base "/one" or its candidate "/two".'],
    });
  });

  it('names everything unknown, and suggests the nearest name', () => {
    const choice = choose('/tow', '/nowhere-near', 'gready', 'random');
    expect(choice).to.deep.equal({
      problems: [
        'snake "/tow" is not in the configuration. Did you mean "/two"?',
        'snake "/nowhere-near" is not in the configuration. Snakes: "/one", "/two".',
        `strategy "gready" is not in "${folder.path}/strategies". Did you mean "greedy"?`,
      ],
    });
  });
});
