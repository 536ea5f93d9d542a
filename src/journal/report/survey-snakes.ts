/** A line per snake, all its versions together: the list of snakes on the page. */
import type { GameFilter } from '../../views/game-rows.js';
import { ResultSums } from './result-sums.js';
import { countedGames } from '../store/read-games.js';
import type { SnakeView } from '../../views/plots.js';
import type { Database } from '../store/tables.js';

export interface SnakeSurvey extends Omit<SnakeView, 'prefix' | 'name' | 'strategy' | 'color' | 'isMounted' | 'live'> {
  readonly snake: string;
}

export async function surveySnakes(db: Database, filter: GameFilter): Promise<SnakeSurvey[]> {
  const bySnake = new Map<string, SumsRow[]>();
  for (const row of await readSums(db, filter)) {
    const rows = bySnake.get(row.snake) ?? [];
    bySnake.set(row.snake, rows);
    rows.push(row);
  }
  return Array.from(bySnake, ([snake, rows]) => toSurvey(snake, rows));
}

type SumsRow = Awaited<ReturnType<typeof readSums>>[number];

function readSums(db: Database, filter: GameFilter) {
  const keys = ['snake', 'hash', 'version', 'options', 'result', 'snakes', 'place'] as const;
  return countedGames(db, filter)
    .select(keys)
    .select(({ fn }) => [
      fn.countAll<number>().as('games'),
      fn.max<number>('started_at').as('last'),
      fn.sum<number>('moved').as('moved'),
      fn.sum<number>('late').as('late'),
      fn.sum<number>('failed').as('failed'),
      fn.sum<number>('illegal').as('illegal'),
      fn.sum<number>('lost').as('lost'),
    ])
    .groupBy(keys)
    .orderBy('snake')
    .execute();
}

function toSurvey(snake: string, rows: readonly SumsRow[]): SnakeSurvey {
  const sums = new ResultSums();
  for (const row of rows) sums.add(row);
  const sumOf = (countOf: (row: SumsRow) => number) => rows.reduce((sum, row) => sum + countOf(row), 0);
  const fallbacks = sumOf(({ late, failed, illegal }) => late + failed + illegal);
  return {
    snake,
    games: sums.games,
    versions: new Set(rows.map(({ hash, version, options }) => JSON.stringify([hash, version, options]))).size,
    results: sums.results,
    ...sums.rates,
    last: rows.reduce((latest, { last }) => Math.max(latest, last), 0),
    fallbacks,
    lost: sumOf(({ lost }) => lost),
    answers: fallbacks + sumOf(({ moved }) => moved),
  };
}
