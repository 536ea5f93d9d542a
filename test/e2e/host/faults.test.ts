/** An operator's mistakes: the host reports all of them at once with their place, and serves nothing. */
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  killProcesses,
  runCli,
  spawnHost,
  writeConfig,
  writeFolder,
  type ProcessResult,
} from '../../support/host-process.js';
import { diagnose } from '../../support/findings.js';
import { fixture, inRepository } from '../../support/fixtures.js';
import { closeHttpSnakes, serveHttpSnake } from '../../support/http-snakes.js';

const SERVER = '{ host: 127.0.0.1, port: 0, admin: { port: 0 } }';

const BAD_STRATEGIES = `server: ${SERVER}
strategies: ${fixture('strategies')}
snakes:
  - prefix: /no-move
    strategy: no-move
  - prefix: /default-export
    strategy: default-export
  - prefix: /throw-load
    strategy: throw-load
  - prefix: /loop-load
    strategy: loop-load
  - prefix: /syntax
    strategy: syntax
  - prefix: /missing-import
    strategy: missing-import
  - prefix: /options
    strategy: good
    options:
      greeting: 7
      greting: hi
  - prefix: /inline
    strategy: throw-load
    isolation: inline
  - prefix: /slow-pattern
    strategy: slow-pattern
    options: { name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! }
`;

const BAD_STRATEGIES_SAY = [
  '5:15 snake "/no-move": strategy "no-move": The file exports no "move". Did you forget "export"?',
  '7:15 snake "/default-export": strategy "default-export": The file exports no "customization". It is inside the default export; export it by name. The file exports no "move". It is inside the default export; export it by name.',
  '9:15 snake "/throw-load": strategy "throw-load": test/fixtures/strategies/throw-load.js:2:7 cannot load',
  '11:15 snake "/loop-load": strategy "loop-load": it had not loaded after 5000 ms. Does it loop when it is imported?',
  '13:15 snake "/syntax": strategy "syntax": test/fixtures/strategies/syntax.ts:4:1 Expected identifier but found end of file',
  '15:15 snake "/missing-import": strategy "missing-import": test/fixtures/strategies/missing-import.js:2:19 "./missing.js" does not exist.',
  '19:17 snake "/options": option "greeting" is 7, not a string. Did you forget the quotes?',
  '20:16 snake "/options": the strategy has no option "greting". Did you mean "greeting"?',
  '22:15 snake "/inline": strategy "throw-load": test/fixtures/strategies/throw-load.js:2:7 cannot load',
  '26:5 snake "/slow-pattern": checking the options took longer than 2000 ms. Is a "pattern" in the strategy\'s export "options" too slow, as "(a+)+$" is?',
];

describe('a configuration with faults', () => {
  afterEach(killProcesses);

  it('in its strategies is refused by serve and check, with all faults at once', async () => {
    const file = join(writeFolder({ 'snakes.yaml': BAD_STRATEGIES }), 'snakes.yaml');
    const commands = await Promise.all([runCli(['serve', '--config', file]), runCli(['check', '--config', file])]);
    for (const ended of commands) {
      expect(linesOf(ended, file)).to.deep.equal(BAD_STRATEGIES_SAY);
      expect(ended).to.deep.include({ code: 2, signal: null, stdout: '' });
    }
  });

  it('in its keys, its values, its strategies and their options is refused by check, with all faults at once', async () => {
    const yaml = `${BAD_STRATEGIES}journal: { keepFor: soon }\n`.replace('isolation: inline', 'isolaton: inline');
    const file = join(writeFolder({ 'snakes.yaml': yaml }), 'snakes.yaml');
    const ended = await runCli(['check', '--config', file]);
    const lines = linesOf(ended, file);
    expect(lines).to.include.members(BAD_STRATEGIES_SAY);
    expect(lines.filter((line) => !BAD_STRATEGIES_SAY.includes(line))).to.deep.equal([
      '23:5 unknown key "isolaton". Did you mean "isolation"?',
      '27:21 "keepFor" is "soon", not a time such as "500ms" or "5s".',
    ]);
    expect(lines).to.deep.equal(lines.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)));
    expect(ended).to.deep.include({ code: 2, stdout: '' });
  });
});

