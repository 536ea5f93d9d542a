/** Whether one side of an experiment has bad games more often than the other. Called for guards and duels. */

/** The games of a side, and how many of them were bad. */
export type BadGames = Readonly<Record<'games' | 'bad', number>>;

/** Games whose side was drawn with the same probability: the candidate with `share`. */
type DrawnGames = Readonly<Record<'base' | 'candidate', BadGames>> & { readonly share: number };

/** The probability that the evidence ever reaches its inverse, if the candidate has bad games no more often. */
export const EXCESS_ERROR = 0.005;

/** The rates that are tried: the base's is any of them, the candidate's any higher one. */
const RATES = [0.005, 0.02, 0.06, 0.18, 0.4, 0.7, 0.95];

/**
 * How many times likelier it is that the candidate has bad games more often, on average over pairs of rates. Without a
 * difference, it ever reaches 200 with a probability of 0.5 % at most, however often it is checked.
 *
 * Without a difference, a bad game is the candidate's with the probability of its draw, and so is a good one: each
 * ratio is a test martingale, to which Ville's inequality applies. The share may change from game to game.
 */
export function excessEvidence(drawn: readonly DrawnGames[]): number {
  const ratios = RATES.flatMap((low, index) =>
    RATES.slice(index + 1).map((high) => {
      const logs = drawn.map(({ share, base, candidate }) => {
        const any = share * high + (1 - share) * low;
        const logRatio = ({ games, bad }: BadGames, rate: number) =>
          bad * Math.log(rate / any) + (games - bad) * Math.log((1 - rate) / (1 - any));
        return logRatio(base, low) + logRatio(candidate, high);
      });
      return Math.exp(logs.reduce((sum, log) => sum + log, 0));
    }),
  );
  // JSON has no infinity.
  return Math.min(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length, Number.MAX_VALUE);
}
