/** The verdict of each live experiment, for reports and the page. */
import type { ExperimentVerdict, SplitVerdict } from '../../views/report-lines.js';
import { createComparison, meanScores } from '../../stats/confidence-sequence.js';
import { describeEarlier, compareInOrder, type ExperimentGame, type OnGame } from './compare-in-order.js';
import { compareMeetings } from './side-by-side.js';

/**
 * The verdict of each experiment.
 *
 * Games count in the order in which they began, up to the first unfinished one: counted in the order in which they end,
 * a variant that loses quickly would look worse than it is. An unfinished game that lasts longer than any finished one
 * no longer holds up the rest. It is not left out, since one variant may have the longer games: the lower end of the
 * interval assumes its worst result for the candidate, the upper end its best. So the interval is valid for every
 * result, and the limit only decides how long to wait. Abandoned games count for neither variant. Games count only with
 * the sides of the last game: they do not depend on the variant that a game was assigned, so that the interval stays
 * valid.
 *
 * @param games in the order in which they began.
 */
export function computeVerdicts(games: Iterable<ExperimentGame>): ExperimentVerdict[] {
  return splitExperiments(games).map((each) => computeVerdict(each));
}

/** The games of each experiment, in their order. */
export function splitExperiments(games: Iterable<ExperimentGame>): ExperimentGame[][] {
  const experiments = new Map<string, ExperimentGame[]>();
  for (const game of games) {
    const key = JSON.stringify([game.split > 0 ? game.snake : '', game.experiment, game.split]);
    const known = experiments.get(key);
    if (known === undefined) experiments.set(key, [game]);
    else known.push(game);
  }
  return [...experiments.values()];
}

/** The verdict on the experiment of these games; at least one. */
export function computeVerdict(games: readonly ExperimentGame[], onGame: OnGame = () => {}): ExperimentVerdict {
  return games[0]!.split > 0 ? compareSplit(games, onGame) : compareMeetings(games, onGame);
}

function compareSplit(games: readonly ExperimentGame[], onGame: OnGame): SplitVerdict {
  const { snake, experiment, split, sides } = games.at(-1)!;
  const isPresent = (game: ExperimentGame) => game.sides === sides;
  const counts = { base: 0, candidate: 0 };
  const { comparison, ...verdict } = compareInOrder(games, isPresent, createComparison(split), (count, now, game) => {
    counts[game.variant as keyof typeof counts]++;
    onGame(count, now, game);
  });
  const means = meanScores(comparison);
  const known = { ...counts, ...(means && { means }), ...verdict, ...describeEarlier(games, isPresent) };
  return { design: 'split', snake, experiment, split, ...known };
}
