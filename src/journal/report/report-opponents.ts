/** Reports how the snakes did in the games against each opponent. */
import type { OpponentLine } from './report-lines.js';
import { rankScore } from '../../stats/rank-score.js';
import { wilsonInterval } from '../../stats/wilson.js';
import type { GameFilter } from '../game-rows.js';
import { gamesOf } from '../store/read-games.js';
import type { Database } from '../store/tables.js';

/** A line per snake and opponent over the games of a filter; the opponents of a snake that it met most often first. */
export async function reportOpponents(db: Database, filter: GameFilter): Promise<OpponentLine[]> {
  const tallies = new Map<string, Tally>();
  for (const row of await readResults(db, filter)) {
    for (const opponent of new Set(JSON.parse(row.opponents) as string[])) {
      if (filter.opponent === undefined || opponent === filter.opponent) addRow(tallies, opponent, row);
    }
  }
  const lines = Array.from(tallies.values(), toLine);
  return lines.sort((a, b) => compare(a.snake, b.snake) || b.games - a.games || compare(a.opponent, b.opponent));
}

/** A line while it is added up. */
interface Tally {
  readonly snake: string;
  readonly opponent: string;
  readonly results: Record<'win' | 'draw' | 'loss' | 'abandoned', number>;
  readonly scores: { count: number; sum: number };
}

type ResultRow = Awaited<ReturnType<typeof readResults>>[number];

function readResults(db: Database, filter: GameFilter) {
  return gamesOf(db, filter)
    .where('ended_at', 'is not', null)
    .select(['snake', 'opponents', 'result', 'snakes', 'place'])
    .select(({ fn }) => fn.countAll<number | string>().as('games'))
    .groupBy(['snake', 'opponents', 'result', 'snakes', 'place'])
    .execute();
}

function addRow(
  tallies: Map<string, Tally>,
  opponent: string,
  { snake, result, snakes, place, ...row }: ResultRow,
): void {
  const key = JSON.stringify([snake, opponent]);
  let tally = tallies.get(key);
  if (tally === undefined) {
    tally = { snake, opponent, results: { win: 0, draw: 0, loss: 0, abandoned: 0 }, scores: { count: 0, sum: 0 } };
    tallies.set(key, tally);
  }
  const games = Number(row.games);
  tally.results[result as keyof Tally['results']] += games;
  const score = rankScore(snakes, place);
  if (score === undefined) return;
  tally.scores.count += games;
  tally.scores.sum += games * score;
}

function toLine({ snake, opponent, results: { win, draw, loss, abandoned }, scores }: Tally): OpponentLine {
  const played = win + draw + loss;
  return {
    snake,
    opponent,
    games: played + abandoned,
    wins: win,
    draws: draw,
    losses: loss,
    abandoned,
    ...(played > 0 && { winRate: { share: win / played, ...wilsonInterval(win, played) } }),
    ...(scores.count > 0 && { score: scores.sum / scores.count }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
