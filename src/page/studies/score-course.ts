/** How the score of each version of a snake went over time: a bounded number of points. Called for the page. */
import { sql } from 'kysely';
import { rankScore } from '../../stats/rank-score.js';
import { wilsonInterval } from '../../stats/wilson.js';
import type { CoursePoint } from '../api/plots.js';
import type { GameFilter } from '../../journal/game-rows.js';
import { gamesOf } from '../../journal/store/read-games.js';
import type { Database } from '../../journal/store/tables.js';
import { VERSION_KEYS, type VersionKeys } from '../../journal/report/report.js';

export const MAX_COURSE_POINTS = 24;
/** A point stands for at least this many games, as long as its version has them: fewer would only show chance. */
export const MIN_POINT_GAMES = 25;

/** The key of a version in {@link readCourses}. */
export function versionKey(keys: VersionKeys): string {
  return VERSION_KEYS.map((name) => keys[name]).join('\0');
}

/** The course of each version of the games of a filter that have ended, by {@link versionKey}. */
export async function readCourses(db: Database, filter: GameFilter): Promise<Map<string, CoursePoint[]>> {
  const tiles = new Map<string, Tile[]>();
  for (const row of await readTiles(db, filter)) {
    const key = versionKey(row);
    const known = tiles.get(key) ?? [];
    tiles.set(key, known);
    addRow(known, row);
  }
  return new Map(Array.from(tiles, ([key, each]) => [key, joinSmall(each).map(toPoint)]));
}

/** A point while it is added up. */
interface Tile {
  readonly number: number;
  from: number;
  to: number;
  games: number;
  wins: number;
  sum: number;
}

type TileRow = Awaited<ReturnType<typeof readTiles>>[number];

/** The games of each version in up to {@link MAX_COURSE_POINTS} tiles of equal size, counted by the database. */
function readTiles(db: Database, filter: GameFilter) {
  const columns = VERSION_KEYS.map((name) => sql.ref(name));
  const tile = sql<number>`ntile(${sql.lit(MAX_COURSE_POINTS)}) over (partition by ${sql.join(columns)} order by started_at, id)`;
  const inner = gamesOf(db, filter)
    .where('place', 'is not', null)
    .where('snakes', '>', 1)
    .select([...VERSION_KEYS, 'started_at', 'snakes', 'place', 'result', tile.as('tile')]);
  return db
    .selectFrom(inner.as('tiled'))
    .select([...VERSION_KEYS, 'tile', 'snakes', 'place', 'result'])
    .select(({ fn }) => [
      fn.countAll<number>().as('games'),
      fn.min<number>('started_at').as('from'),
      fn.max<number>('started_at').as('to'),
    ])
    .groupBy([...VERSION_KEYS, 'tile', 'snakes', 'place', 'result'])
    .orderBy('tile')
    .execute();
}

function addRow(tiles: Tile[], row: TileRow): void {
  const { tile: number, games, from, to } = row;
  let tile = tiles.at(-1);
  if (tile?.number !== number) tiles.push((tile = { number, from, to, games: 0, wins: 0, sum: 0 }));
  tile.from = Math.min(tile.from, from);
  tile.to = Math.max(tile.to, to);
  tile.games += games;
  if (row.result === 'win') tile.wins += games;
  tile.sum += games * (rankScore(row.snakes, row.place) ?? 0);
}

/** Joins neighbours until each has {@link MIN_POINT_GAMES}; what is left over at the end goes to the last. */
function joinSmall(tiles: readonly Tile[]): Tile[] {
  const joined: Tile[] = [];
  for (const tile of tiles) {
    const open = joined.at(-1);
    if (open === undefined || open.games >= MIN_POINT_GAMES) joined.push({ ...tile });
    else addTile(open, tile);
  }
  const last = joined.at(-1);
  if (joined.length > 1 && last!.games < MIN_POINT_GAMES) addTile(joined.at(-2)!, joined.pop()!);
  return joined;
}

function addTile(to: Tile, tile: Tile): void {
  to.to = tile.to;
  to.games += tile.games;
  to.wins += tile.wins;
  to.sum += tile.sum;
}

/** Wilson's interval is made for wins and losses. Scores in between vary less, so for them it is a little too wide. */
function toPoint({ from, to, games, wins, sum }: Tile): CoursePoint {
  return { from, to, games, wins, score: sum / games, ...wilsonInterval(sum, games) };
}
