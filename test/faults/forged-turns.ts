/** The fault of an opponent who knows the ids of a game, and sends requests under them. */
import { sketchRequest, type RequestSketch } from '../support/requests.js';
import { GAME_SNAKES } from './fault-host.js';
import type { Fault, Scene } from './fault.js';

/** As a proxy of this machine says it: the engine of the watched game asks directly. */
const FORGER = '198.51.100.7';
/** Answers that the metrics may not have yet. */
const ON_THEIR_WAY = 4;

/** How long three games may take, in ms. */
const GAMES_LIMIT_MS = 30_000;

/** Sends turns that take long, starts, and ends that record a draw, between the turns of the watched game. */
export const forgedTurns: Fault = {
  name: 'forged-turns',
  what: 'turns with a timeout of 2 s, starts and draws under the ids of the game',
  prepare: () => ({ server: { trustedProxies: ['127.0.0.1'] } }),
  async inflict({ host, signal, pause, report }) {
    let times = 0;
    const post = async (path: string, sketch: RequestSketch) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': FORGER };
      const body = JSON.stringify(sketchRequest(sketch));
      const response = await fetch(`${host.url}${path}`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (response.ok) times += 1;
    };
    while (!signal.aborted) {
      for (const { prefix, games } of await host.snakes()) {
        for (const { game, you, turn } of games) {
          const snakes = [{ id: you, body: '5,5 5,4 5,3' }];
          const forged = { game, you, snakes, timeout: 2000 };
          await Promise.all([
            ...[turn, turn + 1, turn + 2].map((each) => post(`${prefix}/move`, { ...forged, turn: each })),
            post(`${prefix}/start`, forged),
            post(`${prefix}/end`, { ...forged, turn: 1, gone: [you] }),
            post(`${prefix}/end`, { ...forged, turn: turn + 1, gone: [you] }),
          ]);
        }
      }
      await pause(5);
    }
    if (times === 0) report('no forged request was answered');
    return times;
  },
  aftermath: lostNothing,
  atLeast: 3000,
};

/** Every turn of the game was answered by its strategy, and every game has the result of its engine. */
async function lostNothing({ host, game }: Scene): Promise<string[]> {
  const deadline = performance.now() + GAMES_LIMIT_MS;
  while (game.results.size < 3 && performance.now() < deadline) await game.plays(20);
  const { asked } = game;
  const problems: string[] = [];
  const metrics = await (await fetch(`http://127.0.0.1:${host.admin}/metrics`)).text();
  const moves = GAME_SNAKES.map((snake) => {
    const found = new RegExp(`moves_total\\{snake="/${snake}",outcome="moved"\\} (\\d+)`).exec(metrics);
    return Number(found?.[1] ?? 0);
  });
  const moved = moves.reduce((sum, count) => sum + count, 0);
  if (moved < asked - ON_THEIR_WAY) problems.push(`the strategies answered ${moved} of ${asked} turns`);
  // What the journal writes in a moment may still be missing.
  const ended = [...game.results].slice(0, -1);
  if (ended.length === 0) problems.push('no game was played to its end');
  const { games } = (await (await fetch(`http://127.0.0.1:${host.admin}/api/games?limit=500`)).json()) as {
    games: readonly { readonly game: string; readonly snake: string; readonly result?: string }[];
  };
  for (const [id, results] of ended) {
    for (const [seat, result] of results.entries()) {
      const kept = games.filter((one) => one.game === id && one.snake === `/${GAME_SNAKES[seat]}`);
      const found = kept.map((one) => one.result ?? 'under way').join();
      if (found !== result)
        problems.push(`${GAME_SNAKES[seat]} has ${found || 'nothing'} in a game that is a ${result}`);
    }
  }
  return problems;
}
