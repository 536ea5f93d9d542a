import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject, type ProjectChoices } from '../../../src/commands/init/project.js';
import { STARTERS, writeNew } from '../../../src/commands/init/starters.js';
import { readConfig } from '../../../src/config/read-config.js';
import { inRepository } from '../../support/fixtures.js';

const EVERYWHERE = [
  ['package.json', 'config/snakes.yaml', 'README.md', 'AGENTS.md', '.github/workflows/snakes.yaml'],
  ['.gitignore', 'Procfile', 'Dockerfile', '.dockerignore', '.env'],
].flat();

describe('the files of a new project', () => {
  for (const extension of ['ts', 'js'] as const) {
    it(`are a strategy and its test, in ${extension}`, () => {
      const files = written({ name: 'fang', extension, from: 'empty' });
      const own = ['tsconfig.json', `strategies/fang.${extension}`, `test/strategies/fang.test.${extension}`];
      expect(Object.keys(files)).to.have.members([...EVERYWHERE, ...own]);
      expect(files['config/snakes.yaml']).to.match(
        /^ {2}- prefix: \/fang .*\n {4}strategy: fang .*\n {4}key: \$SNAKE_KEY .*\n$/m,
      );
      expect(manifest(files)['scripts']).to.have.all.keys('start', 'dev', 'test', 'test:strategies', 'check');
      expect('devDependencies' in manifest(files)).to.equal(extension === 'ts');
      expect(files['Dockerfile']).not.to.include('apt-get');
    });
  }

  it('are a command and its test, in Python', () => {
    const files = written({ name: 'big-fang', extension: 'py' });
    const own = ['snakes/big_fang.py', 'snakes/serpentarium.py', 'snakes/test_big_fang.py'];
    expect(Object.keys(files)).to.have.members([...EVERYWHERE, ...own]);
    expect(files['snakes/serpentarium.py']).to.equal(client('serpentarium.py'));
    const [color] = /#[0-9a-f]{6}/.exec(files['snakes/big_fang.py']!)!;
    expect(files['snakes/big_fang.py']!.replace(color, '#3776ab')).to.equal(client('snake.py'));
    expect(color).to.not.equal(/#[0-9a-f]{6}/.exec(written({ name: 'fang', extension: 'py' })['snakes/fang.py']!)![0]);
    expect(files['config/snakes.yaml']).to.include('prefix: /big-fang ').and.include('[python3, big_fang.py]');
    expect(manifest(files)['scripts']).to.include({ test: 'python3 -m unittest discover -v snakes' });
    expect(manifest(files)).not.to.have.property('devDependencies');
    expect(files['Dockerfile']).to.match(/^FROM node:24-slim\nRUN apt-get .* python3 /m);
    for (const name of ['.gitignore', '.dockerignore']) expect(files[name], name).to.include('__pycache__\n');
  });

  it('name files that the package has', () => {
    for (const extension of ['ts', 'js', 'py'] as const) {
      const text = STARTERS.map((from) => Object.values(written({ name: 'fang', extension, from })).join('\n')).join(
        '\n',
      );
      const named = [...text.matchAll(/node_modules\/serpentarium\/(docs|config)[\w./-]*\w/g)].map(([file]) => file);
      expect(named).not.to.be.empty;
      for (const file of named) readFileSync(inRepository(file.replace('node_modules/serpentarium/', '')));
    }
  });

  it('have a configuration that starts the Python snake in its folder', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'));
    try {
      for (const [name, content] of Object.entries(written({ name: 'fang', extension: 'py' }))) {
        writeNew(path.join(folder, name), content.replace('[python3,', '[node,'));
      }
      const { snakes, keys } = readConfig(path.join(folder, 'config/snakes.yaml'), {
        ...process.env,
        SNAKE_KEY: 'a-secret',
      }).config;
      expect([...keys]).to.deep.equal([['/fang', 'a-secret']]);
      expect(snakes.map(({ prefix }) => prefix)).to.deep.equal(['/fang']);
      expect(snakes[0]!.source).to.deep.include({ kind: 'command', cwd: path.join(folder, 'snakes') });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the AGENTS.md of a new project', () => {
  it('has at most 80 lines, and no placeholder', () => {
    for (const extension of ['ts', 'js', 'py'] as const) {
      const { 'AGENTS.md': text } = written({ name: 'fang', extension, from: 'greedy' });
      expect(text!.split('\n').length).to.be.at.most(81);
      expect(text)
        .to.include('fang')
        .and.not.match(/__[A-Z]+__/);
    }
  });
});

describe('the first comparison of its README', () => {
  it('is with another snake than the one that it starts from', () => {
    for (const from of STARTERS) {
      const { 'README.md': text } = written({ name: 'fang', extension: 'ts', from });
      const [, opponent] = /compare (\w+) fang/.exec(text!)!;
      expect(opponent).to.not.equal(from).and.to.not.equal(undefined);
    }
  });
});

function written(choices: ProjectChoices) {
  return createProject(choices, 'My snakes', { kind: 'registry', range: '^1.2.3' }, 'a-secret');
}

function client(name: string): string {
  return readFileSync(inRepository(`clients/python/${name}`), 'utf8');
}

function manifest(files: Readonly<Record<string, string>>) {
  return JSON.parse(files['package.json']!) as Readonly<Record<string, Readonly<Record<string, string>>>>;
}
