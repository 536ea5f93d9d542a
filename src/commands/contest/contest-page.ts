/** `--browser`: shows the contests of this command in a browser while they run, and lets the host's page list them. */
import { randomBytes } from 'node:crypto';
import { messageOf } from '../../errors.js';
import { addContestRoutes } from '../../http/page-routes/contest-routes.js';
import { startPageServer, type PageServer } from '../../http/page-routes/page-server.js';
import type { ContestView } from '../../page/api/contests.js';
import { ContestFolder } from '../../page/contests/contest-folder.js';
import { toContestLine, type ContestSource } from '../../page/contests/contest-source.js';
import type { WorkerRoster } from '../../queue/worker-roster.js';
import { printError } from '../../terminal/print.js';
import { formatGame, type ContestPresenter } from './contest-presenter.js';

/** The source in errors and warnings. */
const FLAG = '--browser';

/** A contest, as the page asks for it. */
type Show = (state?: ContestView['state']) => ContestView;

/** A contest that is shown, for its run to say how it goes. */
export interface PageUpdates<Tally> {
  /** Called with the tally after each pair. */
  note(tally: Tally): void;
  /** Called once, with the last tally. */
  end(tally: Tally, state: 'over' | 'stopped'): void;
}

/**
 * Owns the server of the page, and the file that tells the host of it. A command opens one and shows its contests on it
 * one after the other: a tuning and the match that decides about it.
 *
 * It never disturbs the contest: what goes wrong after the start costs the page alone, and is printed once.
 */
export class ContestPage {
  readonly #contests = new Map<string, Show>();
  readonly #folder = new ContestFolder();
  #server!: PageServer;
  #endStreams!: () => Promise<void>;
  #unregister: (() => void) | undefined;
  #hasWarned = false;

  /**
   * Serves the page on this port of this machine; 0 picks a free one. Throws a `UsageError` if the port cannot be used.
   * What ends the process by a signal should call {@link ContestPage.close}.
   */
  static async open(port: number): Promise<ContestPage> {
    const page = new ContestPage();
    page.#server = await startPageServer({
      port,
      source: FLAG,
      page: 'contest',
      home: () => page.#home,
      extend: (router) => void (page.#endStreams = addContestRoutes(router, page.#source())),
      onBug: (bug) => page.#warn(`the page has failed: ${messageOf(bug)}`),
    });
    page.#attempt(() => (page.#unregister = page.#folder.register(page.#server.url)));
    return page;
  }

  /** Shows another contest and prints the link to it. `from`: the tally that it begins with. */
  show<Tally extends { readonly pairs: number }>(
    presenter: ContestPresenter<Tally>,
    from: Tally,
    maxPairs: number,
    workers?: WorkerRoster,
  ): PageUpdates<Tally> {
    const id = randomBytes(6).toString('hex');
    const began = { at: Date.now(), clock: performance.now(), pairs: from.pairs };
    const describe = describeWith(id, presenter, { began, maxPairs, url: this.#server.url, workers });
    let tally = from;
    presenter.note(from);
    this.#contests.set(id, (state = 'running') => describe(tally, state));
    printError(`page: ${this.#server.url}${this.#home}`);
    return {
      note(latest) {
        tally = latest;
        presenter.note(latest);
      },
      end: (latest, state) => {
        const { url: _, ...last } = describe(latest, state);
        this.#contests.set(id, () => last);
        this.#attempt(() => this.#folder.keep(last));
      },
    };
  }

  /** Sends the last state to those who watch, and closes the server. */
  async close(): Promise<void> {
    this.#attempt(() => this.#unregister?.());
    await this.#endStreams();
    await this.#server.close();
  }

  /** The path of the contest that began last. */
  get #home(): string | undefined {
    const newest = [...this.#contests.keys()].at(-1);
    return newest === undefined ? undefined : `/contests/${newest}`;
  }

  #source(): ContestSource {
    return {
      list: () => Promise.resolve(Array.from(this.#contests.values(), (show) => toContestLine(show())).toReversed()),
      find: (id) => Promise.resolve(this.#contests.get(id)?.()),
    };
  }

  #attempt(action: () => unknown): void {
    try {
      action();
    } catch (thrown) {
      this.#warn(`the host's page will not list this contest: ${messageOf(thrown)}`);
    }
  }

  #warn(message: string): void {
    if (!this.#hasWarned) printError(`warning: ${FLAG}: ${message}`);
    this.#hasWarned = true;
  }
}

interface RunFacts {
  readonly began: { readonly at: number; readonly clock: number; readonly pairs: number };
  readonly maxPairs: number;
  readonly url: string;
  readonly workers: WorkerRoster | undefined;
}

function describeWith<Tally extends { readonly pairs: number }>(
  id: string,
  presenter: ContestPresenter<Tally>,
  { began, maxPairs, url, workers }: RunFacts,
): (tally: Tally, state: ContestView['state']) => ContestView {
  const { kind, title, seed, game, gamesPerPair } = presenter;
  return (tally, state) => {
    const details = presenter.details(tally);
    const test = details.kind === 'match' ? details.test : undefined;
    const minutes = (performance.now() - began.clock) / 60_000;
    return {
      id,
      kind,
      state,
      title,
      startedAt: began.at,
      at: Date.now(),
      games: tally.pairs * gamesPerPair,
      pairs: tally.pairs,
      maxPairs,
      gamesPerPair,
      gamesPerMinute: minutes > 0 ? ((tally.pairs - began.pairs) * gamesPerPair) / minutes : 0,
      ...(state === 'running' && { pairsLeft: presenter.pairsLeft(tally) }),
      line: presenter.line(tally),
      url,
      seed,
      game: formatGame(game),
      details,
      ...(test && { verdict: test.verdict }),
      ...(workers && { workers: workers.counts(), workerRows: workers.list() }),
    };
  };
}

/** Calls `run` with the page that the flags ask for, if any, and closes it at the end. */
export async function withContestPage<Result>(
  { browser }: { readonly browser?: number | true },
  run: (page: ContestPage | undefined) => Promise<Result>,
): Promise<Result> {
  if (browser === undefined) return run(undefined);
  const opened = await ContestPage.open(browser === true ? 0 : browser);
  try {
    return await run(opened);
  } finally {
    await opened.close();
  }
}
