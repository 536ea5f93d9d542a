/** `--browser`: shows the running contest of this command in a browser. */
import { describeOpenings } from '../../arena/game/opening.js';
import type { ContestSettings } from '../../arena/contest/contest.js';
import type { MatchPoint } from '../../arena/contest/match/match-report.js';
import { addToTrail, type ThinnedTrail } from '../../arena/contest/thinned-trail.js';
import { addLiveRoute } from '../../http/page-routes/live-route.js';
import { LiveChannel, type StreamReader } from '../../page/live/live-channel.js';
import { printError } from '../../terminal/print.js';
import type { ContestView } from '../../views/contest-view.js';
import { startPageServer, type BrowserFlag, type PageServer } from '../browser-page.js';
import type { ContestKind, ContestTypes } from './contest-kind.js';

const PATH = '/contest';
/** Time between two updates, in ms. */
const INTERVAL_MS = 1000;

interface PageUpdates<Tally> {
  /** Called with the tally after each pair. */
  note(tally: Tally): void;
  /** Called once, after the last pair. */
  end(state: 'over' | 'stopped'): void;
}

/** The page of a command, which shows one contest after the other: a tuning, then its deciding match. */
export class ContestPage {
  readonly #channel = new LiveChannel<ContestView, ContestView>();
  readonly #timer = setInterval(() => this.#send(), INTERVAL_MS).unref();
  #server!: PageServer;
  /** The shown contest; before the first one there is nothing to send. */
  #view: (() => ContestView) | undefined;
  #sent = '';

  /** Throws a `UsageError` if it cannot be served. */
  static async open(port: BrowserFlag): Promise<ContestPage> {
    const page = new ContestPage();
    const open = (reader: StreamReader, lastId = '') => {
      const view = page.#view;
      if (view !== undefined) return page.#channel.add(reader, lastId, view);
      // Browsers connect again until the first contest has begun.
      reader.end();
      return () => undefined;
    };
    page.#server = await startPageServer(port, {
      home: PATH,
      extend: (router) => addLiveRoute(router, { isClosed: false, open }),
    });
    return page;
  }

  /** Shows another contest and prints its link. `from`: its first tally. */
  show<T extends ContestTypes>(kind: ContestKind<T>, plan: T['plan'], from: T['tally']): PageUpdates<T['tally']> {
    const startedAt = Date.now();
    const began = performance.now();
    const gamesPerPair = kind.gamesPerPair(plan);
    let tally = from;
    let trail: ThinnedTrail<MatchPoint> = { every: 1, points: [] };
    const view = (state: ContestView['state']): ContestView => {
      const minutes = (performance.now() - began) / 60_000;
      const report = kind.report(tally, plan);
      const { points } = trail;
      const isMeasured = tally.pairs === 0 || points.at(-1)?.pairs === tally.pairs;
      const course = isMeasured || !kind.measure ? points : [...points, kind.measure(tally, plan)];
      const pairsLeft = kind.pairsLeft(report, plan);
      return {
        state,
        title: kind.title(plan),
        game: formatGame(plan.game),
        startedAt,
        games: report.games,
        pairs: report.pairs,
        maxPairs: plan.maxPairs,
        gamesPerMinute: minutes > 0 ? ((tally.pairs - from.pairs) * gamesPerPair) / minutes : 0,
        gamesLeft: pairsLeft && pairsLeft * gamesPerPair,
        ...kind.show(report, course),
      };
    };
    this.#view = () => view('running');
    printError(`page: ${this.#server.url}${PATH}`);
    return {
      note(latest) {
        tally = latest;
        if (kind.measure) trail = addToTrail(trail, tally.pairs, () => kind.measure!(tally, plan));
      },
      end: (state) => {
        const last = view(state);
        this.#view = () => last;
      },
    };
  }

  /** Sends the last state to all viewers, and closes the server. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#send();
    this.#channel.close('over');
    await this.#server.close();
  }

  /** Sends the state of the contest if it has changed. */
  #send(): void {
    if (this.#view === undefined || this.#channel.size === 0) return;
    const view = this.#view();
    const json = JSON.stringify(view);
    if (json === this.#sent) this.#channel.beat(performance.now());
    else this.#channel.send(view, performance.now());
    this.#sent = json;
  }
}

/** The game: `standard on 11×11, 100 ms, 100 ms to ponder`. */
function formatGame({ ruleset, map, width, height, timeout, ponder, openings, clock }: ContestSettings): string {
  const on = map === 'standard' ? '' : `, map ${map}`;
  const between = ponder === undefined ? '' : `, ${ponder} ms to ponder`;
  const time = `${timeout} ms${clock === 'cpu' ? ' of CPU time' : ''}`;
  const from = openings === undefined ? '' : `, ${describeOpenings(openings)}`;
  return `${ruleset} on ${width}×${height}${on}, ${time}${between}${from}`;
}
