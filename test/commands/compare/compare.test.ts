import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { MatchReport } from '../../../src/arena/match/match-report.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { fixture, inRepository } from '../../support/fixtures.js';

const CLI = inRepository('dist/src/cli.js');
/** Times are never the same; all else follows from the seed. */
const TIMES = /"took":\{[^}]*\}/g;

describe('serpentarium compare', function () {
  this.timeout(120_000);
  const folder = useConfigFolder();
  beforeEach(() => {
    for (const name of ['constant', 'random', 'cautious']) {
      folder.write(`strategies/${name}.ts`, readFileSync(inRepository(`strategies/${name}.ts`)));
    }
    folder.write('strategies/dice.js', readFileSync(fixture('strategies/dice.js')));
    folder.write('config/snakes.yaml', 'snakes: [{ prefix: /sure, strategy: cautious }]\n');
  });

  /** Runs the command in the folder, with a match that by default is short and always the same. */
  function start(...args: string[]): ChildProcess {
    const all = [CLI, 'compare', ...args, '--seed', 'seven', '--max-turns', '100'];
    return spawn(process.execPath, all, { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async function compare(...args: string[]) {
    const child = start(...args);
    const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
    return { out, err, code: code as number, report: () => JSON.parse(out) as MatchReport };
  }

  it('accepts the better candidate, with exit code 0', async () => {
    const { code, report } = await compare('constant', '/sure', '--json');
    expect(code).to.equal(0);
    expect(report()).to.deep.include({ verdict: 'H1', lostTurns: 0, crashes: 0, seed: 'seven' });
    expect(report()).to.include.keys(
      'games',
      'draws',
      'score',
      'elo',
      'eloError',
      'los',
      'llr',
      'pentanomial',
      'sentence',
    );
    expect(report().llr).to.be.above(2.94);
    expect(report().wins).to.be.above(report().losses);
  });

  it('rejects the worse candidate, with exit code 1 and a report for people', async () => {
    const { code, out } = await compare('random', 'constant', '--sprt', 'elo0=0,elo1=100');
    expect(code).to.equal(1);
    expect(out).to.match(/^"constant" \(candidate\) against "random" \(base\): \d+ games in \d+ pairs, seed seven\n/);
    expect(out).to.match(/SPRT {4}LLR -\d/);
    expect(out).to.match(/\n"constant" is no better than "random": H0 accepted after \d+ pairs\.\n$/);
  });

  it('stays undecided between equal strategies, with exit code 3', async () => {
    const { code, report } = await compare('random', 'random', '--sprt', '--games', '8', '--json');
    expect(code).to.equal(3);
    expect(report()).to.deep.include({ verdict: 'undecided', games: 8, score: 0.5, pentanomial: [0, 0, 4, 0, 0] });
  });

  it('plays a fixed number of games in whole pairs, with exit code 0', async () => {
    const { code, report } = await compare('constant', 'dice', '--games', '7', '--json');
    expect(code).to.equal(0);
    expect(report()).to.deep.include({ games: 8, pairs: 4, verdict: null, llr: null });
  });

  it('plays games of three snakes, and writes them as lines', async () => {
    const args = ['--snakes', '3', '--opponents', 'constant', '--games', '6', '--output', 'games', '--json'];
    const { code, report } = await compare('random', 'dice', ...args);
    expect(code).to.equal(0);
    expect(report()).to.deep.include({ games: 3, pairs: 1, pentanomial: null });
    expect(report().opponents.map(({ name }) => name)).to.deep.equal(['constant']);
    const files = readdirSync(path.join(folder.path, 'games'));
    expect(files).to.deep.equal([1, 2, 3, 4, 5, 6].map((game) => `pair-000001-game-${game}.jsonl`));
  });

  it('plays a snake behind a URL', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/snake/move' ? '{"move":"up"}' : '{"apiversion":"1"}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/snake`;
    const { report } = await compare('constant', url, '--games', '4', '--timeout', '5000', '--json');
    server.close();
    expect(report()).to.deep.include({ games: 4, score: 0.5, lostTurns: 0 });
  });

  it('resumes after SIGKILL, with the same result', async () => {
    const args = ['constant', 'dice', '--games', '400', '--json'];
    const whole = await compare(...args);
    const saved = onceSaved();
    const killed = start(...args, '--save', 'match.json');
    await saved;
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const { pairs } = savedTally();
    expect(pairs).to.be.within(1, 199);
    const resumed = await compare(...args, '--resume', 'match.json');
    expect(resumed.out.replaceAll(TIMES, '')).to.equal(whole.out.replaceAll(TIMES, ''));
    expect(savedTally().pairs).to.equal(200);
  });

  it('ends on Ctrl-C with the report so far, and exit code 3', async () => {
    const child = start('constant', 'dice', '--games', '100000', '--save', 'match.json', '--json');
    const saved = onceSaved();
    const ended = Promise.all([text(child.stdout!), once(child, 'exit')]);
    await saved;
    child.kill('SIGINT');
    const [out, [code]] = await ended;
    expect(code).to.equal(3);
    const report = JSON.parse(out) as MatchReport;
    expect(report.pairs).to.be.within(1, 49_999);
    expect(savedTally().pairs).to.equal(report.pairs);
  });

  it('refuses to resume another match', async () => {
    await compare('constant', 'dice', '--games', '2', '--save', 'match.json');
    const { code, err } = await compare(
      'constant',
      'dice',
      '--games',
      '4',
      '--timeout',
      '77',
      '--resume',
      'match.json',
    );
    expect(code).to.equal(2);
    expect(err).to.equal('match.json was played with timeout 100, not 77. Begin a new match.\n');
  });

  const wrong: readonly [string, string[], RegExp][] = [
    [
      'an unknown strategy',
      ['constant', 'randum'],
      /^CANDIDATE strategy "randum" is not in .* Did you mean "random"\?/,
    ],
    [
      'an unknown prefix',
      ['/shure', 'dice'],
      /^BASE snake "\/shure" is not in the configuration\. Did you mean "\/sure"/,
    ],
    ['opponents in a duel', ['dice', 'random', '--opponents', 'dice'], /^--opponents cannot be used in duels\./],
    ['a test that makes no sense', ['dice', 'random', '--sprt', 'elo0=5,elo1=1'], /^--sprt elo0 is 5 and elo1 is 1/],
    ['more games at once than cores', ['dice', 'random', '--concurrency', '1000'], /^--concurrency 1000 is more than/],
    [
      'options that are not an object',
      ['dice', 'random', '--options-base', '[]'],
      /^--options-base "\[\]" is not an object\./,
    ],
    [
      'an option that the strategy does not have',
      ['dice', '/sure', '--options-candidate', '{"hungerBelw":3}'],
      /^--options-candidate snake "\/sure": the strategy has no option "hungerBelw"\./,
    ],
    ['squads', ['dice', 'random', '--ruleset', 'squad'], /^--ruleset squad games cannot be compared/],
    ['a file that is not there', ['dice', 'random', '--resume', 'none.json'], /^none\.json cannot be read/],
  ];
  for (const [what, args, message] of wrong) {
    it(`refuses ${what}, with exit code 2`, async () => {
      const { code, err, out } = await compare(...args);
      expect(err).to.match(message);
      expect({ code, out }).to.deep.equal({ code: 2, out: '' });
    });
  }

  /** Resolves when a match has been saved for the first time. */
  function onceSaved(): Promise<void> {
    return new Promise((resolve) => {
      const watcher = watch(folder.path, (_, name) => {
        if (name !== 'match.json') return;
        watcher.close();
        resolve();
      });
    });
  }

  function savedTally(): { pairs: number } {
    const file = readFileSync(path.join(folder.path, 'match.json'), 'utf8');
    return (JSON.parse(file) as { tally: { pairs: number } }).tally;
  }
});
