/** A line per snake, all its versions together: the list of snakes on the page. */
import { rankScore } from '../../stats/rank-score.js';
import { wilsonInterval } from '../../stats/wilson.js';
import { toJournalResult, type GameFilter, type JournalResult } from '../../journal/game-rows.js';
import { gamesOf } from '../../journal/store/read-games.js';
import type { SnakeView } from '../api/plots.js';
import type { Database } from '../../journal/store/tables.js';

/** One snake of the journal, over its games that have ended. */
export interface SnakeSurvey extends Omit<SnakeView, 'prefix' | 'name' | 'strategy' | 'color' | 'isMounted' | 'live'> {
  readonly snake: string;
}

/** The snakes of a filter's games, in the order of their prefixes. */
export async function surveySnakes(db: Database, filter: GameFilter): Promise<SnakeSurvey[]> {
  const sums = new Map<string, SurveySums>();
  for (const row of await readSums(db, filter)) addSums(sums, row);
  return [...sums.values()].map(toSurvey);
}

/** A line while it is added up. */
interface SurveySums {
  readonly snake: string;
  readonly versions: Set<string>;
  readonly results: Record<JournalResult, number>;
  readonly scores: { count: number; sum: number };
  /** Games against others that were not abandoned. */
  contests: number;
  last: number;
  fallbacks: number;
  lost: number;
  answers: number;
}

type SumsRow = Awaited<ReturnType<typeof readSums>>[number];

function readSums(db: Database, filter: GameFilter) {
  const keys = ['snake', 'hash', 'version', 'options', 'result', 'snakes', 'place'] as const;
  return gamesOf(db, filter)
    .where('ended_at', 'is not', null)
    .select(keys)
    .select(({ fn }) => [
      fn.countAll<number | string>().as('games'),
      fn.max<number | string>('started_at').as('last'),
      fn.sum<number | string>('moved').as('moved'),
      fn.sum<number | string>('late').as('late'),
      fn.sum<number | string>('failed').as('failed'),
      fn.sum<number | string>('illegal').as('illegal'),
      fn.sum<number | string>('lost').as('lost'),
    ])
    .groupBy(keys)
    .orderBy('snake')
    .execute();
}

function addSums(all: Map<string, SurveySums>, row: SumsRow): void {
  const { snake, hash, version, options } = row;
  const sums = all.get(snake) ?? startSums(snake);
  all.set(snake, sums);
  const games = Number(row.games);
  const result = toJournalResult(row.result ?? 'abandoned', row.snakes);
  const fallbacks = Number(row.late) + Number(row.failed) + Number(row.illegal);
  sums.versions.add(JSON.stringify([hash, version, options]));
  sums.results[result] += games;
  if (row.snakes > 1 && result !== 'abandoned') sums.contests += games;
  sums.last = Math.max(sums.last, Number(row.last));
  sums.fallbacks += fallbacks;
  sums.lost += Number(row.lost);
  sums.answers += Number(row.moved) + fallbacks;
  const score = rankScore(row.snakes, row.place);
  if (score === undefined) return;
  sums.scores.count += games;
  sums.scores.sum += games * score;
}

function startSums(snake: string): SurveySums {
  return {
    snake,
    versions: new Set(),
    results: { win: 0, draw: 0, loss: 0, abandoned: 0, solo: 0 },
    scores: { count: 0, sum: 0 },
    contests: 0,
    last: 0,
    fallbacks: 0,
    lost: 0,
    answers: 0,
  };
}

function toSurvey({ versions, contests, scores, results, ...same }: SurveySums): SnakeSurvey {
  const { win } = results;
  return {
    ...same,
    games: Object.values(results).reduce((sum, one) => sum + one, 0),
    versions: versions.size,
    results,
    ...(contests > 0 && { winRate: { share: win / contests, ...wilsonInterval(win, contests) } }),
    ...(scores.count > 0 && { score: scores.sum / scores.count }),
  };
}