describe('serve', () => {
  afterEach(() => Promise.all([killProcesses(), closeHttpSnakes()]));
  const snakes = [{ prefix: '/', strategy: 'good' }];

  it('exits with 1 if its port is in use, which may pass, and leaves no child behind', async () => {
    const port = Number((await serveHttpSnake()).url.port);
    const file = writeConfig({ snakes, server: { port } });
    const ended = await runCli(['serve', '--config', file]);
    expect(linesOf(ended, file)).to.deep.equal([
      `1:38 port ${port} on 127.0.0.1 is in use. Is another Serpentarium still running? ` +
        'Choose another with "server.port" or the environment variable PORT.',
    ]);
    expect(ended.code).to.equal(1);
  });

  it('names key and variable of its admin port if that is in use, and takes another by the variable', async () => {
    const port = Number((await serveHttpSnake()).url.port);
    const file = writeConfig({ snakes, server: { admin: { port } } });
    const { code, stderr } = await runCli(['serve', '--config', file]);
    expect(code).to.equal(1);
    expect(stderr).to.match(new RegExp(`:1:\\d+ port ${port} .* with "server.admin.port" or .* ADMIN_PORT\\.\n$`));
    const host = await spawnHost(file, { ADMIN_PORT: '0' });
    expect(host.admin).not.to.equal(`http://127.0.0.1:${port}`);
  });

  it('says that its configuration has changed, and where the journal is', async () => {
    const file = writeConfig({ snakes });
    const host = await spawnHost(file);
    const [serving] = await host.logged(({ msg }) => msg === 'serving');
    expect(serving).to.include({ journal: 'off' });
    writeFileSync(file, readFileSync(file, 'utf8').replace('"prefix":"/"', '"prefix":"/changed"'));
    const [line] = await host.logged(({ msg }) => msg === 'configuration changed: reload to apply');
    expect(line).to.include({ level: 40, file });
  });

  it('logs an error of the host itself with its stack, and exits with 1', async () => {
    // What a microtask throws has no owner but the file in its stack.
    const strategy = `export const customization = {};
      const error = Object.assign(new Error('stray'), { stack: 'Error: stray\\n    at host (/app/host.js:2:1)' });
      export const move = () => { queueMicrotask(() => { throw error; }); return 'left'; };`;
    const strategies = writeFolder({ 'stray.js': strategy });
    const host = await spawnHost({ strategies, snakes: [{ prefix: '/', strategy: 'stray', isolation: 'inline' }] });
    const body = { game: { id: 'g' }, you: { id: 'me', body: [{ x: 1, y: 1 }] }, board: { width: 3, height: 3 } };
    await fetch(`${host.url}/move`, { method: 'POST', body: JSON.stringify(body) }).catch(() => undefined);
    expect((await host.ended).code).to.equal(1);
    const [last] = await host.logged(({ msg }) => msg === 'internal error, exiting');
    expect(last!.level).to.equal(60);
    expect((last!['err'] as Error).stack).to.match(/at host .*host\.js:2/);
  });
});

describe('check', () => {
  afterEach(killProcesses);

  it('shows how each snake did in a health probe, and exits with 0 if all moved', async () => {
    // On a busy machine, a snake that thinks until its deadline may be late.
    const yaml = readFileSync(inRepository('config/reference.yaml'), 'utf8')
      .replace('strategy: champion', '$&\n    options: { nodes: 1000 }')
      .replace('strategies: ../strategies', `strategies: ${inRepository('strategies')}`);
    const config = join(writeFolder({ 'snakes.yaml': yaml }), 'snakes.yaml');
    const { code, stdout, stderr } = await runCli(['check', '--config', config]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const [heading, ...rows] = stdout.trim().split('\n');
    expect(heading).to.match(/^check +this machine$/);
    const moved = /^ok +\/\S+ +\w+ #\w{6} .* moved (up|down|left|right) in \d+(\.\d)? ms$/;
    expect(rows.filter((row) => moved.test(row))).to.have.lengthOf(8);
    // The ports of the file may be taken here.
    for (const check of ['public port', 'admin port', 'journal', 'memory'])
      expect(stdout).to.match(new RegExp(`^(ok|warning) +${check} `, 'm'));
    expect(stdout).not.to.include('BAD');
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).to.be.at.most(80);
  });

  it('warns of a forgotten return, which costs no turn', async () => {
    const snakes = [{ prefix: '/a', strategy: 'no-return' }];
    const { code, found } = await diagnose(writeConfig({ snakes }));
    expect(code).to.equal(0);
    expect(found).to.match(/^warning \/a: move returned undefined: .* Did you forget "return"\?$/m);
  });

  it('lists the experiments with their sides', async () => {
    const snakes = ['/a', '/b'].map((prefix) => ({ prefix, strategy: 'good' }));
    const sides = { base: '/a', candidate: '/b' };
    const experiments = [
      { prefix: '/champion', name: 'bold', ...sides, split: 0.2 },
      { prefix: '/quiet', name: 'shy', ...sides, shadow: true },
    ];
    const journal = { path: 'never-opened.db' };
    const { code, found } = await diagnose(writeConfig({ snakes, experiments, journal }));
    expect(code).to.equal(0);
    expect(found)
      .to.match(/^good \/champion: experiment bold: \/a plays, \/b in 20 % of games$/m)
      .and.match(/^good \/quiet: experiment shy: \/a plays, \/b in its shadow$/m);
  });

  it('exits with 1 if a snake did not move, and says why', async () => {
    const snakes = ['good', 'throw', 'loop'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    const { code, found } = await diagnose(writeConfig({ snakes }));
    expect(code).to.equal(1);
    expect(found)
      .to.match(/^bad \/throw: throw failed: move threw: out of ideas /m)
      .and.match(/^(bad|warning) \/loop: loop late: (no answer within|it had) /m);
  });

  it('only warns of a snake that this machine had no time for', async () => {
    const { code, found } = await diagnose(writeConfig({ snakes: [{ prefix: '/freeze', strategy: 'freeze' }] }));
    expect(code).to.equal(0);
    expect(found).to.match(
      // Where this machine is really busy, its process may also be too late.
      /^warning \/freeze: freeze late: (it had the CPU for \d+ of \d+ ms: this machine is busy|.* its process .*)$/m,
    );
  });
});

/** The lines of standard error, without the configuration's name at their start. */
function linesOf({ stderr }: ProcessResult, file: string): string[] {
  return stderr
    .trim()
    .split('\n')
    .map((line) => (line.startsWith(file) ? line.slice(file.length + 1) : `not of the file: ${line}`));
}
