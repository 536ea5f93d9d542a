/** What the games of a match and its test follow from. */
import { formatSprt } from '../../../stats/parse-sprt.js';
import type { SprtParameters } from '../../../stats/sprt.js';
import { identifyContest, type ContestIdentity } from '../contest-identity.js';
import type { MatchOptions } from './match-options.js';

/** The identity of this match, with this test or with a fixed number of games. */
export function identifyMatch(
  { contestants, snakes, seed, game }: MatchOptions,
  sprt: SprtParameters | undefined,
): ContestIdentity {
  const { settings, ...rest } = game;
  const test = sprt === undefined ? 'none' : formatSprt(sprt);
  return identifyContest(contestants, { snakes, seed, ...rest, ...settings, test });
}
