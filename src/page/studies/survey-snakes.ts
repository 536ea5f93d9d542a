/** A line per snake, all its versions together: the list of snakes on the page. */
import type { GameFilter } from '../../journal/game-rows.js';
import { ResultSums } from '../../journal/report/result-sums.js';
import { countedGames } from '../../journal/store/read-games.js';
import type { SnakeView } from '../api/plots.js';
import type { Database } from '../../journal/store/tables.js';

export interface SnakeSurvey extends Omit<SnakeView, 'prefix' | 'name' | 'strategy' | 'color' | 'isMounted' | 'live'> {
  readonly snake: string;
}

export async function surveySnakes(db: Database, filter: GameFilter): Promise<SnakeSurvey[]> {
  const surveys = new Map<string, SurveySums>();
  for (const row of await readSums(db, filter)) addRow(surveys, row);
  return Array.from(surveys.values(), toSurvey);
}

interface SurveySums {
  readonly snake: string;
  readonly versions: Set<string>;
  readonly sums: ResultSums;
  last: number;
  fallbacks: number;
  lost: number;
  answers: number;
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

function addRow(all: Map<string, SurveySums>, row: SumsRow): void {
  const { snake, hash, version, options } = row;
  const survey = all.get(snake) ?? startSurvey(snake);
  all.set(snake, survey);
  const fallbacks = row.late + row.failed + row.illegal;
  survey.versions.add(JSON.stringify([hash, version, options]));
  survey.sums.add(row);
  survey.last = Math.max(survey.last, row.last);
  survey.fallbacks += fallbacks;
  survey.lost += row.lost;
  survey.answers += row.moved + fallbacks;
}

function startSurvey(snake: string): SurveySums {
  return { snake, versions: new Set(), sums: new ResultSums(), last: 0, fallbacks: 0, lost: 0, answers: 0 };
}

function toSurvey({ versions, sums: { games, results, rates }, ...same }: SurveySums): SnakeSurvey {
  return { ...same, games, versions: versions.size, results, ...rates };
}
