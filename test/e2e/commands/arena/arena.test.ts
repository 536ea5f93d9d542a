/** `arena` as its users run it, against a platform on this machine, with a host and its journal. */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Report } from '../../../../src/views/report-lines.js';
import type { SnakeStats } from '../../../../src/views/plots.js';
import type { PlatformSnake } from '../../../../src/platform/platform.js';
import { inRepository } from '../../../support/fixtures.js';
import { playFrames, type FramedGame } from '../../../support/frames.js';
import { snakesNamed } from '../../../support/games.js';
import { killProcesses, newJournal, runCli, spawnHost, writeConfig } from '../../../support/host-process.js';
import { closeHttpSnakes, serveHttpSnake } from '../../../support/http-snakes.js';
import { PLATFORM_TOKEN, rankingOf, servePlatform, type TestPlatform } from '../../../support/platform-server.js';
import { until } from '../../../support/soon.js';

/** A finished game in which "Snake a" plays, as the platform lists it and shows its frames. */
function playThere(platform: TestPlatform, mine: PlatformSnake, id: string, seed: number): FramedGame {
  const played = playFrames({ seed, snakes: snakesNamed(2) });
  const framed = { ...played, game: { ...played.game, ID: id } };
  platform.framed.push(framed);
  platform.games.unshift({
    id,
    status: 'finished',
    winner: mine.id,
    snakes: [mine, { id: 'other', name: 'Snake b' }],
    board: '11x11',
    game_type: 'standard',
    created_at: '2026-08-01T12:00:00Z',
  });
  return framed;
}

