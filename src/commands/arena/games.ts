/** `serpentarium arena games`: lists games of the platform, imports them, and follows new ones into the journal. */
import { setTimeout as wait } from 'node:timers/promises';
import { PlatformError, type Platform, type PlatformGame, type PlatformSnake } from '../../platform/platform.js';
import { formatCount } from '../../views/numbers.js';
import { formatTable, terminalWidth } from '../../terminal/format-table.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { time, whole } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, flag, type ValuesOf } from '../flags.js';
import { interruptSignal } from '../interrupt.js';
import { openJournalToImport } from '../../journal/open-journal.js';
import { openPlatform, orExplain, PLATFORM_FLAGS } from './open-platform.js';
import { chooseOwn, pairSnakes, prefixFor, readArenaConfig } from './own-snakes.js';
import { EXIT, messageOf, UsageError } from '../../errors/errors.js';
import { loadRows } from '../../recorded/importing/load-game.js';
import { SourceError } from '../../recorded/importing/game-boards.js';
import { toEvents } from '../../recorded/importing/to-events.js';
import type { FullGameRow } from '../../views/game-rows.js';
import type { ImportResult } from '../../journal/store/write-events.js';
import type { SqlJournal } from '../../journal/sql-journal.js';

const FLAGS = [
  ...PLATFORM_FLAGS,
  flag('--limit <N>', 'the newest N games of each snake', whole(1, 100), 20),
  flag('--import', 'import games that the journal does not have'),
  flag('--watch', 'import these games and each new one, until Ctrl-C'),
  flag('--every <TIME>', 'how often --watch asks', time('1s', '1d'), 60_000),
];

type GamesFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  summary: 'list or import their games',
  description: 'list or import the games of your snakes on the platform',
  arguments: [argument('[SNAKE...]', 'prefixes, names or ids (default: all your snakes)')],
  flags: FLAGS,
  exits: { 0: 'listed or imported', 1: 'a game failed, or the platform refuses', 2: 'wrong usage' },
  examples: ['arena games /first', 'arena games --import'],
  run: ({ words: [snakes], flags }) => orExplain(() => games(snakes, flags)),
});

async function games(words: readonly string[], flags: GamesFlags): Promise<void> {
  const platform = openPlatform(flags);
  const snakes = chooseOwn(pairSnakes(readArenaConfig(flags.config), await platform.listSnakes()), words);
  const list = async (): Promise<OwnGame[]> => {
    const found: OwnGame[] = [];
    for (const own of snakes) {
      const listed = await platform.listGames(own.registered.id, flags.limit);
      found.push(...listed.map((game) => ({ game, snake: own.registered, prefix: prefixFor(own) })));
    }
    return found;
  };
  if (flags.watch) return watch(platform, list, flags);
  const found = await list();
  if (flags.import) return importAll(platform, found, flags);
  if (flags.json) return printJson(found.map(toJson), 2);
  print(found.length === 0 ? 'No games yet.' : formatGames(found, terminalWidth()));
}

/** How a game ended for the snake, as far as the list shows. */
export function resultThere({ game, snake }: OwnGame): 'won' | 'drawn' | 'lost' | '' {
  if (!mayBeOver(game)) return '';
  const { winner } = game;
  if (winner === undefined || winner === null || winner === '') return 'drawn';
  return winner === snake.id || winner === snake.name ? 'won' : 'lost';
}

function formatGames(found: readonly OwnGame[], width: number): string {
  const rows = found.map((own) => {
    const { id, created_at: at, board, game_type: type, status, snakes } = own.game;
    const others = snakes.filter((snake) => snake.id !== own.snake.id).map(({ name }) => name);
    return [own.prefix, at, `${type} ${board}`, resultThere(own) || status, others.join(', '), id];
  });
  return formatTable(['snake', 'at', 'game', 'result', 'against', 'id'], rows, { width, wraps: [4] });
}

async function importAll(platform: Platform, found: readonly OwnGame[], flags: GamesFlags): Promise<void> {
  const results = await importOver(platform, found, flags);
  const known = results.filter(({ kept = [] }) => kept.every(({ state }) => state === 'known') && kept.length > 0);
  if (flags.json) printJson(results, 2);
  else if (known.length > 0) print(`${formatCount(known.length, 'game')} imported before.`);
  if (results.some(({ problem }) => problem !== undefined)) process.exitCode = EXIT.failed;
}

/** The ids of a game in the journal, one for each seat of the snake, or why there are none. */
interface ImportedGame {
  readonly game: string;
  readonly prefix: string;
  readonly kept?: readonly ImportResult[];
  readonly problem?: string;
}

