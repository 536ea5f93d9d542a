/** Shows a running game in a browser. Called by `play --browser`. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from '../../arena/game/arena-snake.js';
import type { Participant } from '../../arena/game/play-options.js';
import { noteDeaths, type EngineResult, type WatcherTurn, type Watcher } from '../../arena/game/watcher.js';
import { HttpError, answerJson, type AppRouter } from '../../http/context.js';
import { addLiveRoute } from '../../http/page-routes/live-route.js';
import { addViewerRoutes, ViewerSockets } from '../../http/page-routes/viewer.js';
import type { AnswerView, AutopsyView, DeathView } from '../../views/game.js';
import { viewerLink } from '../../views/viewer-link.js';
import { LocalGame, type LocalEnding } from '../../page/live/local-game.js';
import { DIRECTIONS } from '../../rules/types.js';
import { printError } from '../../terminal/print.js';
import { startPageServer, withPage, type BrowserFlag, type PageServer } from '../browser-page.js';
import { openLink } from '../game-links.js';

/** Time to wait for a browser, in ms: some machines have a program that opens links, and no browser. */
const MAX_WAIT_MS = 5000;
/** There is one game, so its address is short. */
const ID = 'local';

const NO_AUTOPSY: AutopsyView = {
  refusal: 'For its last chance, write the game to a file: "play -o FILE", then "analyse FILE".',
};

/**
 * Owns the server of the page and the game that it shows, as the first snake plays it. The page stays after the end of
 * the game.
 */
export class PlayPage {
  readonly #participants: readonly Participant[];
  readonly #sockets = new ViewerSockets();
  readonly #deaths = new Map<string, DeathView>();
  #server!: PageServer;
  #game: LocalGame | undefined;
  /** Resolves when a browser asks for the game. */
  readonly visited: Promise<void>;
  #visit!: () => void;

  constructor(participants: readonly Participant[]) {
    this.#participants = participants;
    this.visited = new Promise((resolve) => (this.#visit = resolve));
  }

  /** Throws a `UsageError` if it cannot be served. */
  static async open(port: BrowserFlag, participants: readonly Participant[]): Promise<PlayPage> {
    const page = new PlayPage(participants);
    page.#server = await startPageServer(port, {
      home: `/games/${ID}`,
      extend: (router) => page.#addRoutes(router),
    });
    return page;
  }

  get link(): string {
    return `${this.#server.url}/games/${ID}`;
  }

  get viewer(): string {
    return viewerLink(this.#server.url, ID);
  }

  get watcher(): Watcher {
    return {
      began: ({ game, frame }) => {
        this.#game = new LocalGame(ID, game, this.#participants[0]?.name ?? '', frame);
      },
      played: (turn) => {
        this.#game?.add(turn.frame, this.#deaths, answerOf(turn, turn.game.timeout));
        noteDeaths(this.#deaths, turn);
      },
      ended: ({ frame }, result) => this.#game?.end(frame, this.#deaths, toEnding(result)),
    };
  }

  async close(): Promise<void> {
    this.#game?.close();
    this.#sockets.close();
    await this.#server.close();
  }

  #addRoutes(router: AppRouter): void {
    const begun = (): LocalGame => {
      if (this.#game !== undefined) return this.#game;
      throw new HttpError(404, 'unknown_game', 'the game has not begun yet');
    };
    const find = async (id: string): Promise<LocalGame> => {
      this.#visit();
      if (id === ID) return begun();
      throw new HttpError(404, 'unknown_game', `the only game is "${ID}"`);
    };
    addLiveRoute(router, { isClosed: false }, find);
    router.get('/api/games/:id/autopsy', (ctx) => answerJson(ctx, JSON.stringify(NO_AUTOPSY)));
    const source = {
      find: (id: string) => begun().find(id),
      read: (...args: Parameters<LocalGame['read']>) => begun().read(...args),
    };
    addViewerRoutes(router, source, this.#sockets);
  }
}

/** Calls `run` with the page, and opens it in a browser. On a terminal, it stays until Ctrl-C when the game is over. */
export async function withPlayPage(
  browser: BrowserFlag,
  participants: readonly Participant[],
  run: (watchers: readonly Watcher[]) => Promise<void>,
): Promise<void> {
  const page = await PlayPage.open(browser, participants);
  const opener: Watcher = { began: () => openPage(page) };
  await withPage(page, () => {
    printError(`page: ${page.link}\nofficial viewer: ${page.viewer}`);
    return run([page.watcher, opener]);
  });
}

/** The game waits for its page, because many games are over before a browser has started. */
async function openPage({ link, visited }: PlayPage): Promise<void> {
  if (await openLink(link)) await Promise.race([visited, wait(MAX_WAIT_MS, undefined, { ref: false })]);
  else printError('No browser could be opened. Open the link yourself.');
}

function answerOf({ replies: [reply], moves: [move] }: WatcherTurn, timeout: number): AnswerView | undefined {
  const made = DIRECTIONS.find((direction) => direction === move);
  if (reply === undefined || made === undefined) return undefined;
  const { shout, took, failure, problem } = reply;
  return {
    move: made,
    source: sourceOf(reply),
    kind: failure ?? (reply.move === undefined ? 'late' : 'moved'),
    ...(problem !== undefined && { reason: problem }),
    ...(shout !== '' && { shout }),
    took,
    budget: timeout,
  };
}

function sourceOf({ move, failure, fallback, isDelegated }: Reply): AnswerView['source'] {
  if (move === undefined) return 'unknown';
  if (isDelegated) return 'delegated';
  if (failure === undefined) return 'strategy';
  return fallback === 'proposed' ? 'proposal' : 'safe';
}

/** How the game ended for the first snake. */
function toEnding({ winners, survivors, deaths, isDraw, isStopped }: EngineResult): LocalEnding {
  const death = deaths.find(({ seat }) => seat === 0);
  const isAlone = survivors.length + deaths.length === 1;
  const result = isStopped
    ? 'abandoned'
    : isAlone
      ? 'solo'
      : winners.includes(0)
        ? 'win'
        : isDraw && (death === undefined || deaths.every(({ turn }) => turn <= death.turn))
          ? 'draw'
          : 'loss';
  return { result, ...(death && { cause: death.cause }) };
}
