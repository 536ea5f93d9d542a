/** Suggests the known name nearest to a misspelt one. Called wherever an error message names something unknown. */
import { distance } from 'fastest-levenshtein';

/**
 * ` Did you mean "x"?` with the candidate nearest to `word`, ignoring case; `''` if none is near.
 *
 * Starts with a space, so that it can follow a sentence.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const best = nearest(word, candidates);
  return best === undefined ? '' : ` Did you mean "${best}"?`;
}

/** The candidate nearest to `word`, ignoring case; `undefined` if none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) [best, bestDistance] = [candidate, d];
  }
  return best;
}