describe('arena', function () {
  this.timeout(240_000);
  let platform: TestPlatform;
  beforeEach(async () => {
    platform = await servePlatform();
  });
  afterEach(async () => {
    platform.close();
    await closeHttpSnakes();
    await killProcesses();
  });

  const SNAKE = { prefix: '/mine', strategy: 'up', isolation: 'inline' };
  const write = (snake: Readonly<Record<string, unknown>> = {}, server: Readonly<Record<string, unknown>> = {}) =>
    writeConfig({
      snakes: [{ ...SNAKE, ...snake }],
      journal: newJournal(),
      server,
    });
  const env = () => ({ ARENA_URL: platform.url, ARENA_TOKEN: PLATFORM_TOKEN });
  const cli = async (...args: readonly string[]) => {
    const result = await runCli(['arena', ...args], env());
    expect(result.stdout + result.stderr).not.to.include(PLATFORM_TOKEN);
    return result;
  };
  const register = (snake: Partial<PlatformSnake> = {}): PlatformSnake => {
    const mine = { id: 'id-1', name: 'Snake a', url: 'http://127.0.0.1:1/mine', is_public: true, ...snake };
    platform.snakes.push(mine);
    return mine;
  };

  it('needs a token, and says where to get one', async () => {
    const { stderr, code } = await runCli(['arena', 'status'], { ARENA_URL: platform.url });
    expect(stderr).to.match(/^environment variable "ARENA_TOKEN" is not set\. Make a token on the settings page of /);
    expect(code).to.equal(2);
    expect(platform.calls).to.deep.equal([]);
  });

  it('sends no token in the clear, and shows what is refused', async () => {
    for (const place of ['http://arena.example', 'http://127.arena.example']) {
      const open = await cli('status', '--arena', place);
      expect([open.stderr.includes('must begin with https'), open.code], place).to.deep.equal([true, 2]);
    }
    platform.refuse = () => ({ status: 401, text: 'no' });
    const { stderr, code } = await cli('status', '--config', write());
    expect(stderr).to.match(/^127\.0\.0\.1:\d+ does not take the token \(status 401\): is ARENA_TOKEN right\?\n$/);
    expect(code).to.equal(1);
  });

  it('shows what sync would do, does it with --yes, and then has nothing to do', async () => {
    platform.leaderboards.push({ id: 'l', name: 'Standard', active: true });
    const arena = { name: 'My Snake', public: true, leaderboards: ['Standard'] };
    const config = write({ arena, key: 'long-enough-key' }, { url: 'https://host.example/snakes/' });
    const shown = await cli('sync', '--config', config);
    expect(shown.stdout).to.equal(
      '/mine: register "My Snake", public, at https://host.example/snakes/mine\n' +
        '/mine: join the leaderboard "Standard"\n\nNothing changed yet. Use --yes to make these changes.\n',
    );
    expect(platform.calls.filter(({ method }) => method !== 'GET')).to.deep.equal([]);
    const done = await cli('sync', '--config', config, '--yes');
    expect(done.stdout).to.match(/Done: 2 changes\.\n$/);
    const fields = { name: 'My Snake', url: 'https://host.example/snakes/mine?key=long-enough-key', is_public: true };
    expect(platform.snakes).to.deep.equal([{ id: 'snake-1', ...fields }]);
    expect(platform.entries.get('l')).to.have.lengthOf(1);
    const again = await cli('sync', '--config', config, '--yes');
    expect(again.stdout).to.equal('The platform matches the configuration.\n');
    const elsewhere = await cli('sync', '--config', config, '--url', 'https://new.example', '--json');
    expect(elsewhere.stdout + done.stdout).not.to.include('long-enough-key');
    expect(JSON.parse(elsewhere.stdout)).to.have.nested.property('steps[0].fields.url', 'https://new.example/mine');
  });

  it('registers no URL that the internet cannot reach, unless it is forced, and warns of one without TLS', async () => {
    const config = write({ arena: { name: 'Mine' } }, { url: 'http://localhost:8000' });
    const { stdout, stderr, code } = await cli('sync', '--yes', '--config', config);
    expect(stderr).to.match(
      /snakes\.yaml has http:\/\/localhost:8000: the platform cannot reach "localhost:8000" from the internet\. Set /,
    );
    expect({ stdout, code }).to.deep.equal({ stdout: '', code: 2 });
    const lan = await cli('sync', '--yes', '--config', config, '--url', 'https://192.168.1.2');
    expect([lan.stderr.startsWith('--url has https://192.168.1.2: '), lan.code]).to.deep.equal([true, 2]);
    expect(platform.calls).to.deep.equal([]);
    expect((await cli('sync', '--yes', '--any-url', '--config', config)).stdout).to.match(/Done: 1 change\.\n$/);
    const plain = await cli('sync', '--config', config, '--url', 'http://host.example');
    expect(plain.stderr).to.match(/^warning: http:\/\/host\.example has no TLS: /);
    expect(plain.code).to.equal(0);
  });

  it('keeps what was done when a step is refused', async () => {
    platform.leaderboards.push({ id: 'l', name: 'Standard', active: true });
    const config = write({ arena: { leaderboards: ['Standard'] } }, { url: 'https://host.example' });
    platform.refuse = ({ method, path }) =>
      method === 'POST' && path.endsWith('/entries') ? { status: 409, text: 'too many entries' } : undefined;
    const { stdout, stderr, code } = await cli('sync', '--config', config, '--yes');
    expect(stdout).to.match(/^\/mine: register "mine", private, at https:\/\/host\.example\/mine\n$/);
    expect(stderr).to.match(/status 409 \(POST \/api\/leaderboards\/l\/entries\): too many entries\.\n$/);
    expect([code, platform.snakes.length]).to.deep.equal([1, 1]);
  });

  it('shows how the snakes do, and keeps their ratings for the report and the page', async () => {
    const server = await serveHttpSnake(
      ({ action }) => (action === '' ? { apiversion: '1', version: '2.0' } : undefined),
      '/mine',
    );
    const mine = register({ url: `${server.url.href}?key=hidden-key` });
    register({ id: 'id-2', name: 'Gone', url: 'http://127.0.0.1:1/gone' });
    playThere(platform, mine, 'g1', 1);
    platform.games[0] = { ...platform.games[0]!, winner: null };
    platform.games.unshift({ ...platform.games[0], id: 'g2', winner: 'other' });
    platform.games.unshift({ ...platform.games[0], id: 'g3', status: 'running' });
    platform.leaderboards.push({ id: 'l', name: 'Standard', active: true }, { id: 'o', name: 'Old', active: false });
    platform.entries.set('l', [rankingOf(mine, { display_score: 30.25, rank: null, games_played: 4 })]);

    const config = write();
    const first = await cli('status', '--config', config);
    expect(first.stdout).to.match(/^\/mine +Snake a +http:\/\/127\.0\.0\.1:\d+\/mine/m);
    expect(first.stdout).not.to.include('hidden-key');
    expect(first.stdout).to.match(/^Gone +Gone +\S+ +refused/m);
    expect(first.code, 'nobody mounted here is unreachable').to.equal(0);
    platform.snakes.pop();
    platform.entries.set('l', [rankingOf(mine, { display_score: 33.5, rank: 2, games_played: 60 })]);
    const { stdout, code } = await cli('status', '--config', config, '--json');
    expect(code).to.equal(0);
    const { snakes, kept } = JSON.parse(stdout) as { snakes: { results: string[]; problem: string }[]; kept: number };
    expect(snakes[0]).to.deep.include({ results: ['', 'lost', 'drawn'], problem: '', version: '2.0' });
    expect(kept).to.equal(1);
    expect(JSON.parse((await cli('status', '--config', config, '--json')).stdout)).to.have.property('kept', 0);

    playThere(platform, mine, 'g4', 2);
    await cli('games', '/mine', '--import', '--config', config);
    const text = await runCli(['report', '--config', config]);
    expect(text.stdout).to.match(/^\/mine 2\.0 +Standard +33\.5 +2 +60 +20\d\d-\d\d-\d\d$/m);
    const host = await spawnHost(config);
    const report = await host.ask<Report>('/api/report');
    expect(report.ratings).to.have.lengthOf(1);
    expect(report.ratings[0]).to.deep.include({ snake: '/mine', leaderboard: 'Standard', version: '2.0', score: 33.5 });
    const stats = await host.ask<SnakeStats>('/api/snakes/mine');
    expect(stats.ratings).to.deep.equal(report.ratings);
  });

  it('shows all but the leaderboards that cannot be read, and fails for mounted snakes that cannot be reached', async () => {
    const mine = register();
    playThere(platform, mine, 'g1', 1);
    for (const id of ['l', 'm']) {
      platform.leaderboards.push({ id, name: `Board ${id}` });
      platform.entries.set(id, [rankingOf(mine)]);
    }
    platform.refuse = ({ path }) => (path.startsWith('/api/leaderboards/m') ? { status: 200, text: '{}' } : undefined);
    const one = await cli('status', '--config', write());
    expect(one.stdout)
      .to.match(/^\/mine +Snake a .* refused/m)
      .and.include('Board l: 31.5')
      .and.not.include('Board m');
    expect(one.stderr).to.match(/^warning: .* GET \/api\/leaderboards\/m\/rankings with something unexpected: .*\.\n$/);
    expect(one.code).to.equal(1);
    platform.refuse = ({ path }) => (path === '/api/leaderboards' ? { status: 200, text: '[{"id": "l"}]' } : undefined);
    const none = await cli('status', '--config', write());
    expect(none.stdout).to.match(/^\/mine +Snake a .* W$/m);
    expect(none.stderr).to.match(/^warning: .* GET \/api\/leaderboards with something unexpected: /);
  });

  it('lists games, and imports each finished one once', async () => {
    const mine = register();
    playThere(platform, mine, 'g1', 1);
    platform.games.unshift({ ...platform.games[0]!, id: 'g2', status: 'waiting', winner: null });
    const config = write();
    const listed = await cli('games', '--config', config);
    expect(listed.stdout).to.match(/^\/mine +2026-08-01T12:00:00Z +standard 11x11 +waiting +Snake b +g2$/m);
    expect(listed.stdout).to.match(/ won +Snake b +g1$/m);
    const first = await cli('games', '--import', '--config', config);
    expect(first.stdout).to.match(/^\/mine won against Snake b: imported as [0-9a-f]{16}\n$/);
    const again = await cli('games', 'Snake a', '--import', '--config', config);
    expect(again.stdout).to.equal('1 game imported before.\n');
    const { stderr, code } = await cli('games', '/min', '--config', config);
    expect(stderr).to.equal('/min is not one of your snakes on the platform. Did you mean "/mine"?\n');
    expect(code).to.equal(2);
  });

  it('says which game cannot be imported, and imports the others', async () => {
    const mine = register();
    playThere(platform, mine, 'g1', 1);
    playThere(platform, mine, 'g2', 2);
    platform.refuse = ({ path }) => (path.startsWith('/api/games/g2') ? { status: 404 } : undefined);
    const { stdout, stderr, code } = await cli('games', '--import', '--config', write());
    expect(stdout).to.include('imported as');
    expect(stderr).to.match(/^game g2 does not exist on 127\.0\.0\.1:\d+\n$/);
    expect(code).to.equal(1);
  });

  it('follows new games into the journal of a running host, through a platform that fails, until it is stopped', async () => {
    const mine = register();
    const config = write();
    const { games } = await spawnHost(config);
    playThere(platform, mine, 'g1', 1);
    const words = ['arena', 'games', '--watch', '--every', '1s', '--config', config];
    const child = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...words], {
      env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.stdout.resume();
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      await until(async () => (await games()).length === 1);
      platform.refuse = () => ({ status: 418, text: 'a teapot' });
      await until(() => stderr.includes('a teapot. Trying again in 1 s.'));
      platform.refuse = () => undefined;
      playThere(platform, mine, 'g2', 2);
      await until(async () => (await games()).length === 2);
      expect((await games()).map(({ game }) => game)).to.deep.equal(['g2', 'g1']);
      child.kill('SIGINT');
      expect(await ended).to.equal(0);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('has a game played against others, by name, prefix and id', async () => {
    register();
    platform.leaderboards.push({ id: 'l', name: 'Standard', active: true });
    const twins = ['t1', 't2'].map((id) => rankingOf({ id, name: 'Twin' }, { owner: `owner of ${id}` }));
    platform.entries.set('l', [rankingOf({ id: 'x9', name: 'Rival' }), ...twins]);
    const config = write();
    const { stdout } = await cli('challenge', '/mine', 'Rival', '/mine', 't2', '--board', '19x19', '--config', config);
    expect(stdout).to.equal(`${platform.url}/games/game-1\nAfter its end: serpentarium arena games /mine --import\n`);
    expect(platform.calls.at(-1)!.body).to.deep.equal({
      snakes: ['id-1', 'x9', 'id-1', 't2'],
      board: '19x19',
      game_type: 'standard',
    });
    const several = await cli('challenge', '/mine', 'Twin', '--config', config);
    expect(several.stderr).to.equal(
      'Twin is the name of several snakes. Give the id of one: t1 of owner of t1, t2 of owner of t2.\n',
    );
    const nobody = await cli('challenge', '/mine', 'Rivel', '--config', config);
    expect([nobody.stderr.includes('Did you mean "Rival"?'), nobody.code]).to.deep.equal([true, 2]);
    const size = await cli('challenge', '/mine', '--board', '8x8', '--config', config);
    expect([size.stderr.includes('Expected one of 7x7, 11x11, 19x19.'), size.code]).to.deep.equal([true, 2]);
  });

  /** Both sides are registered and ranked, and each game is over at once, with frames of random movers. */
  function prepare(): void {
    const [base, candidate] = [register(), register({ id: 'id-2', name: 'Snake b', url: 'http://127.0.0.1:1/new' })];
    platform.leaderboards.push({ id: 'l', name: 'Standard', active: true });
    const others = ['c', 'd', 'e'].map((id) => rankingOf({ id, name: `Snake ${id}` }));
    platform.entries.set('l', [rankingOf(base), rankingOf(candidate), ...others]);
    platform.now = () => Date.now();
    platform.refuse = () => {
      for (const [index, game] of platform.games.entries()) {
        if (game.status !== 'waiting') continue;
        platform.games[index] = { ...game, status: 'finished' };
        const played = playFrames({ seed: platform.games.length - index, snakes: snakesNamed(4) });
        platform.framed.push({ ...played, game: { ...played.game, ID: game.id } });
      }
      return undefined;
    };
  }

  describe('duel', () => {
    const SIDES = [
      { prefix: '/mine', strategy: 'up', isolation: 'inline' },
      { prefix: '/new', strategy: 'up', isolation: 'inline' },
    ];
    const duelists = (journal = newJournal()) => writeConfig({ snakes: SIDES, journal });

    it('plays until its test decides, saves each game, and prints what compare prints', async () => {
      prepare();
      const config = duelists();
      const file = `${config}.duel.json`;
      const test = ['--sprt', 'elo1=300'];
      const { stdout, stderr, code } = await cli('duel', '/mine', '/new', '--config', config, ...test, '--save', file);
      expect(stderr).to.match(/^warning: results come from the platform, without lost turns: .* cannot be read: /);
      expect(stdout).to.match(/^candidate \/new against base \/mine\n +games +\d+, 0 excluded, \d+ open$/m);
      expect(stdout).to.match(
        /^ +SPRT +LLR −?\d+\.\d\d \(−2\.94, 2\.94\): H0 0 Elo, H1 300 Elo, alpha 0\.05, beta\s+0\.05$/m,
      );
      expect(stdout).to.match(
        /^Candidate \/new is (?:no )?better than base \/mine: H[01] accepted after \d+ games\.$/m,
      );
      expect(code).to.equal(/ no better /.test(stdout) ? 1 : 0);
      const again = await cli('duel', '--resume', file, '--json');
      const report = JSON.parse(again.stdout) as { games: number; verdict: string; test: object };
      expect(report.test).to.deep.include({ elo0: 0, elo1: 300 });
      expect([again.code, report.verdict]).to.deep.equal([code, code === 0 ? 'H1' : 'H0']);
      const saved = JSON.parse(readFileSync(file, 'utf8')) as { tally: { games: { id: string }[] } };
      expect(saved.tally.games.map(({ id }) => id)).to.deep.equal(platform.games.map(({ id }) => id).toReversed());
      const posts = platform.calls.filter(({ method }) => method === 'POST');
      expect(posts).to.have.lengthOf(platform.games.length).and.lengthOf(12);
      expect(posts[0]!.body).to.deep.equal({
        snakes: ['id-1', 'id-2', 'c', 'd'],
        board: '11x11',
        game_type: 'standard',
      });
    });

    it('prints the state after Ctrl-C, and continues no other duel', async () => {
      prepare();
      const config = duelists();
      const file = `${config}.duel.json`;
      const words = ['arena', 'duel', '/mine', '/new', '--config', config, '--save', file, '--json'];
      const child = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...words], {
        env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env() },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      try {
        let [stdout, stderr] = ['', ''];
        child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
        child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
        const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
        await until(() => platform.games.length === 12);
        child.kill('SIGINT');
        expect(await ended).to.equal(3);
        const report = JSON.parse(stdout) as Record<string, unknown>;
        expect(report).to.deep.include({ games: 0, open: 12, verdict: 'undecided' });
        expect(report['test']).to.deep.include({ elo0: 0, elo1: 30 });
        expect(stderr).to.match(/Stopped\. To continue:\nnpx serpentarium arena duel --resume \S+ --json\n$/);
      } finally {
        child.kill('SIGKILL');
      }
      platform.snakes[1] = { ...platform.snakes[1]!, id: 'id-3' };
      const other = await cli('duel', '--resume', file);
      expect(other.stderr).to.match(/was played with candidate "id-2", not "id-3"\. Begin a new duel\.\n$/);
      expect(other.code).to.equal(2);
    });

    it('compares two different snakes, with others, on a platform that takes the token', async () => {
      register();
      const config = duelists();
      const one = await cli('duel', '/mine', 'Snake a', '--config', config);
      expect([one.stderr, one.code]).to.deep.equal(['CANDIDATE is the base: there is nothing to compare.\n', 2]);
      register({ id: 'id-2', name: 'Snake b', url: 'http://127.0.0.1:1/new' });
      const alone = await cli('duel', '/mine', '/new', '--config', config);
      expect(alone.stderr).to.match(/ has no snakes of others on its leaderboards\.\n$/);
      const few = await cli('duel', '/mine');
      expect(few.stderr).to.match(/^CANDIDATE is missing\. /);
      platform.refuse = () => ({ status: 401 });
      expect((await cli('duel', '/mine', '/new', '--config', config)).code).to.equal(3);
    });
  });
});
