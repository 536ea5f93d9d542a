import { expect } from 'chai';
import path from 'node:path';
import { chooseSnake, isPrefix } from '../../src/commands/choose-snake.js';
import type { SnakeConfig } from '../../src/config/types.js';
import { inRepository } from '../support/fixtures.js';
import { useConfigFolder } from '../support/config-folder.js';

const fileOf = ({ source }: SnakeConfig) => source.kind === 'strategy' && source.file;

const YAML = `
snakes:
  - { prefix: /one, strategy: greedy, name: One, options: { hungerBelow: 7 } }
  - { prefix: /two, strategy: random, isolation: inline }
`;

describe('chooseSnake', () => {
  const folder = useConfigFolder();
  const choose = (word: string, more = '') => {
    const choice = chooseSnake(folder.read(YAML + more), word);
    if ('problem' in choice) throw new Error(choice.problem);
    return choice;
  };

  it('finds a snake by its prefix as configured, and where it is written', () => {
    const { snake, locate } = choose('/one');
    expect(snake).to.deep.include({ prefix: '/one', name: 'One', options: { hungerBelow: 7 } });
    expect(locate(['options', 'hungerBelow'])).to.deep.include({ line: 3 });
    expect(choose('/two').locate(['strategy'])).to.deep.include({ line: 4 });
  });

  it('finds a strategy by its name, with all defaults, and places its faults at its own file', () => {
    const { snake, locate } = choose('cautious');
    const file = `${folder.path}/strategies/cautious.ts`;
    const defaults = { options: {}, env: [], memory: 256 * 1024 ** 2, overhead: 0, isolation: 'process' };
    expect(snake).to.deep.include({ prefix: 'cautious', name: 'cautious', ...defaults });
    expect(String(fileOf(snake))).to.equal(file);
    expect(locate(['strategy'])).to.deep.equal({ source: path.relative('.', file) });
  });

  it('finds a mounted snake by the last part of its prefix, if no strategy has that name', () => {
    expect(choose('one').snake).to.deep.include({ prefix: '/one', name: 'One' });
    const more = '  - { prefix: /team/two, strategy: greedy }\n  - { prefix: /team/greedy, strategy: random }\n';
    expect(() => choose('two', more)).to.throw('"two" could be "/two" or "/team/two". Which one?');
    expect(choose('greedy', more).snake.prefix).to.equal('greedy');
  });

  it('finds shipped strategies that are not in the own directory, but own ones first', () => {
    expect(fileOf(choose('planner').snake)).to.equal(inRepository('strategies/planner.ts'));
    expect(fileOf(choose('greedy').snake)).to.equal(`${folder.path}/strategies/greedy.ts`);
  });

  it('takes a version of each of them, with what the configuration has for it', () => {
    const more = '  - { prefix: /box, strategy: hunter, isolation: sandbox }\n';
    const versionOf = (word: string) => {
      const { name, isolation, source } = choose(word, more).snake;
      return [name, isolation, source.kind === 'strategy' && source.version];
    };
    expect(versionOf('/one@v1')).to.deep.equal(['One@v1', 'process', 'v1']);
    expect(choose('/one@v1').snake.options).to.deep.equal({ hungerBelow: 7 });
    expect(versionOf('one@HEAD~1')).to.deep.equal(['One@HEAD~1', 'process', 'HEAD~1']);
    expect(versionOf('cautious@a/b')).to.deep.equal(['cautious@a/b', 'process', 'a/b']);
    expect(versionOf('hunter@v1')).to.deep.equal(['hunter@v1', 'sandbox', 'v1']);
    const file = path.relative('.', folder.write('main/strategies/greedy.ts'));
    expect(versionOf(`./${file}@v1`)).to.deep.equal([`./${file}@v1`, 'process', 'v1']);
    const pinned = '  - { prefix: /old, strategy: random@v1, name: me@home@v1 }\n';
    expect(choose('/old@v2', pinned).snake).to.deep.include({ name: 'me@home@v2' });
    expect(choose('/old@v2', pinned).snake.source).to.deep.include({ name: 'random@v2', version: 'v2' });
    const boxed = '  - { prefix: /old, strategy: random@v1, isolation: sandbox }\n';
    const { isolation, source } = choose('random', boxed).snake;
    expect([isolation, 'version' in source]).to.deep.equal(['sandbox', false]);
    expect(() => choose('/one@')).to.throw('"/one@" lacks a version.');
    expect(() => choose('/nine@v1')).to.throw('snake "/nine" is not in the configuration.');
  });

  it('refuses a version of a snake that is no strategy', () => {
    const more =
      "  - { prefix: /py, command: [/bin/sh, a.sh] }\n  - { prefix: /web, upstream: 'http://127.0.0.1:1' }\n";
    for (const [word, kind] of [
      ['/py@v1', 'command'],
      ['py@v1', 'command'],
      ['/web@v1', 'upstream'],
    ] as const)
      expect(() => choose(word, more)).to.throw(`is a "${kind}". Only a strategy has versions`);
  });

  it('takes the path of a strategy file, as of another checkout', () => {
    const file = path.relative('.', folder.write('main/strategies/greedy.ts'));
    const { snake } = choose(`./${file}`);
    expect([snake.name, fileOf(snake)]).to.deep.equal([`./${file}`, `${folder.path}/main/strategies/greedy.ts`]);
    const bare = file.replace('.ts', '');
    expect(() => choose(`./${file}x`)).to.throw(`strategy file "./${file}x" does not exist.`);
    expect(() => choose(`./${bare}`)).to.throw(`strategy file "./${bare}" has no extension. Did you forget ".ts"?`);
    expect(() => choose('no/where.ts')).to.throw(
      `strategies directory "no" does not exist. It was looked for at "${path.resolve('no')}".`,
    );
  });

  it('takes an absolute path, which is no prefix', () => {
    const file = folder.write('main/strategies/greedy.mts');
    expect(fileOf(choose(file).snake)).to.equal(file);
    expect(() => choose('/no/where.ts')).to.throw('strategies directory "/no" does not exist.');
    expect(['/greedy', '/v1.2', file, 'greedy'].map(isPrefix)).to.deep.equal([true, true, false, false]);
  });

  it('keeps a strategy in the sandbox that the configuration gives it', () => {
    const more = '  - { prefix: /three, strategy: greedy, isolation: sandbox, allow: { network: true } }\n';
    const file = path.relative('.', path.join(folder.path, 'strategies/greedy.ts'));
    for (const word of ['greedy', `./${file}`]) {
      const { snake } = choose(word, more);
      expect(snake).to.deep.include({ isolation: 'sandbox', options: {}, prefix: 'greedy' });
      expect(snake.allow.network).to.equal(true);
      expect(snake.source)
        .to.have.nested.property('bounds.folders')
        .that.includes(path.dirname(String(fileOf(snake))));
    }
    expect(choose('greedy').snake.isolation).to.equal('process');
  });

  it('says that a prefix is an experiment, and what to name instead', () => {
    const experiment = 'experiments: [{ prefix: /live, name: bold, base: /one, candidate: /two, split: 0.5 }]\n';
    expect(() => choose('/live', experiment)).to.throw(
      '"/live" is the experiment "bold". Name its base "/one" or its candidate "/two".',
    );
  });

  it('suggests the nearest name of what is unknown', () => {
    expect(() => choose('/tow')).to.throw('snake "/tow" is not in the configuration. Did you mean "/two"?');
    expect(() => choose('/nowhere-near')).to.throw(
      'snake "/nowhere-near" is not in the configuration. Snakes: "/one", "/two".',
    );
    expect(() => choose('gready')).to.throw(
      `strategy "gready" is not in "${path.relative('.', folder.path)}/strategies". Did you mean "greedy"?`,
    );
    expect(() => choose('onee')).to.throw(/^strategy "onee" is not in ".*". Did you mean "\/one"\?$/);
  });
});
