import { expect } from 'chai';
import type { ExperimentFigures } from '../../src/metrics/meters.js';
import { createMetrics, type Metrics } from '../../src/metrics/metrics.js';

/** The lines about our own metrics, as `name{labels}` → value; zeros are left out. */
async function counted(metrics: Metrics): Promise<Record<string, number>> {
  const { body } = await metrics.text();
  const lines = body.split('\n').filter((line) => /^serpentarium_(?!build_info|event_loop)/.test(line));
  const pairs = lines.map((line): [string, number] => {
    const cut = line.lastIndexOf(' ');
    return [line.slice('serpentarium_'.length, cut), Number(line.slice(cut + 1))];
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== 0));
}

function createCounting(...snakes: string[]): Metrics {
  const metrics = createMetrics('1.2.3', { takeDelays: () => ({ p50: 1, p99: 20, max: 300 }) });
  for (const snake of snakes) metrics.add(snake);
  return metrics;
}

describe('createMetrics', () => {
  it('counts answers by snake and outcome, and how long they took', async () => {
    const metrics = createCounting('/greedy', '/shy');
    metrics.answered('/greedy', 'moved', 3, 20);
    metrics.answered('/greedy', 'moved', 480, 20);
    metrics.answered('/greedy', 'late', 2000, 30);
    metrics.late('/greedy', 'machine');
    metrics.answered('/shy', 'failed', 1, 0);
    const found = await counted(metrics);
    expect(found).to.include({
      'moves_total{snake="/greedy",outcome="moved"}': 2,
      'moves_total{snake="/greedy",outcome="late"}': 1,
      'late_moves_total{snake="/greedy",cause="machine"}': 1,
      'moves_total{snake="/shy",outcome="failed"}': 1,
      'move_duration_seconds_bucket{le="0.003",snake="/greedy"}': 1,
      'move_duration_seconds_bucket{le="0.475",snake="/greedy"}': 1,
      'move_duration_seconds_bucket{le="0.5",snake="/greedy"}': 2,
      'move_duration_seconds_bucket{le="+Inf",snake="/greedy"}': 3,
      'move_duration_seconds_count{snake="/greedy"}': 3,
      'move_duration_seconds_bucket{le="0.001",snake="/shy"}': 1,
      'overhead_seconds{snake="/greedy"}': 0.03,
    });
    expect(found['move_duration_seconds_sum{snake="/greedy"}']).to.be.closeTo(2.483, 1e-9);
  });

  it('counts whether turns were used', async () => {
    const metrics = createCounting('/greedy');
    for (const used of ['yes', 'yes', 'no', 'unknown'] as const) metrics.moveConfirmed('/greedy', used);
    expect(await counted(metrics)).to.deep.equal({
      'turns_total{snake="/greedy",used="yes"}': 2,
      'turns_total{snake="/greedy",used="no"}': 1,
      'turns_total{snake="/greedy",used="unknown"}': 1,
    });
  });

  it('counts what shadows made of turns, from zero, for snakes that have one', async () => {
    const metrics = createCounting('/greedy');
    metrics.shadowAnswered('/greedy', 'agreed');
    expect((await metrics.text()).body).to.not.include('shadow_turns_total{');
    metrics.addShadow('/greedy');
    for (const outcome of ['agreed', 'agreed', 'skipped'] as const) metrics.shadowAnswered('/greedy', outcome);
    expect(await counted(metrics)).to.deep.equal({
      'shadow_turns_total{snake="/greedy",outcome="agreed"}': 2,
      'shadow_turns_total{snake="/greedy",outcome="skipped"}': 1,
    });
    const series = 'serpentarium_shadow_turns_total{snake="/greedy",outcome="late"}';
    expect((await metrics.text()).body).to.include(`${series} 0\n`);
    metrics.remove('/greedy');
    expect((await metrics.text()).body).to.not.include(series);
  });

  it('counts live games, ended games and, apart from them, health probes', async () => {
    const metrics = createCounting('/greedy');
    metrics.watchShares(() => [
      { snake: '/greedy', live: 2, shares: [] },
      { snake: '/greedy', live: 1, shares: [] },
    ]);
    for (const result of ['win', 'loss', 'loss', 'solo', 'probe'] as const) metrics.gameEnded('/greedy', result);
    expect(await counted(metrics)).to.deep.equal({
      'live_games{snake="/greedy"}': 3,
      'games_ended_total{snake="/greedy",result="win"}': 1,
      'games_ended_total{snake="/greedy",result="loss"}': 2,
      'games_ended_total{snake="/greedy",result="solo"}': 1,
      'probes_total{snake="/greedy"}': 1,
    });
  });

  it('counts children, and as restarts only children that were killed or exited', async () => {
    const metrics = createCounting('/greedy');
    for (let child = 0; child < 4; child++) metrics.childStarted('/greedy');
    for (const how of ['stopped', 'killed', 'exited'] as const) metrics.childStopped('/greedy', how);
    metrics.strategyWarned('/greedy');
    expect(await counted(metrics)).to.deep.equal({
      'children{snake="/greedy"}': 1,
      'child_restarts_total{snake="/greedy"}': 2,
      'strategy_warnings_total{snake="/greedy"}': 1,
    });
  });

  it('shows what snakes have of the cores, with all mounts under a prefix added up', async () => {
    const metrics = createCounting('/greedy');
    let cpuBound = 2;
    metrics.watchShares(() => [
      { snake: '/greedy', live: 0, cpuBound, waiting: 1, shares: [240, 120] },
      { snake: '/greedy', live: 0, cpuBound: 1, waiting: 2, shares: [] },
      { snake: '/shy', live: 0, cpuBound: 0, waiting: 0, shares: [] },
    ]);
    expect(await counted(metrics)).to.deep.equal({
      'cpu_bound_games{snake="/greedy"}': 3,
      'waiting_turns{snake="/greedy"}': 3,
      'least_share_seconds{snake="/greedy"}': 0.12,
    });
    expect((await metrics.text()).body).to.include('serpentarium_cpu_bound_games{snake="/shy"} 0\n');
    cpuBound = 0;
    expect(await counted(metrics)).to.include({ 'cpu_bound_games{snake="/greedy"}': 1 });
  });

  it('shows the processes of the journal next to the children, and no games', async () => {
    const metrics = createCounting('/greedy');
    metrics.watchShares(() => [
      { snake: 'journal', children: [{ pid: process.pid, memoryMb: 3 }, { memoryMb: 4 }, {}] },
    ]);
    const { body } = await metrics.text();
    expect(body).to.include(`serpentarium_child_memory_bytes{snake="journal"} ${7 * 1024 ** 2}\n`);
    if (process.platform === 'linux') expect(body).to.match(/child_cpu_seconds_total{snake="journal"} \d+\.\d+/);
    expect(body.match(/^.*journal".*$/gm)).to.have.lengthOf(process.platform === 'linux' ? 2 : 1);
  });

  it('shows the memory and the CPU time of children, whose total never falls when one ends', async () => {
    const metrics = createCounting('/greedy');
    const child = { pid: process.pid, memoryMb: 40 };
    let children: (typeof child)[] = [child, { pid: -1, memoryMb: 2 }];
    let isMounted = true;
    metrics.watchShares(() => (isMounted ? [{ snake: '/greedy', live: 0, shares: [], children }] : []));
    const read = async () => {
      const { body } = await metrics.text();
      const valueOf = (name: string) =>
        Number(new RegExp(`^serpentarium_${name}{snake="/greedy"} (.*)$`, 'm').exec(body)?.[1]);
      return [valueOf('child_memory_bytes'), valueOf('child_cpu_seconds_total')] as const;
    };
    const [memory, used] = await read();
    expect(memory).to.equal(42 * 1024 ** 2);
    if (process.platform === 'linux') expect(used).to.be.greaterThan(0);
    children = [];
    const [left, total] = await read();
    expect(left).to.be.NaN;
    if (process.platform === 'linux') expect(total).to.equal(used);
    isMounted = false;
    expect(await read()).to.deep.equal([NaN, NaN]);
  });

  it('shows how the servers of a snake do, all mounts under a prefix together', async () => {
    const metrics = createCounting('/far');
    const good = { isReachable: true, since: 5000, failures: 1, latency: 20 };
    metrics.watchShares(() => [
      { snake: '/far', live: 0, shares: [], upstreams: [good, { isReachable: true, since: 7000, failures: 2 }] },
      { snake: '/far', live: 0, shares: [], upstreams: [{ ...good, latency: 30 }] },
      { snake: '/near', live: 0, shares: [] },
      { snake: '/gone', live: 0, shares: [], upstreams: [{ ...good, isReachable: false }, good] },
    ]);
    const { body } = await metrics.text();
    for (const line of [
      'reachable{snake="/far"} 1',
      'since_timestamp_seconds{snake="/far"} 7',
      'failures{snake="/far"} 4',
      'latency_seconds{snake="/far"} 0.03',
      'reachable{snake="/gone"} 0',
    ])
      expect(body).to.include(`serpentarium_upstream_${line}\n`);
    expect(body).to.not.match(/upstream_\w+\{snake="\/near"/);
  });

  it('drops the core shares of a snake that was unmounted', async () => {
    const metrics = createCounting();
    let snakes = [{ snake: '/greedy', live: 1, cpuBound: 1, waiting: 1, shares: [240] }];
    metrics.watchShares(() => snakes);
    expect((await metrics.text()).body).to.include('"/greedy"');
    snakes = [];
    expect((await metrics.text()).body).to.not.include('"/greedy"');
  });

  it('shows live experiments: figures once games count, and the present state alone', async () => {
    const metrics = createCounting();
    let live: ExperimentFigures[] = [{ experiment: 'new', state: 'undecided' }];
    metrics.watchExperiments(() => live);
    const read = async () =>
      (await metrics.text()).body.split('\n').filter((line) => line.startsWith('serpentarium_exp'));
    expect(await read()).to.deep.equal(['serpentarium_experiment_state{experiment="new",state="undecided"} 1']);
    live = [{ experiment: 'old', state: 'stopped', difference: -0.5, low: -0.75, high: -0.25, games: 60 }];
    expect(await read()).to.deep.equal([
      'serpentarium_experiment_difference{experiment="old"} -0.5',
      'serpentarium_experiment_low{experiment="old"} -0.75',
      'serpentarium_experiment_high{experiment="old"} -0.25',
      'serpentarium_experiment_games{experiment="old"} 60',
      'serpentarium_experiment_state{experiment="old",state="stopped"} 1',
    ]);
  });

  it('starts every series of a snake at zero', async () => {
    const { body } = await createCounting('/greedy').text();
    for (const outcome of ['moved', 'late', 'failed', 'illegal']) {
      expect(body).to.include(`serpentarium_moves_total{snake="/greedy",outcome="${outcome}"} 0\n`);
    }
    expect(body).to.include('serpentarium_move_duration_seconds_count{snake="/greedy"} 0\n');
    expect(body).to.include('serpentarium_turns_total{snake="/greedy",used="no"} 0\n');
  });

  it('counts nothing for a snake that was never added', async () => {
    const metrics = createCounting('/shy');
    metrics.answered('/greedy', 'moved', 3, 20);
    metrics.moveConfirmed('/greedy', 'no');
    metrics.gameEnded('/greedy', 'win');
    metrics.childStopped('/greedy', 'killed');
    const { body } = await metrics.text();
    expect(body).to.not.include('/greedy');
    expect(body).to.include('serpentarium_children{snake="/shy"} 0');
  });

  it('keeps counting when a snake is added twice', async () => {
    const metrics = createCounting('/greedy');
    metrics.strategyWarned('/greedy');
    metrics.add('/greedy');
    metrics.strategyWarned('/greedy');
    expect(await counted(metrics)).to.deep.equal({ 'strategy_warnings_total{snake="/greedy"}': 2 });
  });

  it('keeps the counters of two hosts in one process apart', async () => {
    const [first, second] = [createCounting('/greedy'), createCounting('/greedy')];
    first.strategyWarned('/greedy');
    expect(await counted(second)).to.deep.equal({});
  });

  it('writes the text format of Prometheus', async () => {
    const { contentType, body } = await createCounting('/a"b\\c').text();
    expect(contentType).to.equal('text/plain; version=0.0.4; charset=utf-8');
    for (const line of body.split('\n')) {
      expect(line).to.match(/^(|# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="(\\.|[^"\\])*",?)+\})? \S+)$/);
    }
    const names = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names).to.have.length(new Set(names).size);
    expect(body.endsWith('\n')).to.equal(true);
  });

  it('reports the version, the process and its event loop', async () => {
    const metrics = createCounting();
    const { body } = await metrics.text();
    expect(body).to.include(`serpentarium_build_info{version="1.2.3",node="${process.versions.node}"} 1`);
    expect(body).to.include('process_cpu_user_seconds_total').and.include('nodejs_heap_size_used_bytes');
    for (const [statistic, seconds] of Object.entries({ p50: 0.001, p99: 0.02, max: 0.3 })) {
      expect(body).to.include(`serpentarium_event_loop_delay_seconds{statistic="${statistic}"} ${seconds}\n`);
    }
  });
});
