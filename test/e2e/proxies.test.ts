/**
 * Three hosts behind HAProxy and behind nginx: each game keeps its host, and a host that dies, ends or comes back loses
 * no turn. `PROXY_GAMES` is the number of games at once.
 */
import { expect } from 'chai';
import { chooseVariant } from '../../src/snakes/experiment.js';
import { killProcesses } from '../support/host-process.js';
import { ManyGames, type SeenGame, type SeenTurn } from '../support/many-games.js';
import { EXPERIMENT, startHosts, type NamedHost } from '../support/many-hosts.js';
import { PROXIES, type ProxyKind, type TestProxy } from '../support/servers/proxies.js';
import { until } from '../support/soon.js';

const GAMES_AT_ONCE = Number(process.env['PROXY_GAMES'] ?? 24);
/** Turns that each game plays on average before something happens. */
const TURNS_BETWEEN = 25;
/** In ms; enough even on a busy machine. */
const TIMEOUT = 5000;

/** Something that happened to a host, by `performance.now()`. */
interface Incident {
  readonly what: 'killed' | 'drained' | 'returned';
  readonly host: string;
  readonly at: number;
}

for (const kind of PROXIES) {
  describe(`three hosts behind ${kind.name}`, function () {
    this.timeout(180_000);
    let hosts: NamedHost[];
    let proxy: TestProxy;
    before(async function () {
      if (kind.program === undefined) this.skip();
      hosts = await startHosts(['one', 'two', 'three']);
      proxy = await kind.start(hosts.map(({ port }) => port));
    });
    after(async () => {
      await proxy?.close();
      await killProcesses();
    });

    it('lose no turn when one is killed and one is drained, and games keep their hosts', async () => {
      const { games, incidents } = await playThroughIncidents(kind, proxy, hosts);
      expect(lostTurns(games)).to.deep.equal([]);
      expect(games.flatMap(({ remarks }) => remarks)).to.deep.equal([]);
      expect(games.flatMap((game) => wrongMoves(game, incidents))).to.deep.equal([]);
      expect(games.flatMap(wrongMemories)).to.deep.equal([]);
      expect(games.flatMap(wrongSides)).to.deep.equal([]);
    });
  });
}

/** Plays, kills the first host, starts it again, drains the second, starts it again. */
async function playThroughIncidents({ name }: ProxyKind, proxy: TestProxy, [one, two]: readonly NamedHost[]) {
  const incidents: Incident[] = [];
  const happens = (what: Incident['what'], { name: host }: NamedHost) =>
    incidents.push({ what, host, at: performance.now() });
  const engine = new ManyGames({ url: `${proxy.url}/champion`, atOnce: GAMES_AT_ONCE, seed: name, timeout: TIMEOUT });
  const { games } = engine;
  const playOn = async () => {
    const enough = engine.turns + GAMES_AT_ONCE * TURNS_BETWEEN;
    await until(() => engine.turns > enough);
  };
  const isBack = async ({ name: host }: NamedHost) => {
    const since = performance.now();
    await until(() =>
      games.some(({ turns }) => turns.some(({ told, sentAt }) => told?.host === host && sentAt > since)),
    );
  };

  await playOn();
  one!.process.signal('SIGKILL');
  happens('killed', one!);
  await one!.process.ended;
  await playOn();
  happens('returned', one!);
  await one!.start();
  await isBack(one!);
  await playOn();
  happens('drained', two!);
  two!.process.signal('SIGTERM');
  expect((await two!.process.ended).code).to.equal(0);
  await playOn();
  happens('returned', two!);
  await two!.start();
  await isBack(two!);
  await engine.finish();
  report(name, games, incidents);
  return { games, incidents };
}

/** For people who run this by itself with many games. */
function report(name: string, games: readonly SeenGame[], incidents: readonly Incident[]): void {
  if (process.env['PROXY_GAMES'] === undefined) return;
  const turns = games.flatMap((game) => game.turns);
  const took = turns.map((turn) => turn.took).sort((a, b) => a - b);
  const quantile = (share: number) => took[Math.floor(share * (took.length - 1))]!.toFixed(1);
  const moved = games.filter((game) => changesOf(game).length > 0).length;
  const times = incidents.map(({ what, host, at }) => `${host} ${what} at ${(at / 1000).toFixed(1)} s`).join(', ');
  console.log(
    `${name}: ${games.length} games, ${turns.length} turns, ${lostTurns(games).length} lost, ${moved} games moved; ` +
      `p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, max ${quantile(1)} ms; ${times}`,
  );
}

function lostTurns(games: readonly SeenGame[]): string[] {
  return games.flatMap(({ id, turns }) =>
    turns
      .filter(({ told }) => told === undefined)
      .map(
        ({ turn, problem = 'the host moved', took }) => `${id} turn ${turn} after ${took.toFixed(0)} ms: ${problem}`,
      ),
  );
}

/** Pairs of turns in a row that different hosts answered. */
function changesOf({ turns }: SeenGame): (readonly [SeenTurn, SeenTurn])[] {
  const answered = turns.filter(({ told }) => told !== undefined);
  return answered
    .slice(1)
    .map((turn, index) => [answered[index]!, turn] as const)
    .filter(([before, after]) => before.told!.host !== after.told!.host);
}

/**
 * Changes of the host that no incident accounts for. A game leaves a host that ends, and returns to one that is back.
 * It may move once more when the proxy, which first sent it on request by request, has taken the host out.
 */
function wrongMoves(game: SeenGame, incidents: readonly Incident[]): string[] {
  let left: Incident | undefined;
  return changesOf(game).flatMap(([before, after]) => {
    const [from, to] = [before.told!.host, after.told!.host];
    const past = incidents.filter(({ at }) => at <= after.sentAt + after.took);
    const latest = (name: string) => past.findLast(({ host }) => host === name);
    const isSettling = left !== undefined && latest(left.host) === left;
    left = isOut(latest(from)) ? latest(from) : undefined;
    const isRight = left !== undefined || isSettling || latest(to)?.what === 'returned';
    return isRight ? [] : [`${game.id} turn ${after.turn}: from ${from} to ${to}`];
  });
}

function isOut(incident: Incident | undefined): boolean {
  return incident !== undefined && incident.what !== 'returned';
}

/** Turns whose strategy remembers what it should not, or not what it should. */
function wrongMemories(game: SeenGame): string[] {
  const changed = new Set(changesOf(game).map(([, { turn }]) => turn));
  let expected = 0;
  return game.turns.flatMap(({ turn, told }) => {
    expected = changed.has(turn) ? 1 : expected + 1;
    const isRight = told!.moves === expected && (expected > 1 || told!.resumed === changed.has(turn));
    return isRight ? [] : [`${game.id} turn ${turn}: ${JSON.stringify(told)} instead of ${expected} moves`];
  });
}

/** Turns that another side of the experiment answered than the ids of the game decide. */
function wrongSides({ id, you, turns }: SeenGame): string[] {
  const side = chooseVariant(EXPERIMENT, id, you);
  return turns.filter(({ told }) => told!.side !== side).map(({ turn }) => `${id} turn ${turn}: not ${side}`);
}
