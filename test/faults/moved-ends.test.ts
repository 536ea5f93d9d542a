/** The fault of a game that moves: its snake has died on one host, and the end comes to another. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sketchRequest, type RequestSketch } from '../support/requests.js';
import { GAME_SNAKES, FaultHost } from './fault-host.js';
import { describeFaults } from './describe-faults.js';
import type { Fault, Scene } from './fault.js';

/** How long the journal may take to have all ends, in ms. */
const JOURNAL_LIMIT_MS = 60_000;
const SNAKE = GAME_SNAKES[0];
const LEAST_GAMES = 5;
/** The part of the games' ids that tells them from those of the watched game. */
const GAME = 'moved';

/** What the journal must have of each game, whichever host delivers first. */
const KEPT = { result: 'loss', rank: 3, died: 3, cause: 'wall-collision', turns: 7 } as const;

/** Ends games on a second host whose snake has died early on the first, as a proxy does when the first restarts. */
const movedEnds: Fault = {
  name: 'moved-ends',
  what: 'snakes die early on one host, and another one of the same journal gets the end',
  async inflict({ host, folder, signal, pause }) {
    const own = mkdtempSync(join(tmpdir(), 'serpentarium-second-'));
    const second = await FaultHost.start(own, { journal: join(folder, 'games.db') });
    let times = 0;
    try {
      for (; !signal.aborted || times < LEAST_GAMES; times++) {
        const game = `${GAME} ${times}`;
        await post(host, 'start', onTurn(game, 0));
        for (const turn of [0, 1, 2]) await post(host, 'move', onTurn(game, turn));
        await post(second, 'end', endOf(game));
        await pause(20);
      }
    } finally {
      await second.stop();
      rmSync(own, { recursive: true });
    }
    return times;
  },
  aftermath: keptEnds,
};

/** Whether all of the games are in the journal as they ended. */
async function keptEnds({ host }: Scene): Promise<string[]> {
  const deadline = performance.now() + JOURNAL_LIMIT_MS;
  for (;;) {
    const games = await host.games(`&snake=/${SNAKE}`);
    const moved = games.filter(({ game }) => String(game).startsWith(GAME));
    const wrong = moved.filter((game) => Object.entries(KEPT).some(([name, value]) => game[name] !== value));
    if (moved.length > 0 && wrong.length === 0) return [];
    if (performance.now() > deadline) {
      const [first = {}] = wrong;
      const kept = Object.keys(KEPT).map((name) => `${name} ${String(first[name])}`);
      return [`${wrong.length} of ${moved.length} games did not end as they did: ${kept.join(', ')}`];
    }
    await wait(100);
  }
}

/** Goes up into the wall, between two others. */
function onTurn(game: string, turn: number): RequestSketch {
  const snakes = [walking('me', 5, 8 + turn), walking('one', 1, 3 + turn), walking('two', 9, 3 + turn)];
  return { game, turn, snakes };
}

/** One of the others has outlived both. */
function endOf(game: string): RequestSketch {
  return { ...onTurn(game, 3), turn: 7, snakes: [walking('me', 5, 11), walking('one', 1, 10)], gone: ['me'] };
}

function walking(id: string, x: number, y: number) {
  return { id, body: `${x},${y} ${x},${y - 1} ${x},${y - 2}` };
}

async function post(host: FaultHost, action: string, sketch: RequestSketch): Promise<void> {
  const body = JSON.stringify(sketchRequest(sketch));
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${host.url}/${SNAKE}/${action}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${action} was answered with ${response.status}`);
  await response.arrayBuffer();
}

describeFaults('a game that moves to another host', [movedEnds]);
