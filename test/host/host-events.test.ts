import { expect } from 'chai';
import { createJournalListener, createSnakeListener } from '../../src/host/host-events.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { EventLoopMonitor } from '../../src/processes/event-loop-monitor.js';
import { GameReporter } from '../../src/snakes/game/game-reporter.js';
import { LiveGame } from '../../src/snakes/game/live-game.js';
import { Overhead } from '../../src/snakes/game/overhead.js';
import { readRequest } from '../../src/wire/reader.js';
import type { GameRequest } from '../../src/wire/resources.js';
import { requestJson } from '../support/requests.js';
import { createLog, silentAlerts } from '../support/served.js';
import { until } from '../support/soon.js';

/** The longest line that a request may cause: four strings of 256 characters, each written as `\u0001`. */
const MAX_LINE = 8000;

describe('the log of a host', () => {
  const eventLoop = new EventLoopMonitor();
  after(() => eventLoop.close());

  it('has lines of a bounded length, whatever a request carries', async () => {
    const { log, lines, logged } = createLog();
    const listener = createSnakeListener(log, createMetrics('', eventLoop), true, silentAlerts);
    const reporter = new GameReporter({ snake: '/test', listener });
    const request = readRequest(hostileBody());
    const game = new LiveGame('key', request, new Overhead(0), { text: '' });
    game.receive(request, { text: '', at: 0 });
    reporter.started(game, request, { text: '', at: 0 });
    reporter.ended(game, { ending: 'loss', turn: 1, at: 0 });
    await logged('game ended');
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['game started', 'game ended']);
    for (const line of lines) expect(JSON.stringify(line).length).to.be.lessThan(MAX_LINE);
  });

  it('says why a move was late, and the metrics count that', async () => {
    const { log, lines, logged } = createLog();
    const metrics = createMetrics('', eventLoop);
    metrics.add('/test');
    const why = { cause: 'machine', reason: 'it had the CPU for 180 of 364 ms: this machine is busy' } as const;
    const answer = { kind: 'late', move: 'up', took: 431, fallback: 'safe', ...why } as const;
    const turn = { game: 'game', you: 'me', turn: 3, overhead: 60, budget: 430, isRepeated: false };
    createSnakeListener(log, metrics, true, silentAlerts)('/test', { type: 'answered', ...turn, answer });
    await logged('move late');
    expect(lines[0]).to.include(why);
    const { body } = await metrics.text();
    expect(body).to.include('serpentarium_late_moves_total{snake="/test",cause="machine"} 1\n');
  });

  it('has the first of equal faults of a game in full, and the others as one line at its end', async () => {
    const { log, lines, logged } = createLog();
    const reporter = new GameReporter({
      snake: '/test',
      listener: createSnakeListener(log, createMetrics('', eventLoop), true, silentAlerts),
    });
    const request = readRequest(requestJson());
    const fail = (game: LiveGame, turn: number, reason: string) => {
      const answer = { kind: 'failed', move: 'up', took: 1, fallback: 'safe', reason } as const;
      const more = { at: 0, budget: 400, overhead: 60, confirmed: undefined, last: undefined };
      reporter.answered(game, { turn, answer, ...more, arrival: { text: '', at: 0 } });
    };
    const [first, second] = ['one', 'two'].map((key) => new LiveGame(key, request, new Overhead(0), { text: '' }));
    for (let turn = 0; turn < 50; turn++) fail(first!, turn, `move threw: no cell ${turn}`);
    fail(first!, 50, 'move threw: another');
    fail(second!, 0, 'move threw: no cell 0');
    for (const game of [first!, second!]) reporter.ended(game, { ending: 'loss', turn: 51, at: 0 });
    await logged('game ended');
    const shown = () =>
      lines.filter(({ level }) => Number(level) > 20).map(({ msg, reason, faults }) => [msg, reason ?? faults]);
    await until(() => shown().length === 6);
    expect(shown()).to.deep.equal([
      ['move failed', 'move threw: no cell 0'],
      ['move failed', 'move threw: another'],
      ['move failed', 'move threw: no cell 0'],
      ['faults repeated', [{ kind: 'failed', reason: 'move threw: no cell 0', times: 49 }]],
      ['game ended', undefined],
      ['game ended', undefined],
    ]);
  });

  it('says of a turn that the journal finds lost what it says of any other, and counts it', async () => {
    const { log, lines, logged } = createLog();
    const metrics = createMetrics('', eventLoop);
    metrics.add('/test');
    const alerted: string[] = [];
    const alerts = { ...silentAlerts, turnLost: (snake: string) => void alerted.push(snake) };
    const answer = { game: 'game', you: 'me', turn: 3, took: 12.34, latency: '500', used: 'no' } as const;
    createSnakeListener(log, metrics, true, alerts)('/test', { type: 'moveConfirmed', ...answer });
    createJournalListener(log, metrics, alerts)({ kind: 'judged', answers: [{ snake: '/test', ...answer }] });
    await logged('turn lost');
    await until(() => lines.length === 2);
    const [host, journal] = lines.map((line) => ({ ...line, time: 0 }));
    expect(host).to.include({ snake: '/test', game: 'game', turn: 3, took: 12.3 });
    expect(journal).to.deep.equal(host);
    expect(alerted).to.deep.equal(['/test', '/test']);
    expect((await metrics.text()).body).to.include('serpentarium_turns_total{snake="/test",used="no"} 2\n');
  });

  it('alerts of a turn that is probably lost as of a lost one, and counts it by a label that reads right', async () => {
    const { log, lines, logged } = createLog();
    const metrics = createMetrics('', eventLoop);
    metrics.add('/test');
    const alerted: string[] = [];
    const alerts = { ...silentAlerts, turnLost: (snake: string) => void alerted.push(snake) };
    const answer = { game: 'game', you: 'me', turn: 3, took: 12, latency: '500' } as const;
    const listener = createSnakeListener(log, metrics, true, alerts);
    for (const used of ['yes', 'unlikely', 'unknown'] as const)
      listener('/test', { type: 'moveConfirmed', ...answer, used });
    await logged('turn probably lost');
    expect(lines.map(({ level }) => level)).to.deep.equal([40]);
    expect(alerted).to.deep.equal(['/test']);
    const { body } = await metrics.text();
    for (const used of ['probably-lost', 'unlikely'])
      expect(body).to.include(`serpentarium_turns_total{snake="/test",used="${used}"} 1\n`);
  });

  it('reports lost games as an error and an alert, and sums them up in the all-clear', async () => {
    const { log, lines, logged } = createLog();
    const alerted: string[] = [];
    const alerts = { ...silentAlerts, journalBroken: (...args: string[]) => void alerted.push(args.join(' | ')) };
    const listener = createJournalListener(log, createMetrics('', eventLoop), alerts);
    const loss = { kind: 'loss', named: ['a'], reason: 'the spool is full' } as const;
    listener({ ...loss, events: 9, games: 2 });
    listener({ ...loss, events: 5, games: 1 });
    listener({ store: 'database', kind: 'working' }, { store: 'database', kind: 'behind' });
    await logged('journal database reachable again');
    expect(lines.map(({ level, msg, games, lost }) => [level, msg, games ?? lost])).to.deep.equal([
      [50, 'games lost', 2],
      [50, 'games lost', 1],
      [30, 'journal database reachable again', 3],
    ]);
    expect(alerted[0]).to.equal('9 events of 2 games, because the spool is full | lost');
  });

  it('warns when retention deletes more than a tenth of all games at once', async () => {
    const { log, lines, logged } = createLog();
    const listener = createJournalListener(log, createMetrics('', eventLoop), silentAlerts);
    listener({ kind: 'forgotten', games: 100, left: 900 });
    listener({ kind: 'forgotten', games: 101, left: 899 });
    await logged('journal retention deleted games');
    await until(() => lines.length === 2);
    expect(lines.map(({ level }) => level)).to.deep.equal([30, 40]);
  });
});

/** The longest ids that are accepted, and every other string far longer. */
function hostileBody(): GameRequest {
  const body = requestJson() as unknown as GameRequest;
  const long = '\u0001'.repeat(1_000_000);
  const id = '\u0001'.repeat(256);
  Object.assign(body.game, { id, map: long, source: long });
  Object.assign(body.game.ruleset, { name: long, version: long });
  for (const snake of [body.you, ...body.board.snakes])
    Object.assign(snake, { name: long, latency: long, shout: long });
  body.you.id = id;
  return body;
}