/** Imports games that may be over. Prints each new game, and each problem once. */
async function importOver(
  { base }: Platform,
  found: readonly OwnGame[],
  { config, json }: Pick<GamesFlags, 'config' | 'json'>,
  said = new Set<string>(),
): Promise<ImportedGame[]> {
  const over = found.filter(({ game }) => mayBeOver(game));
  if (over.length === 0) return [];
  const journal = await openJournalToImport(config);
  const results: ImportedGame[] = [];
  try {
    // Oldest first: the journal lists games in the order of their arrival.
    for (const own of over.toReversed()) {
      const result = { game: own.game.id, prefix: own.prefix, ...(await importOwnGame(base, own, journal)) };
      results.push(result);
      if (result.problem !== undefined) sayOnce(`game ${own.game.id} ${result.problem}`, said);
      else if (!json) printNew(own, result);
    }
  } finally {
    await journal.close();
  }
  return results;
}

export function sayOnce(problem: string, said: Set<string>): void {
  if (!said.has(problem)) printError(printable(problem));
  said.add(problem);
}

function printNew(own: OwnGame, { kept = [] }: ImportedGame): void {
  for (const { id, state } of kept) {
    if (state === 'known') continue;
    const others = own.game.snakes.filter((snake) => snake.id !== own.snake.id).map(({ name }) => name);
    const against = others.length === 0 ? 'alone' : `against ${others.join(', ')}`;
    print(printable(`${own.prefix} ${resultThere(own)} ${against}: imported as ${id}`));
  }
}

/**
 * Follows the games until it is interrupted. If the platform or journal is unreachable, it tries again at the next
 * interval.
 */
async function watch(platform: Platform, list: () => Promise<OwnGame[]>, flags: GamesFlags): Promise<void> {
  const signal = interruptSignal();
  const done = new Set<string>();
  const said = new Set<string>();
  for (;;) {
    try {
      const fresh = (await list()).filter(({ game, prefix }) => !done.has(`${prefix} ${game.id}`));
      const results = await importOver(platform, fresh, flags, said);
      // An unreadable game is tried again.
      for (const result of results.filter(({ kept }) => kept !== undefined)) {
        if (flags.json) printJson(result);
        done.add(`${result.prefix} ${result.game}`);
      }
    } catch (thrown) {
      if (!(thrown instanceof PlatformError)) throw thrown;
      printError(`${thrown.message}. Trying again in ${flags.every / 1000} s.`);
    }
    await wait(flags.every, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

function toJson(own: OwnGame): object {
  return { snake: own.prefix, result: resultThere(own), ...own.game };
}

/** States of unfinished games. Any other state is tried: the frames show whether the game is over. */
const NOT_OVER = /^(?:waiting|queued|enqueued|pending|created|scheduled|running|started|in[ _-]?progress)$/i;

export interface OwnGame {
  readonly game: PlatformGame;
  readonly snake: PlatformSnake;
  readonly prefix: string;
}

export function mayBeOver({ status }: PlatformGame): boolean {
  return !NOT_OVER.test(status);
}

/** Imports a game of the platform, once for each seat of the snake. Never rejects because of the game. */
async function importOwnGame(base: string, own: OwnGame, journal: SqlJournal): Promise<Partial<ImportedGame>> {
  try {
    const kept = [];
    const { id, game_type: gametype, winner } = own.game;
    for (const row of seatsOf(await loadRows({ base, id }, { gametype, winner: winner ?? undefined }), own))
      kept.push(await journal.importGame(toEvents(row, own.prefix)));
    return { kept };
  } catch (thrown) {
    if (thrown instanceof SourceError || thrown instanceof UsageError) return { problem: thrown.message };
    throw new Error(`game ${own.game.id} cannot be kept: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** The snake's seats. Frames have only names, and another user's snake may have the same one. */
export function seatsOf(
  rows: readonly FullGameRow[],
  { game, snake }: Omit<OwnGame, 'prefix'>,
): readonly FullGameRow[] {
  const seats = rows.filter((row) => row.snake === snake.name);
  const expected = game.snakes.filter(({ id }) => id === snake.id).length;
  if (seats.length === 0) throw new SourceError(`has no snake "${snake.name}". Was it renamed since?`);
  if (seats.length === expected) return seats;
  throw new SourceError(
    `has several snakes "${snake.name}". Import it by hand: serpentarium import ${game.id} --you ID`,
  );
}
