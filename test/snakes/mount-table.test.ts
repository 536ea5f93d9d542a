import { expect } from 'chai';
import { MountTable, type SourcedMount } from '../../src/snakes/mount-table.js';
import type { MountStatus } from '../../src/snakes/mount.js';
import { createMount } from '../support/mounts.js';
import { until } from '../support/soon.js';

/** A version whose games and children a test changes. */
function createVersion(prefix: string, version: number) {
  const state = { silent: [] as number[], child: 'idle' as 'idle' | 'busy', isClosed: false, isAbandoned: false };
  const mount = createMount(prefix);
  const status = (): MountStatus => ({
    ...mount.status(),
    games: state.silent.map((silent, index) => ({
      game: `${index}`,
      you: 'me',
      turn: 1,
      overhead: 0,
      silent,
      isLive: true,
    })),
    children: [{ pid: 1, state: state.child, games: 0, memoryMb: 1 }],
  });
  const closable = {
    ...mount,
    status,
    abandonGames: () => void ((state.isAbandoned = true), (state.silent = [])),
    close: async () => void (state.isClosed = true),
  };
  return { state, served: { mount: closable, version, source: { prefix, version } } satisfies SourcedMount };
}

describe('MountTable', () => {
  const closed: string[] = [];
  let table: MountTable;
  beforeEach(() => {
    closed.length = 0;
    const note = ({ mount, version }: { mount: { prefix: string }; version: number }, isLast: boolean) =>
      void closed.push(`${mount.prefix} ${version}${isLast ? ' last' : ''}`);
    table = new MountTable({ closed: note }, 1);
  });
  afterEach(() => table.close());

  it('says what has changed', () => {
    const [a, b, b2, c] = [
      createVersion('/a', 1),
      createVersion('/b', 1),
      createVersion('/b', 2),
      createVersion('/c', 2),
    ];
    expect(table.replace([a.served, b.served])).to.deep.equal({ added: ['/a', '/b'], changed: [], removed: [] });
    expect(table.replace([c.served, b2.served])).to.deep.equal({ added: ['/c'], changed: ['/b'], removed: ['/a'] });
    expect(table.now.present).to.deep.equal([c.served, b2.served]);
    expect(table.now.retired).to.deep.equal([a.served, b.served]);
  });

  it('finds a mount that was made from the same, in whatever order its keys are', () => {
    const { served } = createVersion('/a', 1);
    table.replace([served]);
    expect(table.find('/a', { version: 1, prefix: '/a' })).to.equal(served);
    expect(table.find('/a', { version: 2, prefix: '/a' })).to.equal(undefined);
    expect(table.find('/b', { version: 1, prefix: '/a' })).to.equal(undefined);
  });

  it('keeps a mount that is replaced while it has games or its child is busy', async () => {
    const [first, second, third] = [createVersion('/a', 1), createVersion('/a', 2), createVersion('/a', 3)];
    first.state.silent = [10];
    second.state.child = 'busy';
    for (const { served } of [first, second, third]) table.replace([served]);
    const other = createVersion('/b', 1);
    table.replace([other.served, third.served]);
    table.replace([third.served]);
    await until(() => other.state.isClosed);
    expect([first, second, third].map(({ state }) => state.isClosed)).to.deep.equal([false, false, false]);
    first.state.silent = [];
    await until(() => first.state.isClosed);
    second.state.child = 'idle';
    await until(() => second.state.isClosed);
    await until(() => closed.length === 3);
    expect(closed).to.deep.equal(['/b 1 last', '/a 1', '/a 2']);
    expect(table.now).to.deep.equal({ present: [third.served], retired: [] });
  });

  it('gives up the oldest of many mounts whose engines are silent, and none that is asked', async () => {
    const versions = Array.from({ length: 8 }, (_, index) => createVersion('/a', index + 1));
    for (const { state, served } of versions) {
      state.silent = [60_000, served.version === 2 ? 500 : 90_000];
      table.replace([served]);
    }
    await until(() => closed.length === 2);
    expect(versions.map(({ state }) => state.isAbandoned)).to.deep.equal([true, false, true, ...Array(5).fill(false)]);
  });

  it('closes everything at its end', async () => {
    const [old, present] = [createVersion('/a', 1), createVersion('/a', 2)];
    old.state.silent = [1];
    for (const { served } of [old, present]) table.replace([served]);
    await table.close();
    expect([old.state.isClosed, present.state.isClosed]).to.deep.equal([true, true]);
  });
});
