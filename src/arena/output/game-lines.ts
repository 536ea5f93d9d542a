/** Games as lines of JSON: the game, each turn as it can be posted to a snake, the result; and files of such lines. */
import type { PlaySettings } from '../game/play-options.js';
import type { Death, EngineResult, WatcherTurn, GameAndFrame, Watcher } from '../game/watcher.js';
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { open } from 'node:fs/promises';
import { UsageError, messageOf } from '../../errors/errors.js';

/** The fields of the first line besides the game as snakes see it. */
type GameHeader = Pick<PlaySettings, 'seed' | 'width' | 'height' | 'maxTurns'>;

/**
 * A watcher that calls `write` with each line, without its line break:
 *
 * - first the game: `id`, `ruleset`, `map`, `timeout` and `source` as in requests, and `width`, `height`, `seed`,
 *   `maxTurns` and `snakes`;
 * - then a line for each turn and one for the final position: the body of a `/move` for the first living snake, and by
 *   the ids of the snakes the `moves` made on this board, their `latencies`, and the `deaths` that followed;
 * - last the result: `winnerId`, `winnerName`, `isDraw`, `turns`, `deaths`.
 *
 * The game waits for the promise of `write`, and ends if it rejects.
 *
 * @param suffix added to the id of the game: the games of a pair are played with one.
 */
export function createGameLines(
  header: GameHeader,
  write: (line: string) => void | Promise<void>,
  suffix = '',
): Watcher {
  const { seed, width, height, maxTurns } = header;
  const named = <View extends GameAndFrame>(view: View): View =>
    suffix === '' ? view : { ...view, game: { ...view.game, id: view.game.id + suffix } };
  const writeJson = (value: unknown) => write(JSON.stringify(value));
  return {
    began(view) {
      const { game, frame } = named(view);
      const snakes = frame.snakes.map(({ id, name, squad, customizations }) => ({ id, name, squad, customizations }));
      return writeJson({ ...game, width, height, seed, maxTurns, snakes });
    },
    played: (turn) => writeJson(toTurnLine(named(turn), turn)),
    ended: async (view, result) => {
      await writeJson(toTurnLine(named(view), { replies: [], moves: [], deaths: [] }));
      await writeJson(toResultLine(view, result));
    },
  };
}

function toTurnLine(
  { game, frame }: GameAndFrame,
  { replies, moves, deaths }: Pick<WatcherTurn, 'replies' | 'moves' | 'deaths'>,
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
    deaths: deaths.map((death) => toDeathField(death, frame.snakes)),
  };
}

function toResultLine({ frame }: GameAndFrame, { winners, isDraw, turns, deaths }: EngineResult) {
  const winner = winners.length === 0 ? undefined : frame.snakes[winners[0]!];
  return {
    winnerId: winner?.id ?? '',
    winnerName: winner?.name ?? '',
    isDraw,
    turns,
    deaths: deaths.map((death) => toDeathField(death, frame.snakes)),
  };
}

function toDeathField({ id, name, cause, by, turn }: Death, snakes: GameAndFrame['frame']['snakes']) {
  return { id, name, cause, by: snakes[by]?.id ?? '', turn };
}

/**
 * Opens the file of a game and replaces an older one. `pair` and `game` count from 0, the numbers in the file's name
 * from 1.
 */
export function openGameFile(folder: string, pair: number, game: number, header: GameHeader) {
  const number = String(pair + 1).padStart(6, '0');
  const file = openSync(path.join(folder, `pair-${number}-game-${game + 1}.jsonl`), 'w');
  const suffix = game === 0 ? '' : `-${game + 1}`;
  return {
    watcher: createGameLines(header, (line) => void writeSync(file, `${line}\n`), suffix),
    close: () => closeSync(file),
  };
}

/** Removes the games of the pairs from `first` on: they were played ahead and do not count. */
export function removeGameFiles(folder: string, first: number): void {
  for (const name of readdirSync(folder)) {
    const pair = /^pair-(\d{6,})-game-\d+\.jsonl$/.exec(name)?.[1];
    if (pair !== undefined && Number(pair) > first) rmSync(path.join(folder, name));
  }
}

export interface LineFile {
  /** Writes a line and its line break. Calls must not overlap. */
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file, and overwrites it. Throws a {@link UsageError} if that is not possible. */
export async function openLineFile(name: string): Promise<LineFile> {
  try {
    const file = await open(name, 'w');
    return {
      async write(line) {
        await file.write(`${line}\n`);
      },
      close: () => file.close(),
    };
  } catch (thrown) {
    throw new UsageError([{ source: name, message: `cannot be written: ${messageOf(thrown)}` }]);
  }
}
