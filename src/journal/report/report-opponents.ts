/** Reports how the snakes did in the games against each opponent. */
import type { OpponentLine } from './report-lines.js';
import { compareNames, ResultSums } from './result-sums.js';
import type { GameFilter } from '../game-rows.js';
import { countedGames } from '../store/read-games.js';
import type { Database } from '../store/tables.js';

/** A line per snake and opponent over the games of a filter; each snake's most frequent opponents first. */
export async function reportOpponents(db: Database, filter: GameFilter): Promise<OpponentLine[]> {
  const tallies = new Map<string, Tally>();
  for (const row of await readResults(db, filter)) {
    for (const opponent of new Set(JSON.parse(row.opponents) as string[])) {
      if (filter.opponent === undefined || opponent === filter.opponent) addRow(tallies, opponent, row);
    }
  }
  const lines = Array.from(tallies.values(), toLine);
  return lines.sort(
    (a, b) => compareNames(a.snake, b.snake) || b.games - a.games || compareNames(a.opponent, b.opponent),
  );
}

interface Tally {
  readonly snake: string;
  readonly opponent: string;
  readonly sums: ResultSums;
}

type ResultRow = Awaited<ReturnType<typeof readResults>>[number];

function readResults(db: Database, filter: GameFilter) {
  return countedGames(db, filter)
    .select(['snake', 'opponents', 'result', 'snakes', 'place'])
    .select(({ fn }) => fn.countAll<number>().as('games'))
    .groupBy(['snake', 'opponents', 'result', 'snakes', 'place'])
    .execute();
}

function addRow(tallies: Map<string, Tally>, opponent: string, row: ResultRow): void {
  const { snake } = row;
  const key = JSON.stringify([snake, opponent]);
  const tally = tallies.get(key) ?? { snake, opponent, sums: new ResultSums() };
  tallies.set(key, tally);
  tally.sums.add(row);
}

function toLine({ snake, opponent, sums: { games, results, rates } }: Tally): OpponentLine {
  const { win: wins, draw: draws, loss: losses, abandoned, unknown } = results;
  return { snake, opponent, games, wins, draws, losses, abandoned, unknown, ...rates };
}
