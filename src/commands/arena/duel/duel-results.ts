/** The results of a duel's games: from the journal if it has them, else from the frames of the platform. */
import { messageOf, UsageError } from '../../../errors/errors.js';
import { readSeats } from '../../../journal/report/report.js';
import { findMeetings } from '../../../journal/report/side-by-side.js';
import type { SqlJournal } from '../../../journal/sql-journal.js';
import { PlatformError, type Platform, type PlatformGame, type PlatformSnake } from '../../../platform/platform.js';
import { SourceError } from '../../../recorded/importing/game-boards.js';
import { loadRows } from '../../../recorded/importing/load-game.js';
import { pointsOf, rankScore } from '../../../stats/rank-score.js';
import { mayBeOver, seatsOf } from '../games.js';
import type { ResultReader } from './duel-games.js';
import type { DuelGame } from './duel-tally.js';

/** A registered snake, and the prefix of its games in the journal. */
export interface DuelSide extends PlatformSnake {
  readonly prefix: string;
}

type Known = Map<string, Pick<DuelGame, 'score' | 'lost'>>;

export function createResultReader(
  platform: Pick<Platform, 'base' | 'listGames'>,
  sides: readonly [DuelSide, DuelSide],
  journal: SqlJournal | undefined,
  warn: (problem: string) => void,
): ResultReader {
  const over = new Set<string>();
  return async (games) => {
    const known: Known = new Map();
    const isKept = journal !== undefined && (await addKept(known, journal, sides, games, warn));
    const unknown = new Set(games.flatMap(({ id }) => (known.get(id!)?.score === undefined ? [id] : [])));
    try {
      const listed = unknown.size === 0 ? [] : await platform.listGames(sides[0].id);
      for (const game of listed.filter((each) => unknown.has(each.id) && mayBeOver(each))) {
        // The journal gets the end of a game a moment after the platform: it has until the next time.
        const score = isKept && !over.has(game.id) ? undefined : await scoreThere(platform.base, sides, game, warn);
        if (score !== undefined) known.set(game.id, { ...known.get(game.id), score });
        over.add(game.id);
      }
      return { known };
    } catch (thrown) {
      if (thrown instanceof PlatformError) return { known, problem: thrown };
      throw thrown;
    }
  };
}

/** Adds what a journal has of games of both sides. Returns whether it can be read. */
async function addKept(
  known: Known,
  journal: SqlJournal,
  [base, candidate]: readonly [DuelSide, DuelSide],
  games: readonly DuelGame[],
  warn: (problem: string) => void,
): Promise<boolean> {
  try {
    const ids = games.map(({ id }) => id!);
    const found = await readSeats(journal.db, [base.prefix, candidate.prefix], ids);
    const seats = found.map((seat) => ({ ...seat, variant: seat.snake === base.prefix ? 'base' : 'candidate' }));
    for (const { game, run, place } of findMeetings(seats).meetings) {
      const both = seats.filter((seat) => seat.game === game && seat.run === run);
      const lostBy = (variant: string) => both.find((seat) => seat.variant === variant)!.lost;
      // Nothing is known of the turns of a game that was imported.
      const isPlayedHere = both.every(({ hash }) => hash !== '');
      const lost = { base: lostBy('base'), candidate: lostBy('candidate') };
      const score = rankScore(2, place);
      known.set(game, { ...(isPlayedHere && { lost }), ...(score !== undefined && { score }) });
    }
    return true;
  } catch (thrown) {
    warn(`the journal cannot be read: ${messageOf(thrown)}`);
    return false;
  }
}

/** `undefined` if the platform does not show it, or not yet. */
async function scoreThere(
  base: string,
  sides: readonly PlatformSnake[],
  game: PlatformGame,
  warn: (problem: string) => void,
): Promise<number | undefined> {
  try {
    const { id, game_type: gametype, winner } = game;
    const rows = await loadRows({ base, id }, { gametype, winner: winner ?? undefined });
    const [mine, other] = sides.map((snake) => seatsOf(rows, { game, snake })[0]!.rank);
    return mine === undefined || other === undefined ? undefined : pointsOf(other, mine);
  } catch (thrown) {
    if (!(thrown instanceof SourceError || thrown instanceof UsageError)) throw thrown;
    warn(`game ${game.id} ${thrown.message}`);
    return undefined;
  }
}
