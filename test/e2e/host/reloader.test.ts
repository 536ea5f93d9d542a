import { expect } from 'chai';
import { formatFault } from '../../../src/errors/errors.js';
import { Reloader, type ReloadOutcome } from '../../../src/host/reloader.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { sketchRequest } from '../../support/requests.js';
import { until } from '../../support/soon.js';

const goes = (move: string) =>
  `export const customization = { color: '#00000${move.length}' }; export const move = () => '${move}';`;
const arrival = { text: '{}', at: 0 };
const TWO = 'snakes: [{ prefix: /a, strategy: greedy }, { prefix: /b, strategy: cautious }]';

const request = (turn: number) => sketchRequest({ game: 'g', turn });

describe('Reloader', () => {
  const folder = useConfigFolder();
  const running = new Set<number>();
  const log: string[] = [];
  let reloader: Reloader;
  let yaml = TWO;

  beforeEach(async () => {
    log.length = 0;
    yaml = TWO;
    for (const name of ['greedy', 'cautious', 'random']) folder.write(`strategies/${name}.ts`, goes('up'));
    reloader = new Reloader(
      () => folder.read(yaml),
      {
        env: {},
        listener: (_, report) => {
          if (report.type === 'childStarted') running.add(report.pid);
          if (report.type === 'childStopped') running.delete(report.pid);
        },
      },
      {
        expected: () => undefined,
        forgotten: (prefix) => void log.push(`forgotten ${prefix}`),
        closed: (prefix, version) => void log.push(`closed ${prefix} ${version}`),
        reloaded: ({ outcome, version }, trigger) => void log.push(`${trigger}: ${outcome} ${version}`),
      },
    );
    await reloader.start(folder.read(yaml));
  });
  afterEach(async () => {
    await reloader.close();
    expect([...running]).to.deep.equal([]);
  });

  const mountAt = (prefix: string) => reloader.mounts.present.find(({ mount }) => mount.prefix === prefix)?.mount;
  const shown = ({ outcome, version, ...rest }: ReloadOutcome) =>
    'faults' in rest
      ? [outcome, version, rest.faults.map(formatFault).join('\n').replaceAll(`${folder.path}/`, '')]
      : [outcome, version, { added: rest.added, changed: rest.changed, removed: rest.removed }];

  it('leaves everything alone if nothing has changed but comments', async () => {
    const before = reloader.mounts;
    folder.write('strategies/greedy.ts', `// a comment\n${goes('up')}`);
    yaml = `# another\n${TWO}`;
    expect(shown(await reloader.reload('test'))).to.deep.equal([
      'unchanged',
      1,
      { added: [], changed: [], removed: [] },
    ]);
    expect(reloader.mounts.present).to.deep.equal(before.present);
    expect(reloader.mounts.retired).to.deep.equal([]);
  });

  it('mounts what is new or has changed, and keeps the children of all others', async () => {
    const [a, b] = [mountAt('/a')!, mountAt('/b')!];
    folder.write('strategies/greedy.ts', goes('left'));
    yaml = `snakes: [{ prefix: /c, strategy: random }, { strategy: cautious, prefix: /b }, { prefix: /a, strategy: greedy }]`;
    const outcome = await reloader.reload('test');
    expect(shown(outcome)).to.deep.equal(['applied', 2, { added: ['/c'], changed: ['/a'], removed: [] }]);
    expect(mountAt('/b')).to.equal(b);
    expect(mountAt('/a')).not.to.equal(a);
    expect(mountAt('/a')!.info.color).to.equal('#000004');
    expect(reloader.mounts.present.map(({ mount }) => mount.prefix)).to.deep.equal(['/c', '/b', '/a']);
    expect(reloader.mounts.present.map(({ version }) => version)).to.deep.equal([2, 1, 2]);
    await until(() => log.includes('closed /a 1'));
    expect(log).not.to.include('forgotten /a');
  });

  it('notices a change of a file that a strategy imports, of options, keys and looks', async () => {
    folder.write('strategies/lib/turn.ts', `export const turn = 'up';`);
    folder.write('strategies/greedy.ts', `import { turn } from './lib/turn.ts'; ${goes('up').replace(`'up'`, 'turn')}`);
    expect(shown(await reloader.reload('test'))[0]).to.equal('applied');
    expect(reloader.current.files.map((file) => file.replace(`${folder.path}/`, ''))).to.include(
      'strategies/lib/turn.ts',
    );
    folder.write('strategies/lib/turn.ts', `export const turn = 'down';`);
    for (const changed of [
      TWO,
      TWO.replace('cautious', `cautious, key: a-long-key`),
      TWO.replace('cautious', `cautious, key: another-key`),
      TWO.replace('cautious', `cautious, customization: { color: '#123456' }`),
    ]) {
      yaml = changed;
      const outcome = await reloader.reload('test');
      expect(outcome, changed).to.deep.include({ outcome: 'applied', added: [], removed: [] });
    }
  });

  it('leaves everything as it was if the variable of a key is not set', async () => {
    const before = reloader.mounts;
    yaml = TWO.replace('cautious', 'cautious, key: $NOT_SET');
    const outcome = await reloader.reload('test');
    expect(shown(outcome)[2]).to.include('environment variable "NOT_SET" is not set');
    expect(reloader.mounts).to.equal(before);
  });

  it('lets games end on the version on which they began', async () => {
    const old = mountAt('/a')!;
    old.start(request(0), arrival);
    folder.write('strategies/greedy.ts', goes('left'));
    const outcome = await reloader.reload('test');
    expect(outcome).to.deep.include({ ongoing: [{ snake: '/a', version: 1, games: 1 }] });
    expect([old, mountAt('/a')!].map((mount) => mount.isPlaying(request(1)))).to.deep.equal([true, false]);
    expect((await old.answer(request(1), { text: '{}', at: performance.now() })).move).to.equal('up');
    old.end(request(2), arrival);
    await until(() => log.includes('closed /a 1'));
    expect(reloader.mounts.retired).to.deep.equal([]);
  });

  it('forgets a snake that was taken off, once its games are over', async () => {
    mountAt('/b')!.start(sketchRequest({ game: 'g' }), arrival);
    const old = mountAt('/b')!;
    yaml = 'snakes: [{ prefix: /a, strategy: greedy }]';
    expect(shown(await reloader.reload('test'))).to.deep.equal([
      'applied',
      2,
      { added: [], changed: [], removed: ['/b'] },
    ]);
    expect(mountAt('/b')).to.equal(undefined);
    expect(log).not.to.include('forgotten /b');
    old.leave(sketchRequest({ game: 'g' }), arrival);
    await until(() => log.includes('forgotten /b'));
  });

  const faults: [what: string, break_: () => void, fault: RegExp][] = [
    [
      'the YAML',
      () => (yaml = 'snakes: [{ prefix: /a, strategy: gredy }]'),
      /snakes\.yaml:1:34 strategy "gredy" is not in/,
    ],
    [
      'the syntax of a strategy',
      () => void folder.write('strategies/greedy.ts', 'export const = 1'),
      /snakes\.yaml:1:34 snake "\/a": .*greedy\.ts:1:\d+ /,
    ],
    [
      'the exports',
      () => void folder.write('strategies/greedy.ts', 'export const moev = 1'),
      /snake "\/a": .*exports no "move"/,
    ],
    [
      'one side of an experiment',
      () => {
        folder.write('strategies/greedy.ts', goes('left'));
        folder.write('strategies/random.ts', 'throw new Error("no")');
        yaml = `${TWO.slice(0, -1)}, { prefix: /c, strategy: random }]\nexperiments: [{ prefix: /e, name: x, base: /a, candidate: /c }]`;
      },
      /snake "\/c": strategy "random": .*no/,
    ],
  ];
  for (const [what, break_, fault] of faults) {
    it(`leaves everything as it was after a fault in ${what}`, async () => {
      const [before, pids] = [reloader.mounts, [...running]];
      break_();
      const outcome = shown(await reloader.reload('test'));
      expect(outcome.slice(0, 2)).to.deep.equal(['failed', 1]);
      expect(outcome[2]).to.match(fault);
      expect(reloader.mounts).to.equal(before);
      expect([...running]).to.deep.equal(pids);
    });
  }

  it('mounts an experiment again if one of its sides has changed, and with it what is live', async () => {
    const experiment = 'experiments: [{ prefix: /e, name: x, base: /a, candidate: /b }]';
    yaml = `${TWO}\n${experiment}`;
    expect(await reloader.reload('test')).to.deep.include({ outcome: 'applied', added: ['/e'], changed: [] });
    folder.write('strategies/cautious.ts', goes('left'));
    const outcome = await reloader.reload('test');
    expect(outcome).to.deep.include({ outcome: 'applied', added: [], changed: ['/b', '/e'] });
    expect(reloader.current.live.map(({ experiment: name }) => name)).to.deep.equal(['x']);
    expect(await reloader.reload('test')).to.deep.include({ outcome: 'unchanged' });
    yaml = `${TWO}\n${experiment.replace('name: x', 'name: x, split: 0.3')}`;
    expect(await reloader.reload('test')).to.deep.include({ outcome: 'applied', changed: ['/e'] });
  });

  it('does one reload after the other, and one for all who ask while it waits', async () => {
    folder.write('strategies/greedy.ts', goes('left'));
    const first = reloader.reload('first');
    await Promise.resolve();
    const second = reloader.reload('second');
    const third = reloader.reload('third');
    folder.write('strategies/cautious.ts', goes('left'));
    expect(third).to.equal(second);
    expect((await Promise.all([first, second])).map(({ version }) => version)).to.deep.equal([2, 2]);
    expect(log.filter((line) => line.includes(':'))).to.deep.equal(['first: applied 2', 'second: unchanged 2']);
  });
});
