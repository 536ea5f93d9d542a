/** The results of a duel's games: from the journal if it has them, else from the frames of the platform. */
import { messageOf, UsageError } from '../../errors/errors.js';
import { identifySides } from '../../journal/report/experiment-sides.js';
import { readSeatsIn } from '../../journal/report/report.js';
import { findMeetings } from '../../journal/report/side-by-side.js';
import type { Database } from '../../journal/store/tables.js';
import type { SqlJournal } from '../../journal/sql-journal.js';
import { PlatformError, type Platform, type PlatformGame, type PlatformSnake } from '../../platform/platform.js';
import { SourceError } from '../../recorded/importing/game-boards.js';
import { loadRows } from '../../recorded/importing/load-game.js';
import { pointsOf, rankScore } from '../../stats/rank-score.js';
import { mayBeOver, seatsOf } from '../arena/games.js';
import type { KnownResults, ResultReader } from './duel-games.js';

/** A registered snake, and the prefix of its games in the journal. */
export interface DuelSide extends PlatformSnake {
  readonly prefix: string;
}

/** @param journal absent if there is none that can be read */
export function createResultReader(
  platform: Pick<Platform, 'base' | 'listGames'>,
  sides: readonly [base: DuelSide, candidate: DuelSide],
  journal: SqlJournal | undefined,
  warn: (problem: string) => void,
): ResultReader {
  const prefixes = sides.map(({ prefix }) => prefix);
  const over = new Set<string>();

  const readKept = async (db: Database, ids: readonly string[], known: KnownResults) => {
    const found = await readSeatsIn(db, prefixes, ids);
    const seats = found.map((seat) => ({ ...seat, variant: seat.snake === prefixes[0] ? 'base' : 'candidate' }));
    for (const candidate of findMeetings(seats).meetings) {
      const { game, run, place } = candidate;
      const base = seats.find((seat) => seat.game === game && seat.run === run && seat.variant === 'base')!;
      const score = rankScore(2, place);
      // The answers of a game that was imported are unknown.
      const isPlayedHere = base.hash !== '' && candidate.hash !== '';
      const lost = { base: base.lost, candidate: candidate.lost };
      const played = isPlayedHere && { lost, sides: identifySides({ base, candidate }) };
      known.set(game, { ...played, ...(score !== undefined && { score }) });
    }
  };
  const scoreThere = async (game: PlatformGame): Promise<number | undefined> => {
    try {
      const { id, game_type: gametype, winner } = game;
      const rows = await loadRows({ base: platform.base, id }, { gametype, winner: winner ?? undefined });
      const [base, candidate] = sides.map((snake) => seatsOf(rows, { game, snake })[0]!.rank);
      return base === undefined || candidate === undefined ? undefined : pointsOf(candidate, base);
    } catch (thrown) {
      if (!(thrown instanceof SourceError || thrown instanceof UsageError)) throw thrown;
      return void warn(`game ${game.id} ${thrown.message}`);
    }
  };

  return async (games, signal) => {
    const known: KnownResults = new Map();
    const ids = games.map(({ id }) => id!);
    let isKept = journal !== undefined;
    try {
      if (journal !== undefined) await readKept(journal.db, ids, known);
    } catch (thrown) {
      isKept = false;
      warn(`the journal cannot be read: ${messageOf(thrown)}`);
    }
    const unknown = ids.filter((id) => known.get(id)?.score === undefined);
    try {
      const listed = unknown.length === 0 ? [] : await platform.listGames(sides[0].id);
      for (const game of listed.filter((each) => unknown.includes(each.id) && mayBeOver(each))) {
        if (signal.aborted) break;
        // The journal gets the end of a game a moment after the platform: it has until the next time.
        const score = isKept && !over.has(game.id) ? undefined : await scoreThere(game);
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
