/**
 * How a host ends: on a signal without losing a request, on a second signal at once, and when killed without leftovers.
 */
import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { WalkingSnake } from '../../support/walking-snake.js';
import { killProcesses, isRunning, newJournal, spawnHost, type HostProcess } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

const CLIENTS = 8;
/** Longer than anything takes on a busy machine: who ends within it has not waited for its end. */
const GRACE = 30_000;

describe('a host that receives a signal', () => {
  afterEach(killProcesses);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`answers every request, closes each connection with an answer, and exits with 0 after ${signal}`, async () => {
      const snakes = ['good', 'observer', 'throw'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
      const host = await spawnHost({ snakes, server: { drain: 500, grace: GRACE } });
      const clients = Array.from({ length: CLIENTS }, (_, index) => new Client(host, snakes[index % 3]!.prefix, index));
      const played = Promise.all(clients.map((client) => client.play()));
      await Promise.all(clients.map((client) => client.hasPlayed(10)));

      host.signal(signal);
      const signalled = performance.now();
      await host.logged(({ msg }) => msg.startsWith('shutting down'));
      expect((await fetch(`${host.url}/readyz`)).status).to.equal(503);
      const draining = await fetch(`${host.url}/good`);
      expect([draining.status, draining.headers.get('connection')]).to.deep.equal([200, 'close']);

      expect((await host.ended).code).to.equal(0);
      expect(performance.now() - signalled).to.be.below(GRACE);
      await played;
      expect(clients.flatMap(({ lost }) => lost)).to.deep.equal([]);
    });
  }

  it('exits with 0 when its grace period is over, whatever is in flight', async () => {
    const host = await spawnHost({ snakes: [{ prefix: '/', strategy: 'never' }], server: { drain: 0, grace: 300 } });
    const game = new WalkingSnake({ url: host.url, timeout: 60_000 });
    const answer = game.move().catch((thrown: unknown) => thrown);
    await until(async () => (await host.snakes())[0]!.children[0]!.state === 'busy');
    host.signal('SIGTERM');
    expect((await host.ended).code).to.equal(0);
    expect(await answer).to.be.an('error');
  });

  it('exits with 1 if games are lost, after a line with their number and cause, and /readyz has told why', async () => {
    const journal = newJournal();
    mkdirSync(journal.path);
    const host = await spawnHost({ snakes: [{ prefix: '/', strategy: 'good' }], journal, server: { drain: 0 } });
    await new WalkingSnake({ url: host.url, timeout: 60_000 }).move();
    await host.logged(({ msg }) => msg === 'journal write failed');
    expect(await host.ask('/readyz'))
      .to.include({ status: 'ready', journal: 'failing' })
      .and.to.have.property('reason');
    host.signal('SIGTERM');
    expect((await host.ended).code).to.equal(1);
    const [[lost], [stopped]] = [await host.logged(({ msg }) => msg === 'games lost'), await host.logged(isStopped)];
    expect(lost).to.include({ level: 50, events: 2, games: 1 });
    expect(lost!['reason']).to.match(/^the host stopped before they were written: ./);
    expect(stopped).to.include({ cut: 0, running: 1 });
    expect(stopped!['lost']).to.include({ events: 2, games: 1 });
  });

  it('exits with 1 at once after a second signal', async () => {
    const host = await spawnHost({
      snakes: [{ prefix: '/', strategy: 'good' }],
      server: { drain: 60_000, grace: 60_000 },
    });
    const children = await pidsOf(host);
    host.signal('SIGTERM');
    await host.logged(({ msg }) => msg.startsWith('shutting down'));
    host.signal('SIGINT');
    expect((await host.ended).code).to.equal(1);
    await until(() => !children.some(isRunning));
  });
});

describe('a host that is killed', () => {
  after(killProcesses);

  it('leaves no process behind, even if its children spin or started children', async () => {
    const strategies = ['loop', 'spawn', 'good'];
    const host = await spawnHost({ snakes: strategies.map((strategy) => ({ prefix: `/${strategy}`, strategy })) });
    const games = strategies.map((each) => new WalkingSnake({ url: `${host.url}/${each}`, timeout: 60_000 }));
    const answers = games.map((game) => game.move().catch(() => undefined));
    const [spawned] = await host.logged(({ line }) => line === 'spawned');
    const grandchild = (spawned!['data'] as { pid: number }).pid;
    await until(async () => (await host.snakes()).filter(({ children }) => children[0]!.state === 'busy').length === 2);
    const processes = [...(await pidsOf(host)), grandchild];
    expect(processes).to.have.lengthOf(4);
    for (const pid of processes) expect(isRunning(pid)).to.be.true;

    host.signal('SIGKILL');
    expect((await host.ended).signal).to.equal('SIGKILL');
    await Promise.all(answers);
    await until(() => !processes.some(isRunning));
  });
});

const isStopped = ({ msg }: { readonly msg: string }): boolean => msg === 'stopped';

async function pidsOf(host: HostProcess): Promise<number[]> {
  return (await host.snakes()).flatMap(({ children }) => children.map(({ pid }) => pid));
}

/** Asks for moves one after another on one connection, as engines do, until the host closes the connection. */
class Client {
  /** Why requests were not answered. */
  readonly lost: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #snake: WalkingSnake;
  #answers = 0;

  constructor({ url }: HostProcess, prefix: string, index: number) {
    this.#url = `${url}${prefix}/move`;
    this.#snake = new WalkingSnake({ url: '', game: `client-${index}`, timeout: 5000 });
  }

  async play(): Promise<void> {
    try {
      while (await this.#ask()) this.#answers += 1;
    } catch (thrown) {
      this.lost.push(String(thrown));
    }
    this.#agent.destroy();
  }

  async hasPlayed(answers: number): Promise<void> {
    await until(() => this.#answers >= answers);
  }

  /** Resolves with whether the host keeps the connection open. */
  #ask(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const asked = request(this.#url, { method: 'POST', agent: this.#agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume().once('end', () => resolve(response.headers.connection !== 'close'));
      });
      asked.once('error', reject);
      asked.end(JSON.stringify(this.#snake.body()));
    });
  }
}
