/** Sums of game results. Used for the lines of reports, and for the snakes on the page. */
import { rankScore } from '../../stats/rank-score.js';
import { wilsonInterval } from '../../stats/normal.js';
import { toJournalResult, type JournalResult } from '../../views/game-rows.js';
import type { ResultCounts } from '../../views/report-lines.js';

/** Games with the same ending, as the database has counted them. */
interface CountedGames {
  readonly games: number;
  readonly result: string | null;
  readonly snakes: number;
  readonly place: number | null;
}

export class ResultSums {
  readonly results: Record<JournalResult, number> = { win: 0, draw: 0, loss: 0, abandoned: 0, unknown: 0, solo: 0 };
  /** Games by their score, summed in a fixed order for every database. */
  readonly #games = new Map<number, number>();

  add({ games, result, snakes, place }: CountedGames): void {
    this.results[toJournalResult(result ?? 'abandoned', snakes)] += games;
    const score = rankScore(snakes, place);
    if (score !== undefined) this.#games.set(score, (this.#games.get(score) ?? 0) + games);
  }

  get games(): number {
    return Object.values(this.results).reduce((sum, games) => sum + games, 0);
  }

  /** For a line of the report. */
  get counts(): ResultCounts {
    const { win: wins, draw: draws, loss: losses, abandoned, unknown } = this.results;
    return { games: this.games, wins, draws, losses, abandoned, unknown, ...this.rates };
  }

  /** The rates in games against other snakes; absent if there were none. */
  get rates(): Pick<ResultCounts, 'winRate' | 'score'> {
    const { win, draw, loss } = this.results;
    const played = win + draw + loss;
    const byScore = [...this.#games].sort(([one], [other]) => one - other);
    const ranked = byScore.reduce((sum, [, games]) => sum + games, 0);
    const score = byScore.reduce((sum, [each, games]) => sum + each * games, 0);
    return {
      ...(played > 0 && { winRate: { share: win / played, ...wilsonInterval(win, played) } }),
      ...(ranked > 0 && { score: score / ranked }),
    };
  }
}

/** By UTF-16 code units, which is the order of the columns in every database. */
export function compareNames(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
