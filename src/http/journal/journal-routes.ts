/** The journal as JSON on the admin port: a report, games page by page, and single games with all turns. */
import { type JournalReader, gameQuery } from '../../journal/journal.js';
import type { GameFilter } from '../../views/game-rows.js';
import { findUnknownNames, type ConfiguredNames } from '../../journal/filter-words.js';
import { answerJson, type AppRouter, HttpError } from '../context.js';
import {
  findOneGame,
  unknownGame,
  onlyOf,
  readGameFilter,
  readGameQuery,
  readLimit,
  refuseUnknown,
} from './game-query.js';

/** Most names of one kind in the filters of the page. */
const MAX_NAMES = 500;

export function addJournalRoutes(router: AppRouter, journal: JournalReader, configured: () => ConfiguredNames): void {
  /** Throws a 404 if the filter has an unknown name. Costs a query of the journal. */
  const refuseUnknownNames = async (filter: GameFilter): Promise<void> => {
    const unknown = findUnknownNames(filter, await journal.listNames(), configured());
    if (unknown.length === 0) return;
    const sentences = unknown.map(({ field, message }) => `${field} ${message}`);
    throw new HttpError(404, 'unknown_name', sentences.join(' '));
  };
  router.get('/api/report', async (ctx) => {
    refuseUnknown(ctx, '/api/report');
    const filter = readGameFilter(ctx);
    const report = await journal.report({ ...filter, newest: readLimit(ctx) });
    if (report.lines.length === 0) await refuseUnknownNames(filter);
    answerJson(ctx, JSON.stringify(report));
  });
  router.get('/api/names', async (ctx) => {
    const lists = Object.entries<readonly string[]>({ ...(await journal.listNames()) });
    const names = lists.map(([kind, all]) => [kind, all.slice(0, MAX_NAMES)]);
    answerJson(ctx, JSON.stringify(Object.fromEntries(names)));
  });
  router.get('/api/games', async (ctx) => {
    refuseUnknown(ctx, '/api/games');
    const query = readGameQuery(ctx);
    const page = await journal.listGames(query);
    if (page.games.length === 0) await refuseUnknownNames(query);
    answerJson(ctx, JSON.stringify(page));
  });
  router.get('/api/games/:id', async (ctx) => {
    const id = ctx.params['id']!;
    refuseUnknown(ctx, '/api/games/:id');
    const found = await findOneGame(journal, id, onlyOf(ctx, 'snake'));
    const game = await journal.askJson(gameQuery, found.id);
    if (game === undefined) throw unknownGame(id);
    answerJson(ctx, game);
  });
}
