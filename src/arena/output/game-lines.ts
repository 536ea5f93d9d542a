/** A game as lines of JSON: the game, every turn as it can be posted to a snake, the result. */
import type { PlaySettings } from '../game/play-options.js';
import type { Death, EngineResult, PlayedTurn, GameView, Watcher } from '../game/watcher.js';

/** What of the terms is not part of the game as it is told, but of its file. */
export type GameHeader = Pick<PlaySettings, 'seed' | 'width' | 'height' | 'maxTurns'>;

/**
 * Watches a game and hands on its lines:
 *
 * - first the game: `id`, `ruleset`, `map`, `timeout`, `source` as snakes are told, with `width`, `height`, `seed`,
 *   `maxTurns` and `snakes` beside;
 * - a line for each turn, the final position included: the body of a `/move` for the first snake that lives, and beside
 *   it, by the snakes' ids, the `moves` made on this board, their `latencies`, and the `deaths` that came of them;
 * - last the result: `winnerId`, `winnerName`, `isDraw`, `turns`, `deaths`.
 */
export function createGameLines(title: GameHeader, write: (line: string) => void | Promise<void>): Watcher {
  const { seed, width, height, maxTurns } = title;
  const put = (value: unknown) => write(JSON.stringify(value));
  return {
    began: ({ game, frame }) => {
      const snakes = frame.snakes.map(({ id, name, squad, customizations }) => ({ id, name, squad, customizations }));
      return put({ ...game, width, height, seed, maxTurns, snakes });
    },
    played: (turn) => put(turnLine(turn, turn)),
    ended: async (shown, result) => {
      await put(turnLine(shown, { replies: [], moves: [], deaths: [] }));
      await put(resultLine(shown, result));
    },
  };
}

function turnLine(
  { game, frame }: GameView,
  { replies, moves, deaths }: Pick<PlayedTurn, 'replies' | 'moves' | 'deaths'>,
) {
  const byId = <T>(list: readonly (T | undefined)[]) =>
    Object.fromEntries(list.flatMap((value, seat) => (value === undefined ? [] : [[frame.snakes[seat]!.id, value]])));
  return {
    game,
    turn: frame.turn,
    board: frame.board,
    you: frame.board.snakes[0] ?? frame.snakes[0],
    moves: byId(moves),
    latencies: byId(replies.map((reply) => reply?.latency)),
    deaths: deaths.map((death) => deathEntry(death, frame.snakes)),
  };
}

function resultLine({ frame }: GameView, { winners, isDraw, turns, deaths }: EngineResult) {
  const winner = winners.length === 0 ? undefined : frame.snakes[winners[0]!];
  return {
    winnerId: winner?.id ?? '',
    winnerName: winner?.name ?? '',
    isDraw,
    turns,
    deaths: deaths.map((death) => deathEntry(death, frame.snakes)),
  };
}

function deathEntry({ id, name, cause, by, turn }: Death, snakes: GameView['frame']['snakes']) {
  return { id, name, cause, by: snakes[by]?.id ?? '', turn };
}
