import { expect } from 'chai';
import { splitVersion } from '../../src/config/strategy-version.js';
import { useConfigFolder } from '../support/config-folder.js';

describe('splitVersion', () => {
  const folder = useConfigFolder();
  const cases: [word: string, name: string, version?: string][] = [
    ['greedy', 'greedy'],
    ['greedy@v1.2', 'greedy', 'v1.2'],
    ['greedy@feature/a@b.ts', 'greedy', 'feature/a@b.ts'],
    ['greedy@{2 weeks ago}', 'greedy', '{2 weeks ago}'],
    ['v1.2@HEAD~3', 'v1.2', 'HEAD~3'],
    ['greedy@', 'greedy', ''],
    ['/team/greedy@v1', '/team/greedy', 'v1'],
    ['/greedy@feature/a', '/greedy', 'feature/a'],
    ['../me@work/greedy.ts', '../me@work/greedy.ts'],
    ['/home/me@work/greedy.ts', '/home/me@work/greedy.ts'],
    ['../me@work/greedy.ts@v1', '../me@work/greedy.ts', 'v1'],
    ['greedy.ts@v1', 'greedy.ts', 'v1'],
  ];
  for (const [word, name, version] of cases) {
    it(`splits "${word}"`, () => {
      expect(splitVersion(word)).to.deep.equal(version === undefined ? { name } : { name, version });
    });
  }

  it('leaves the path of a file whole', () => {
    const file = folder.write('a.ts@v1');
    expect(splitVersion(file)).to.deep.equal({ name: file });
    expect(splitVersion(`${file}@v2`).version).to.equal('v1@v2');
  });
});

describe('a version in the YAML', () => {
  const folder = useConfigFolder();
  const faults = (strategy: string, more = '') =>
    folder.faults(`snakes:\n  - { prefix: /a, strategy: ${JSON.stringify(strategy)}${more} }\n`);

  it('is looked up when the strategy is read, whether its file still exists or not', () => {
    for (const name of ['greedy', 'old']) {
      const { config } = folder.read(`snakes:\n  - { prefix: /a, strategy: ${name}@v1, isolation: sandbox }\n`);
      const { source, name: shown } = config.snakes[0]!;
      expect(shown).to.equal(`${name}@v1`);
      expect(source).to.deep.include({ kind: 'strategy', name: `${name}@v1`, version: 'v1' });
      expect(source).to.have.nested.property('bounds.folders').that.includes(`${folder.path}/strategies`);
    }
  });

  it('has to be there, and in one line', () => {
    expect(faults('greedy@')).to.deep.equal([
      'config/snakes.yaml:2:29 "greedy@" lacks a version. Write for example "greedy@HEAD".',
    ]);
    expect(faults('greedy@a\nb')[0]).to.include('the version of "greedy" contains a control character.');
    expect(faults('../greedy.ts@v1')[0]).to.include('is a path. A strategy is the name of a file directly in');
  });
});
