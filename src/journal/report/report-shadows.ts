/**
 * Reports on shadow experiments: how often candidate and base agree, and the outcomes of the candidate's other moves.
 */
import type { ShadowLine } from './report-lines.js';
import { sql } from 'kysely';
import { wilsonInterval } from '../../stats/wilson.js';
import type { GameFilter } from '../game-rows.js';
import { countedGames } from '../store/read-games.js';
import type { Database, SqlDialect } from '../store/tables.js';
import { addFormatted, type Histogram } from '../../stats/histogram.js';
import { toPercentiles } from '../store/timings.js';

/** One line per snake and shadow experiment, over the games of a filter. */
export async function reportShadows(db: Database, dialect: SqlDialect, filter: GameFilter): Promise<ShadowLine[]> {
  return (await readSums(db, dialect, filter)).map(toLine);
}

type Sums = Awaited<ReturnType<typeof readSums>>[number];

function toLine({ moved, took, ...sums }: Sums): ShadowLine {
  const { late, failed, illegal, agreed } = sums;
  const timings: Histogram = {};
  addFormatted(timings, took);
  return {
    ...sums,
    turns: moved + late + failed + illegal,
    ...(moved > 0 && { agreement: { share: agreed / moved, ...wilsonInterval(agreed, moved) } }),
    took: toPercentiles(timings),
  };
}

function readSums(db: Database, { join }: SqlDialect, filter: GameFilter) {
  return countedGames(db, filter)
    .where('experiment', '!=', '')
    .where('split', '=', 0)
    .select(['snake', 'experiment', sql<string>`${sql.raw(join)}(shadow_took, ' ')`.as('took')])
    .select(({ fn }) => [
      fn.countAll<number>().as('games'),
      fn.sum<number>('shadow_moved').as('moved'),
      fn.sum<number>('shadow_late').as('late'),
      fn.sum<number>('shadow_failed').as('failed'),
      fn.sum<number>('shadow_illegal').as('illegal'),
      fn.sum<number>('shadow_skipped').as('skipped'),
      fn.sum<number>('shadow_agreed').as('agreed'),
      fn.sum<number>('shadow_died').as('wouldHaveDied'),
      fn.sum<number>('shadow_lived').as('wouldHaveLived'),
    ])
    .groupBy(['snake', 'experiment'])
    .orderBy('snake')
    .orderBy('experiment')
    .execute();
}
