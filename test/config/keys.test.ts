import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { useConfigFolder } from '../support/config-folder.js';

const key = 'correct-horse-battery';
const withKey = (written: string) => `snakes:
  - prefix: /greedy
    strategy: greedy
    ${written}
  - prefix: /random
    strategy: random
`;

const experiment = (keys: string) =>
  `${withKey(`key: ${key}`)}experiments: [{ name: e, base: /random, candidate: /greedy${keys} }]`;

describe('the keys of a configuration', () => {
  const folder = useConfigFolder();

  it('are read by prefix, of snakes and experiments', () => {
    const { config } = folder.read(
      `${withKey(`key: ${key}`)}experiments: [{ prefix: /both, name: e, base: /greedy, candidate: /random, key: another-key }]`,
    );
    expect([...config.keys]).to.deep.equal([
      ['/greedy', key],
      ['/both', 'another-key'],
    ]);
  });

  it('are missed at an experiment whose sides have some', () => {
    const [warning, ...others] = folder.read(experiment(', prefix: /both')).warnings;
    expect([warning!.line, others]).to.deep.equal([7, []]);
    expect(warning!.message).to.equal(
      '"/greedy" needs a key, and the experiment has none: anyone can play against it here. Add a "key".',
    );
    for (const keys of [`, prefix: /both, key: ${key}`, ''])
      expect(folder.read(experiment(keys)).warnings).to.deep.equal([]);
  });

  it('stand apart from what else is known of a snake', () => {
    const { snakes, experiments, server } = folder.read(withKey(`key: ${key}`)).config;
    expect(JSON.stringify([snakes, experiments, server])).to.not.include(key);
  });

  it('are taken from the environment', () => {
    const { config, warnings } = folder.read(withKey('key: $GREEDY_KEY'), { GREEDY_KEY: ` ${key}\n` });
    expect([[...config.keys], warnings]).to.deep.equal([[['/greedy', key]], []]);
  });

  it('need no variable for games at home', () => {
    const yaml = `${withKey('key: $GREEDY_KEY')}server: { admin: { host: 0.0.0.0, token: $TOKEN } }
`;
    const file = folder.write('config/snakes.yaml', yaml);
    expect(readConfig(file, {}, 'home').config.keys.size).to.equal(0);
    expect(folder.faultsOf(file)).to.deep.equal([
      'config/snakes.yaml:4:10 environment variable "GREEDY_KEY" is not set. Did you forget it, or the file ".env"?',
      'config/snakes.yaml:7:42 environment variable "TOKEN" is not set. Did you forget it, or the file ".env"?',
    ]);
  });

  const place = 'config/snakes.yaml:4:10 "key" is not a string of 8 to 256 letters, digits and "-._~"';
  const wrong: [what: string, written: string, env: Record<string, string>, fault: string][] = [
    ['too short', 'key: horse', {}, `${place}.`],
    ['with a blank', `key: ${key} battery`, {}, `${place}.`],
    ['a number', 'key: 123456789', {}, `${place}. Did you forget the quotes?`],
    ['a list', `key: [${key}]`, {}, `${place.replace('4:10', '4:5')}.`],
    [
      'a variable that holds no key',
      'key: $GREEDY_KEY',
      { GREEDY_KEY: `${key}&` },
      `${place}. It comes from environment variable "GREEDY_KEY".`,
    ],
    [
      'without the space',
      `key:${key}: x`,
      {},
      'config/snakes.yaml:4:5 unknown key "key:…". Did you forget the space after "key:"?',
    ],
  ];
  for (const [what, written, env, fault] of wrong) {
    it(`are not shown if they are wrong: ${what}`, () => {
      expect(folder.faults(withKey(written), env)).to.deep.equal([fault]);
    });
  }

  it('are not shown by any other mistake around them', () => {
    for (const written of [
      `key:${key}`,
      `key: ${key}: x`,
      `key: "${key}`,
      ` key: ${key}`,
      `- key:${key}`,
      `\tkey: ${key}`,
      `key: !${key} x`,
      `key: @${key}`,
      `key: {${key}`,
      `"key": ${key} "`,
      `? key: ${key}`,
    ]) {
      const faults = folder.faults(withKey(written)).join('\n');
      expect(faults, written).to.not.equal('').and.not.include(key);
    }
  });

  it('may be the token of the admin port, which is not shown either', () => {
    const faults = folder.faults(`server: { admin: { token: [${key}] } }\n${withKey('')}`);
    expect(faults.join('\n')).to.include('"token" is not').and.not.include(key);
  });
});
