/**
 * Three hosts behind HAProxy and behind nginx, with one PostgreSQL: each game keeps its host, and no turn is lost when
 * a host dies, ends or starts again, or while the database is unreachable. Without PostgreSQL, each host has its own
 * journal.
 *
 * Short by default. `PROXY_GAMES=200` plays so many games at once, with an outage of the database of 10 s.
 */
import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { chooseVariant } from '../../../src/snakes/experiment.js';
import { killProcesses } from '../../support/host-process.js';
import { KeptAgainstSeen } from '../../support/kept-against-seen.js';
import { ManyGames, type SeenGame, type SeenSeat, type OverheadSample } from '../../support/many-games.js';
import { EXPERIMENT, startHosts, type NamedHost } from '../../support/many-hosts.js';
import { POSTGRES_PROGRAMS, useOwnPostgres, type PostgresCluster } from '../../support/servers/postgres.js';
import { PROXIES, type ProxyKind, type TestProxy } from '../../support/servers/proxies.js';
import { until } from '../../support/soon.js';

const GAMES_AT_ONCE = Number(process.env['PROXY_GAMES'] ?? 16);
const IS_LONG = process.env['PROXY_GAMES'] !== undefined;
/** Turns that each snake plays on average before something happens. */
const TURNS_BETWEEN = 12;
/** Least time from one turn of a game to the next, in ms. */
const PACE = IS_LONG ? 500 : 100;
/** How long the database is unreachable, in ms. */
const OUTAGE_MS = IS_LONG ? 10_000 : 3000;
/** In ms; less than the proxies wait, and enough even on a busy machine. */
const TIMEOUT = 4500;

/** Something that happened to a host, by `performance.now()`. */
interface Incident {
  readonly what: 'killed' | 'drained' | 'returned';
  readonly host: string;
  readonly at: number;
}

for (const kind of PROXIES) {
  describe(`three hosts behind ${kind.name}`, function () {
    this.timeout(240_000);
    const postgres = POSTGRES_PROGRAMS === undefined ? undefined : useOwnPostgres();
    let hosts: NamedHost[];
    let proxy: TestProxy;
    let url: string | undefined;
    let games: readonly SeenGame[];
    let incidents: readonly Incident[];
    before(async function () {
      if (kind.program === undefined) this.skip();
      url = (await postgres?.cluster.createDatabase())?.url;
      hosts = await startHosts(['one', 'two', 'three'], url === undefined ? {} : { url });
      proxy = await kind.start(hosts.map(({ port }) => port));
    });
    after(async () => {
      await proxy?.close();
      await killProcesses();
    });

    it('lose no turn when one is killed, one is drained and the database is unreachable', async () => {
      ({ games, incidents } = await playThroughIncidents(kind, proxy, hosts, { cluster: postgres?.cluster, url }));
      expect(lostTurns(games)).to.deep.equal([]);
      expect(games.flatMap(({ remarks }) => remarks)).to.deep.equal([]);
    });

    it('keep their games, and what they remember of them', () => {
      const log = proxy.log.split('\n');
      const isSteady = log.filter((line) => /^Server .* is DOWN/.test(line)).length <= 2;
      // On a machine without a free core, HAProxy takes hosts for dead that live: games move then, and no turn is lost.
      if (isSteady) expect(games.flatMap((game) => wrongMoves(game, incidents, log))).to.deep.equal([]);
      expect(games.flatMap((game) => game.seats).flatMap(wrongMemories)).to.deep.equal([]);
    });

    it('deal an experiment alike', () => {
      expect(games.flatMap(wrongSides)).to.deep.equal([]);
    });

    it('leave every game and every turn in the journal once, and the counts of the engine', async function () {
      if (url === undefined) this.skip();
      const journal = await SqlJournal.read(url);
      try {
        const kills = incidents.filter(({ what }) => what === 'killed');
        const kept = new KeptAgainstSeen(journal, games, kills);
        const seats = games.flatMap((game) => game.seats).length;
        await until(async () => (await kept.countEnded()) >= seats, 60_000).catch(() => undefined);
        expect(await kept.findFaults()).to.deep.equal([]);
        expect(await kept.findWrongCounts()).to.deep.equal([]);
      } finally {
        await journal.close();
      }
    });
  });
}

