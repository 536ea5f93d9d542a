/** Reports why answers were late. The causes are stored with the turns, so it reads the turns of some games. */
import { LATE_CAUSES, type LateCause } from '../../wire/responses.js';
import type { GameFilter } from '../game-rows.js';
import { readTurns } from '../store/close-game.js';
import { PIECE_CHARACTERS } from '../store/packed-turns.js';
import { countedGames } from '../store/read-games.js';
import type { Database } from '../store/tables.js';
import type { LateLine } from './report-lines.js';
import { compareNames } from './result-sums.js';

/** Most games that are read, the newest with late answers; each takes a few ms. */
const MAX_GAMES = 100;

export async function reportLate(db: Database, filter: GameFilter): Promise<LateLine[]> {
  const games = await countedGames(db, filter)
    .where('late', '>', 0)
    .select(['id', 'snake'])
    .orderBy('started_at', 'desc')
    .limit(MAX_GAMES)
    .execute();
  const lines = new Map<string, { games: number; causes: Record<LateCause, number> }>();
  for (const { id, snake } of games) {
    const { packed } = await db.selectFrom('games').select('packed').where('id', '=', id).executeTakeFirstOrThrow();
    const line = lines.get(snake) ?? { games: 0, causes: { strategy: 0, machine: 0, start: 0, client: 0 } };
    lines.set(snake, line);
    line.games++;
    for (const { facts } of (await readTurns(db, id, packed, PIECE_CHARACTERS)) ?? []) {
      const { answer } = facts;
      if (answer.kind === 'late' && answer.cause !== undefined) line.causes[answer.cause]++;
    }
  }
  return [...lines]
    .map(([snake, line]) => ({ snake, ...line }))
    .filter(({ causes }) => LATE_CAUSES.some((cause) => causes[cause] > 0))
    .sort((a, b) => compareNames(a.snake, b.snake));
}
