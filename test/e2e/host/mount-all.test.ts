import { expect } from 'chai';
import type { JournalEvent } from '../../../src/journal/journal-event.js';
import { describeExperiments, findMountSources, mountAll, mountExperiments } from '../../../src/host/mount-all.js';
import { identifySides } from '../../../src/journal/report/experiment-sides.js';
import type { SnakeListener } from '../../../src/snakes/snake-report.js';
import { SourceCache } from '../../../src/snakes/source-content.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { sketchRequest } from '../../support/requests.js';

const YAML = `
snakes:
  - { prefix: /base, strategy: greedy }
  - { prefix: /candidate, strategy: cautious }
experiments:
  - { prefix: /both, name: better, base: /base, candidate: /candidate, split: 0.5 }
`;
const strategyThatGoes = (move: string) => `export const customization = {}; export const move = () => '${move}';`;
/** Two snakes, because a game of one may be a health probe, whose reports are held back. */
const snakes = ['me', 'other'].map((id, x) => ({ id, body: `${x},2 ${x},1 ${x},0` }));
const arrival = { text: '{}', at: 0 };

describe('mountExperiments', () => {
  const folder = useConfigFolder();

  /** A configuration with a base that goes up and a candidate that goes left. */
  function load() {
    folder.write('strategies/greedy.ts', strategyThatGoes('up'));
    folder.write('strategies/cautious.ts', strategyThatGoes('left'));
    return folder.read(YAML);
  }

  it('gives variants the code of their snakes, even if the files have changed since', async () => {
    const began: (JournalEvent & { kind: 'began' })[] = [];
    const record = (event: JournalEvent) => void (event.kind === 'began' && began.push(event));
    const deps = { loaded: load(), env: {}, record, cache: new SourceCache() };
    const { snakes: alone } = await mountAll(deps);
    for (const name of ['greedy', 'cautious']) folder.write(`strategies/${name}.ts`, strategyThatGoes('down'));
    const experiments = await mountExperiments(deps);
    for (const mount of [...alone, ...experiments]) {
      for (let game = 0; game < 10; game++) mount.start(sketchRequest({ game: `game ${game}`, snakes }), arrival);
    }
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([...alone, ...experiments].map((mount) => mount.close()));
    const hashes = (prefix: string) => {
      return [...new Set(began.filter(({ snake }) => snake === prefix).map(({ player }) => player.hash))];
    };
    expect(hashes('/both')).to.have.members([...hashes('/base'), ...hashes('/candidate')]);
  });

  it('gives snakes that play side by side their sides, and the same identity to both', async () => {
    load();
    const loaded = folder.read(YAML.replace(/prefix: .both, (.*), split: 0.5/, '$1'));
    const assignments: unknown[] = [];
    const record = (event: JournalEvent) => void (event.kind === 'began' && assignments.push(event.player.assignment));
    const deps = { loaded, env: {}, record, cache: new SourceCache() };
    const { snakes: mounted } = await mountAll(deps);
    for (const mount of mounted) mount.start(sketchRequest({ game: 'one', snakes }), arrival);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(mounted.map((mount) => mount.close()));
    const [live] = await describeExperiments(deps);
    expect(live).to.include({ experiment: 'better', split: 0 });
    expect(live!.snakes).to.deep.equal(['/base', '/candidate']);
    const same = { experiment: 'better', split: 0, share: undefined, sides: identifySides(live!) };
    expect(assignments).to.deep.equal([
      { ...same, variant: 'base' },
      { ...same, variant: 'candidate' },
    ]);
  });

  it('remounts both sides if one has changed', async () => {
    load();
    const loaded = folder.read(YAML.replace(/prefix: .both, (.*), split: 0.5/, '$1'));
    const sourcesNow = () => findMountSources({ loaded, env: {}, cache: new SourceCache() });
    const before = await sourcesNow();
    expect(await sourcesNow()).to.deep.equal(before);
    folder.write('strategies/cautious.ts', strategyThatGoes('down'));
    const after = await sourcesNow();
    for (const prefix of ['/base', '/candidate']) expect(after.get(prefix)).to.not.deep.equal(before.get(prefix));
  });

  it('leaves nothing running if one variant cannot be loaded again', async () => {
    const running = new Set<number>();
    const events: SnakeListener = (_, report) => {
      if (report.type === 'childStarted') running.add(report.pid);
      if (report.type === 'childStopped') running.delete(report.pid);
    };
    const deps = { loaded: load(), env: {}, listener: events };
    const { snakes: alone } = await mountAll(deps);
    await Promise.all(alone.map((snake) => snake.close()));
    folder.write('strategies/cautious.ts', 'export const customization = {};');
    const failure = await mountExperiments({ ...deps, cache: new SourceCache() }).catch((thrown: unknown) => thrown);
    expect(failure)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/^Experiment "better": .*exports no "move"/);
    expect([...running]).to.deep.equal([]);
  });
});