/** Plays, kills the first host, starts it again, takes the database away, drains the second host, starts it again. */
async function playThroughIncidents(
  { name }: ProxyKind,
  proxy: TestProxy,
  [one, two]: readonly NamedHost[],
  { cluster, url }: { readonly cluster: PostgresCluster | undefined; readonly url: string | undefined },
) {
  const incidents: Incident[] = [];
  const happens = (what: Incident['what'], { name: host }: NamedHost) =>
    incidents.push({ what, host, at: performance.now() });
  const prefixes = ['/champion', '/rival', '/early'] as const;
  const atOnce = GAMES_AT_ONCE;
  const engine = new ManyGames({ url: proxy.url, prefixes, atOnce, seed: name, timeout: TIMEOUT, pace: PACE });
  const { games } = engine;
  const playOn = async () => {
    const enough = engine.turns + GAMES_AT_ONCE * TURNS_BETWEEN * prefixes.length;
    await until(() => engine.turns > enough);
  };
  const isBack = async ({ name: host }: NamedHost) => {
    const since = performance.now();
    const isIts = ({ told, sentAt }: OverheadSample) => told?.host === host && sentAt > since;
    await until(() => games.some(({ seats }) => seats.some(({ turns }) => turns.some(isIts))));
  };

  await playOn();
  // A killed host loses its last second. No game ends in that second, but many do right after it.
  const release = engine.holdEnds();
  if (url !== undefined) await keepsEnds(url, engine);
  one!.process.signal('SIGKILL');
  happens('killed', one!);
  await one!.process.ended;
  release();
  await playOn();
  happens('returned', one!);
  await one!.start();
  await isBack(one!);
  await playOn();
  await cluster?.stop();
  if (cluster !== undefined) await wait(OUTAGE_MS);
  await playOn();
  await cluster?.start();
  await playOn();
  happens('drained', two!);
  two!.process.signal('SIGTERM');
  expect((await two!.process.ended).code).to.equal(0);
  await playOn();
  happens('returned', two!);
  await two!.start();
  await isBack(two!);
  await engine.finish();
  if (IS_LONG) report(name, games, incidents);
  return { games, incidents };
}

/** Resolves when the journal has all ends that were sent. */
async function keepsEnds(url: string, engine: ManyGames): Promise<void> {
  const journal = await SqlJournal.read(url);
  try {
    const kept = new KeptAgainstSeen(journal, engine.games, []);
    await until(async () => (await kept.countEnded()) >= engine.ends, 60_000);
  } finally {
    await journal.close();
  }
}

/** For people who run this test alone with many games. */
function report(name: string, games: readonly SeenGame[], incidents: readonly Incident[]): void {
  const seats = games.flatMap((game) => game.seats);
  const turns = seats.flatMap((seat) => seat.turns);
  const took = turns.map((turn) => turn.took).sort((a, b) => a - b);
  const quantile = (share: number) => took[Math.floor(share * (took.length - 1))]!.toFixed(1);
  const moved = seats.filter((seat) => changesOf(seat).length > 0).length;
  const times = incidents.map(({ what, host, at }) => `${host} ${what} at ${(at / 1000).toFixed(1)} s`).join(', ');
  console.log(
    `${name}: ${games.length} games, ${turns.length} turns, ${lostTurns(games).length} lost, ${moved} snakes moved; ` +
      `p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, max ${quantile(1)} ms; ${times}`,
  );
}

function lostTurns(games: readonly SeenGame[]): string[] {
  return games.flatMap(({ id, seats }) =>
    seats
      .flatMap(({ turns }) => turns)
      .filter(({ told }) => told === undefined)
      .map(
        ({ turn, problem = 'the host moved', sentAt, took }) =>
          `${id} turn ${turn} at ${(sentAt / 1000).toFixed(1)} s after ${took.toFixed(0)} ms: ${problem}`,
      ),
  );
}

/** Pairs of turns in a row that different hosts answered. */
function changesOf({ turns }: SeenSeat): (readonly [OverheadSample, OverheadSample])[] {
  const answered = turns.filter(({ told }) => told !== undefined);
  return answered
    .slice(1)
    .map((turn, index) => [answered[index]!, turn] as const)
    .filter(([before, after]) => before.told!.host !== after.told!.host);
}

/**
 * Changes of the host that nothing accounts for. A game leaves a host that ends, returns to one that is back, and may
 * be elsewhere for a moment if the proxy has sent one of its requests again, as the proxy's log says.
 */
function wrongMoves({ id, seats }: SeenGame, incidents: readonly Incident[], log: readonly string[]): string[] {
  let excursions = 2 * log.filter((line) => line.includes(id)).length;
  return seats.flatMap(changesOf).flatMap(([before, after]) => {
    const [from, to] = [before.told!.host, after.told!.host];
    const past = incidents.filter(({ at }) => at <= after.sentAt + after.took);
    const latest = (name: string) => past.findLast(({ host }) => host === name);
    if (isOut(latest(from)) || latest(to)?.what === 'returned' || excursions-- > 0) return [];
    return [`${id} turn ${after.turn}: from ${from} to ${to}`];
  });
}

function isOut(incident: Incident | undefined): boolean {
  return incident !== undefined && incident.what !== 'returned';
}

/** Turns whose strategy remembers what it should not, or not what it should. */
function wrongMemories(seat: SeenSeat): string[] {
  const changed = new Set(changesOf(seat).map(([, { turn }]) => turn));
  let expected = 0;
  return seat.turns.flatMap(({ turn, told }) => {
    expected = changed.has(turn) ? 1 : expected + 1;
    const isRight = told!.moves === expected && (expected > 1 || told!.resumed === changed.has(turn));
    return isRight ? [] : [`${seat.you} turn ${turn}: ${JSON.stringify(told)} instead of ${expected} moves`];
  });
}

/** Turns that another side of the experiment answered than the ids of the game decide. */
function wrongSides({ id, seats }: SeenGame): string[] {
  const { you, turns } = seats[0]!;
  const side = chooseVariant(EXPERIMENT, id, you);
  return turns.filter(({ told }) => told?.side !== side).map(({ turn }) => `${id} turn ${turn}: not ${side}`);
}
