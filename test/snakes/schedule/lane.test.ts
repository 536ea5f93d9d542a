import { expect } from 'chai';
import { Cores } from '../../../src/snakes/schedule/cores.js';
import type { Ponderer, Worker } from '../../../src/snakes/schedule/idle-cores.js';
import { Lane, Lease, type LeasedCall } from '../../../src/snakes/schedule/lane.js';

const createChild = (): Worker => ({ isFree: true, cpuTime: () => undefined });

/** A move that nobody gives up. */
const moveOf = (key: string, child: Worker): LeasedCall => ({
  kind: 'move',
  job: { key },
  deadline: performance.now() + 60_000,
  child,
  outcome: new Promise(() => undefined),
});

/** A game that would ponder, and counts how often it may. */
class WatchedPonderer implements Ponderer {
  state: Ponderer['state'] = 'waiting';
  readonly isReady = true;
  readonly child: Worker;
  readonly told: string[] = [];

  constructor(child = createChild()) {
    this.child = child;
  }

  begin(): void {
    this.state = 'running';
    this.told.push('begin');
  }

  stop(): void {
    this.state = 'stopping';
    this.told.push('stop');
  }
}

/** A snake on so many cores. All of them are leased; the move of another game waits. */
function createBusy(count: number) {
  const cores = new Cores({ cores: count });
  const lane = new Lane(cores);
  const leases = Array.from({ length: count }, (_, at) => lane.lease(moveOf(String(at), createChild())) as Lease);
  for (const lease of leases) lease.begin();
  const child = createChild();
  const waiting = lane.lease(moveOf('waiting', child));
  return { cores, leases, child, waiting };
}

describe('Lane', () => {
  it('leases a free core at once, also to a CPU-bound game', async () => {
    const { leases, waiting } = createBusy(2);
    for (const lease of leases) expect(lease).to.be.instanceOf(Lease);
    expect(waiting).to.be.instanceOf(Promise);
    leases[0]!.release(true);
    expect(await waiting).to.be.instanceOf(Lease);
  });

  it('lets nobody ponder on a core that a move has waited for', async () => {
    const { cores, leases, waiting } = createBusy(1);
    const ponderer = new WatchedPonderer();
    cores.idle.add(ponderer);
    leases[0]!.release(true);
    const lease = await waiting;
    lease!.begin();
    expect(ponderer.told).to.deep.equal([]);
    lease!.release(true);
    expect(ponderer.told).to.deep.equal(['begin']);
  });

  it('lets no child ponder that has a move coming', async () => {
    const { cores, leases, child, waiting } = createBusy(2);
    const ponderer = new WatchedPonderer(child);
    cores.idle.add(ponderer);
    for (const lease of leases) lease.release(true);
    expect(ponderer.told).to.deep.equal([]);
    const lease = await waiting;
    lease!.begin();
    lease!.release(true);
    expect(ponderer.told).to.deep.equal(['begin']);
  });

  it('stops nobody else for a move whose own child ponders', () => {
    const cores = new Cores({ cores: 2 });
    const child = createChild();
    const [own, other] = [new WatchedPonderer(child), new WatchedPonderer()];
    for (const ponderer of [own, other]) cores.idle.add(ponderer);
    void new Lane(cores).lease(moveOf('another game', child));
    expect([own.told, other.told]).to.deep.equal([['begin'], ['begin']]);
  });
});
