/** `--browser`: shows the running contest of this command in a browser. */
import type { ContestPlan, ContestSettings } from '../../arena/contest/contest.js';
import { describeOpenings } from '../../arena/game/opening.js';
import type { ContestTally } from '../../arena/contest/play-contest.js';
import type { ContestView, ShownReport } from '../../views/contest-report.js';
import type { AppContext } from '../../http/context.js';
import { openEventStream } from '../../http/page-routes/live-route.js';
import { StreamReaders } from '../../page/live/live-channel.js';
import { printError } from '../../terminal/print.js';
import { startPageServer, withPage, type BrowserFlag, type PageServer } from '../browser-page.js';

const PATH = '/contest';
/** Time between two updates, in ms. */
const INTERVAL_MS = 1000;

export interface ShownContest<Tally> {
  /** The contestants, in a few words. */
  readonly title: string;
  readonly plan: ContestPlan;
  readonly gamesPerPair: number;
  /** Estimated pairs until it ends; `undefined` if unknown. */
  readonly pairsLeft: (tally: Tally) => number | undefined;
  readonly show: (tally: Tally) => ShownReport;
}

interface PageUpdates<Tally> {
  /** Called with the tally after each pair. */
  note(tally: Tally): void;
  /** Called once, with the last tally. */
  end(tally: Tally, state: 'over' | 'stopped'): void;
}

/** The page of a command, which shows one contest after the other: a tuning, then its deciding match. */
export class ContestPage {
  readonly #server: PageServer;
  readonly #stream: ContestStream;

  private constructor(server: PageServer, stream: ContestStream) {
    this.#server = server;
    this.#stream = stream;
  }

  /** Throws a `UsageError` if it cannot be served. */
  static async open(port: BrowserFlag): Promise<ContestPage> {
    const stream = new ContestStream();
    const server = await startPageServer(port, {
      home: PATH,
      extend: (router) => router.get('/api/contest/live', (ctx) => stream.open(ctx)),
    });
    return new ContestPage(server, stream);
  }

  /** Shows another contest and prints its link. `from`: its first tally. */
  show<Tally extends ContestTally>(contest: ShownContest<Tally>, from: Tally): PageUpdates<Tally> {
    const { title, plan, gamesPerPair } = contest;
    const startedAt = Date.now();
    const began = performance.now();
    const describe = (tally: Tally, state: ContestView['state']): ContestView => {
      const minutes = (performance.now() - began) / 60_000;
      return {
        state,
        title,
        game: formatGame(plan.game),
        startedAt,
        maxPairs: plan.maxPairs,
        gamesPerPair,
        gamesPerMinute: minutes > 0 ? ((tally.pairs - from.pairs) * gamesPerPair) / minutes : 0,
        pairsLeft: contest.pairsLeft(tally),
        shown: contest.show(tally),
      };
    };
    let tally = from;
    this.#stream.describe = () => describe(tally, 'running');
    printError(`page: ${this.#server.url}${PATH}`);
    return {
      note: (latest) => void (tally = latest),
      end: (latest, state) => {
        const last = describe(latest, state);
        this.#stream.describe = () => last;
      },
    };
  }

  /** Sends the last state to all viewers, and closes the server. */
  async close(): Promise<void> {
    this.#stream.close();
    await this.#server.close();
  }
}

/** Sends the state of the contest to all readers whenever it has changed. */
class ContestStream {
  /** The shown contest; before the first one there is nothing to send. */
  describe: (() => ContestView) | undefined;
  readonly #readers = new StreamReaders(performance.now());
  readonly #timer = setInterval(() => this.#send(), INTERVAL_MS).unref();
  #sent = '';

  open(ctx: AppContext): void {
    const reader = openEventStream(ctx);
    if (reader === undefined) return;
    ctx.res.once('close', this.#readers.add(reader));
    if (this.describe !== undefined) reader.write(toEvent(JSON.stringify(this.describe())));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#send();
    this.#readers.end({});
  }

  #send(): void {
    if (this.describe === undefined || this.#readers.size === 0) return;
    const json = JSON.stringify(this.describe());
    const now = performance.now();
    if (json === this.#sent) this.#readers.beat(now);
    else this.#readers.write(toEvent(json), now);
    this.#sent = json;
  }
}

function toEvent(json: string): Buffer {
  return Buffer.from(`event: contest\ndata: ${json}\n\n`);
}

/** The game: `standard on 11×11, 100 ms, 100 ms to ponder`. */
function formatGame({ ruleset, map, width, height, timeout, ponder, openings, clock }: ContestSettings): string {
  const on = map === 'standard' ? '' : `, map ${map}`;
  const between = ponder === undefined ? '' : `, ${ponder} ms to ponder`;
  const time = `${timeout} ms${clock === 'cpu' ? ' of CPU time' : ''}`;
  const from = openings === undefined ? '' : `, ${describeOpenings(openings)}`;
  return `${ruleset} on ${width}×${height}${on}, ${time}${between}${from}`;
}

/**
 * Calls `run`, which prints the report, with the page of the flags, if any. On a terminal, the page stays until Ctrl-C.
 */
export async function withContestPage(
  { browser }: { readonly browser?: BrowserFlag },
  run: (page: ContestPage | undefined) => Promise<void>,
): Promise<void> {
  if (browser === undefined) return run(undefined);
  const page = await ContestPage.open(browser);
  await withPage(page, () => run(page));
}
