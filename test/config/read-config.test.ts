import { expect } from 'chai';
import { join } from 'node:path';
import { readConfig } from '../../src/config/read-config.js';
import { formatFault } from '../../src/errors/errors.js';
import { useConfigFolder } from '../support/config-folder.js';

const DAY = 86_400_000;

describe('readConfig', () => {
  const folder = useConfigFolder();
  it('fills in every default of the smallest file', () => {
    const { config, warnings } = folder.read('snakes: [{ prefix: /greedy, strategy: greedy }]');
    expect(warnings).to.deep.equal([]);
    expect(config).to.deep.equal({
      file: join(folder.path, 'config/snakes.yaml'),
      server: {
        host: '0.0.0.0',
        port: 8000,
        maxBody: 6 * 1024 * 1024,
        maxTimeout: 2000,
        gamesMemory: 64 * 1024 ** 2,
        drain: 500,
        grace: 5000,
        share: false,
        admin: { host: '127.0.0.1', port: 8090 },
        trustedProxies: [],
        limits: { connections: 2000, requests: 1000, unfinished: 250, newGames: 3000 },
      },
      strategies: join(folder.path, 'strategies'),
      snakes: [
        {
          prefix: '/greedy',
          source: { kind: 'strategy', name: 'greedy', file: join(folder.path, 'strategies/greedy.ts') },
          name: 'greedy',
          customization: {},
          options: {},
          isolation: 'process',
          allow: { network: false, read: [], write: [] },
          memory: 256 * 1024 ** 2,
          priority: 'normal',
          ponder: true,
          env: [],
          overhead: 60,
        },
      ],
      experiments: [],
      sideBySide: [],
      alerts: [],
      journal: { path: join(folder.path, 'data/serpentarium.db'), keepFor: 30 * DAY, maxSize: 1024 ** 3 },
      keys: new Map(),
      publicUrl: undefined,
      arena: new Map(),
    });
  });

  it('reads every key as written', () => {
    folder.write('elsewhere/mine.js');
    const { config, warnings } = folder.read(
      `
server: { host: '::', port: 0, maxBody: 65536, maxTimeout: 1s, gamesMemory: 16mb, drain: 0, grace: 0, admin: off, trustedProxies: [10.0.0.1, 'fd00::/8'], limits: { connections: 1, requests: 4, unfinished: 2, newGames: 3 } }
strategies: ../elsewhere
snakes:
  - prefix: /
    strategy: mine
    name: Mine
    author: me
    version: '1.0'
    customization: { color: '#CC3300', head: safe, tail: bolt }
    options: { depth: 3, weights: [1, 2.5], book: { on: true } }
    isolation: process
    processes: 8
    memory: 512mb
    priority: high
    ponder: false
    env: [API_KEY]
    overhead: 0
`,
      { API_KEY: 'x' },
    );
    expect(warnings).to.deep.equal([]);
    expect(config.server).to.deep.equal({
      host: '::',
      port: 0,
      maxBody: 65536,
      maxTimeout: 1000,
      gamesMemory: 16 * 1024 ** 2,
      drain: 0,
      grace: 0,
      share: false,
      admin: 'off',
      trustedProxies: ['10.0.0.1', 'fd00::/8'],
      limits: { connections: 1, requests: 4, unfinished: 2, newGames: 3 },
    });
    expect(config.snakes[0]).to.deep.equal({
      prefix: '/',
      source: { kind: 'strategy', name: 'mine', file: join(folder.path, 'elsewhere/mine.js') },
      name: 'Mine',
      customization: { color: '#CC3300', head: 'safe', tail: 'bolt', author: 'me', version: '1.0' },
      options: { depth: 3, weights: [1, 2.5], book: { on: true } },
      isolation: 'process',
      allow: { network: false, read: [], write: [] },
      processes: 8,
      memory: 512 * 1024 ** 2,
      priority: 'high',
      ponder: false,
      env: ['API_KEY'],
      overhead: 0,
    });
  });

  it('reads experiments, the journal and the token', () => {
    const { config } = folder.read(
      `
server: { admin: { host: 0.0.0.0, token: written } }
snakes: [{ prefix: /a, strategy: greedy }, { prefix: /b, strategy: greedy }]
experiments:
  - { prefix: /c, name: better, base: /a, candidate: /b, split: 0.25 }
  - { prefix: /d, name: safer, base: /a, candidate: /b, shadow: true }
  - { prefix: /e, name: steps, base: /a, candidate: /b, steps: [0.1, 0.4], stepGames: 9, promote: auto }
journal: { path: /var/games.db, keepFor: 7d }
`,
      { SERPENTARIUM_TOKEN: 'given' },
    );
    expect(config.server.admin).to.deep.equal({ host: '0.0.0.0', port: 8090, token: 'given' });
    const sides = { base: '/a', candidate: '/b' };
    expect(config.experiments).to.deep.equal([
      { prefix: '/c', name: 'better', ...sides, split: 0.25, plan: { steps: [0.25], stepGames: 20, promote: 'ask' } },
      { prefix: '/d', name: 'safer', ...sides, split: 'shadow' },
      { prefix: '/e', name: 'steps', ...sides, split: 0.4, plan: { steps: [0.1, 0.4], stepGames: 9, promote: 'auto' } },
    ]);
    expect(config.journal).to.deep.equal({ path: '/var/games.db', keepFor: 7 * DAY, maxSize: 1024 ** 3 });
  });

  it('treats null as not written', () => {
    const { config } = folder.read(`
server:
strategies: ~
snakes:
  - prefix: /a
    strategy: greedy
    name:
    customization: { color: null }
    isolation:
    env:
`);
    expect(config.server.port).to.equal(8000);
    expect(config.snakes[0]).to.deep.include({ name: 'greedy', customization: {}, isolation: 'process', env: [] });
  });

  it('keeps snakes in the order of the file', () => {
    const { config } = folder.read('snakes: [{ prefix: /b, strategy: random }, { prefix: /a, strategy: greedy }]');
    expect(config.snakes.map((snake) => snake.prefix)).to.deep.equal(['/b', '/a']);
  });

  it('reports all faults at once, in the order of the file', () => {
    const yaml = `server: { port: eighty, drain: 900, grace: 100 }
strategies: ../strategies
snakes:
  - prefix: /greedy
    strategy: gredy
    isolaton: inline
  - prefix: greedy/
    strategy: greedy
    customization: { color: red }
  - strategy: greedy
    prefix: /greedy
`;
    expect(folder.faults(yaml, { PORT: 'http', HOST: 'http://here' })).to.deep.equal([
      'config/snakes.yaml:1:17 "port" is "eighty", not a whole number.',
      'config/snakes.yaml:1:44 "grace" is shorter than "drain". Both count from SIGTERM.',
      'config/snakes.yaml:5:15 strategy "gredy" is not in "../strategies". Did you mean "greedy"?',
      'config/snakes.yaml:6:5 unknown key "isolaton". Did you mean "isolation"?',
      'config/snakes.yaml:7:13 prefix "greedy/" does not start with a slash.',
      'config/snakes.yaml:9:29 color "red" is not of the form "#rrggbb"',
      'config/snakes.yaml:11:13 prefix "/greedy" is taken: the snake on line 4 has the same. "/greedy-2" is free.',
      'environment variable "PORT" is "http", not a whole number between 0 and 65535.',
      'environment variable "HOST" is "http://here", not an address such as "0.0.0.0" or a host name.',
    ]);
  });

  describe('the environment', () => {
    const yaml = `server: { host: 10.0.0.1, port: 7000 }\nsnakes: [{ prefix: /a, strategy: greedy }]`;

    it('wins over the file', () => {
      const { server } = folder.read(yaml, { PORT: ' 9999 ', HOST: 'localhost' }).config;
      expect([server.host, server.port]).to.deep.equal(['localhost', 9999]);
      expect(folder.read(yaml, { PORT: '0' }).config.server.port).to.equal(0);
    });

    it('has no effect if a variable is empty', () => {
      const { server } = folder.read(yaml, { PORT: '', HOST: '  ' }).config;
      expect([server.host, server.port]).to.deep.equal(['10.0.0.1', 7000]);
    });

    it('opens a host that is being written for to other machines only if an address is given', () => {
      const hostOf = (text: string, env: Record<string, string> = {}) =>
        readConfig(folder.write('config/snakes.yaml', text), env, 'dev').config.server.host;
      const bare = 'snakes: [{ prefix: /a, strategy: greedy }]';
      expect(folder.read(bare).config.server.host).to.equal('0.0.0.0');
      expect(hostOf(bare)).to.equal('127.0.0.1');
      expect([hostOf(yaml), hostOf(bare, { HOST: '0.0.0.0' })]).to.deep.equal(['10.0.0.1', '0.0.0.0']);
    });

    for (const port of ['-1', '65536', '80.5', '0x50', '8000/tcp', 'tcp://10.0.0.1:80']) {
      it(`refuses PORT ${port}`, () => {
        expect(folder.faults(yaml, { PORT: port })).to.deep.equal([
          `environment variable "PORT" is "${port}", not a whole number between 0 and 65535.`,
        ]);
      });
    }

    it('sets the admin port, unless that is off', () => {
      expect(folder.read(yaml, { ADMIN_PORT: '9191' }).config.server.admin).to.include({ port: 9191 });
      const off = 'server: { admin: off }\nsnakes: [{ prefix: /a, strategy: greedy }]';
      expect(folder.read(off, { ADMIN_PORT: '8000' }).config.server.admin).to.equal('off');
      expect(folder.faults(yaml, { ADMIN_PORT: 'x' })).to.deep.equal([
        'environment variable "ADMIN_PORT" is "x", not a whole number between 0 and 65535.',
      ]);
      expect(folder.faults('snakes: [{ prefix: /a, strategy: greedy }]', { ADMIN_PORT: '8000' })).to.deep.equal([
        'environment variable "ADMIN_PORT" is 8000, as "server.port". Each needs its own.',
      ]);
    });

    it('is the source of the fault if its port is the admin port', () => {
      expect(folder.faults('snakes: [{ prefix: /a, strategy: greedy }]', { PORT: '8090' })).to.deep.equal([
        'environment variable "PORT" is 8090, as "server.admin.port". Each needs its own.',
      ]);
      // On different addresses, two ports may have the same number.
      expect(folder.read(yaml, { PORT: '8090' }).config.server.port).to.equal(8090);
    });

    it('is reported together with syntax faults', () => {
      expect(folder.faults('a: [', { PORT: 'x' })).to.have.lengthOf(2);
    });
  });

  describe('warnings', () => {
    it('name their lines in order, and do not stop the start', () => {
      const { warnings } = folder.read(
        `snakes:
  - prefix: /a
    strategy: greedy
    customization: { head: safee, tail: my-own }
    env: [HOME, NO_SUCH]
  - { prefix: /b, strategy: greedy, isolation: inline, processes: 1, memory: 64mb, env: [NO_SUCH] }
`,
        { HOME: '/' },
      );
      expect(warnings.map((fault) => formatFault({ ...fault, source: 'file' }))).to.deep.equal([
        'file:4:28 head "safee" is not a head that every account has; engines may show the default. Did you mean "safe"?',
        'file:4:41 tail "my-own" is not a tail that every account has; engines may show the default.',
        'file:5:17 environment variable "NO_SUCH" is not set. Did you forget it?',
        'file:6:56 "processes" has no effect: isolation is "inline", so there is no child process.',
        'file:6:70 "memory" has no effect: isolation is "inline", so there is no child process.',
        'file:6:84 "env" has no effect: isolation is "inline", so there is no child process.',
      ]);
    });
  });

  describe('locate', () => {
    const yaml = `server: { port: 80 }
snakes:
  - prefix: /a
    strategy: greedy
    options: &shared
      hungerBelow: 60
      'a/b~c': [1, 22]
      list:
        - deep: 1
  - prefix: /b
    strategy: greedy
    options: *shared
  - prefix: /c
    strategy: greedy
    options:
      <<: *shared
      nothing:
`;
    const cases: [path: (string | number)[], part: 'key' | 'value', place: string][] = [
      [['snakes', 0, 'options', 'hungerBelow'], 'value', '6:20'],
      [['snakes', 0, 'options', 'hungerBelow'], 'key', '6:7'],
      [['snakes', 0, 'options', 'a/b~c', 1], 'value', '7:20'],
      [['snakes', 0, 'options', 'list', 0, 'deep'], 'value', '9:17'],
      [['snakes', 0, 'options', 'list'], 'value', '8:7'],
      [['snakes', 0, 'options'], 'value', '5:5'],
      [['snakes', 0], 'value', '3:5'],
      [['snakes', 1, 'options'], 'value', '12:5'],
      [['snakes', 1, 'options', 'hungerBelow'], 'value', '6:20'],
      [['snakes', 2, 'options', 'hungerBelow'], 'value', '6:20'],
      [['snakes', 2, 'options', 'nothing'], 'value', '17:7'],
      [['server', 'port'], 'value', '1:17'],
      // A value that is not written has the place of its nearest ancestor.
      [['snakes', 0, 'options', 'absent', 'deeper'], 'value', '5:5'],
      [['snakes', 0, 'customization', 'color'], 'value', '3:5'],
      [['snakes', 7], 'value', '2:1'],
      [['strategies'], 'value', '1:1'],
      [[], 'value', '1:1'],
    ];
    for (const [path, part, place] of cases) {
      it(`finds the ${part} of ${path.join('.') || 'the file'} at ${place}`, () => {
        const { line, column } = folder.read(yaml).locate(path, part);
        expect(`${line}:${column}`).to.equal(place);
      });
    }
  });
});
