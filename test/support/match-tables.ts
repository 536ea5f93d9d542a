/** Makes tables of pages from saved matches: the ladder of the house snakes, and the record of `champion`. */
import { readFileSync } from 'node:fs';
import type { TournamentTally } from '../../src/arena/contest/tournament/tournament-tally.js';
import { Z95 } from '../../src/stats/normal.js';
import { estimateElo } from '../../src/stats/elo.js';
import { fitBradleyTerry } from '../../src/stats/ratings/bradley-terry.js';
import { sampleFromPairs, type Pentanomial } from '../../src/stats/sample.js';
import { formatSigned } from '../../src/views/numbers.js';
import { inRepository } from './fixtures.js';

/** The saved tournament of `docs/internals/matches/ladder.json`. */
interface PlayedLadder {
  readonly identity: { readonly contestants: readonly { readonly name: string }[] };
  readonly tally: TournamentTally;
}

/** The page with the present ladder between its two marks, the weakest snake first. */
export function withLadder(page: string): string {
  const file = readFileSync(inRepository('docs/internals/matches/ladder.json'), 'utf8');
  const { identity, tally } = JSON.parse(file) as PlayedLadder;
  const { elo, errors } = fitBradleyTerry(tally.points);
  const rows = [...identity.contestants.entries()]
    .toSorted(([one], [other]) => elo[one]! - elo[other]!)
    .map(([index, one]) => {
      return `| \`${one.name}\` | ${formatSigned(elo[index]!, 0)} ± ${(Z95 * errors[index]!).toFixed(0)} |`;
    });
  const table = ['| Snake | Elo |', '| --- | ---: |', ...rows].join('\n');
  return replaceBetween(page, 'ladder', table);
}

/** A match of `docs/internals/matches/duels.json`. */
interface PlayedDuels {
  readonly change: string;
  /** The commit it was played against. */
  readonly against: string;
  /** What a turn was limited to. */
  readonly limit: string;
  readonly seed: string;
  /** The pairs with 0, ½, 1, 1½ and 2 points. */
  readonly pairs: Pentanomial;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** The page with the present matches between its two marks, in the order in which they were played. */
export function withDuels(page: string): string {
  const file = readFileSync(inRepository('docs/internals/matches/duels.json'), 'utf8');
  const rows = (JSON.parse(file) as PlayedDuels[]).map(({ change, against, limit, pairs, won, drawn, lost }) => {
    const [ll, ld, wl, wd, ww] = pairs;
    const { elo, error } = estimateElo(sampleFromPairs({ ll, ld, wl, dd: 0, wd, ww }));
    return `| ${change} | \`${against}\` | ${limit} | ${won}–${drawn}–${lost} | ${formatSigned(elo, 0)} ± ${error.toFixed(0)} |`;
  });
  const head = ['| Change | Against | A turn | Won–drawn–lost | Elo |', '| --- | --- | --- | ---: | ---: |'];
  const table = [...head, ...rows].join('\n');
  return replaceBetween(page, 'duels', table);
}

/** The page with a text between the marks `<!-- NAME -->` and `<!-- NAME ends -->`. */
function replaceBetween(page: string, name: string, text: string): string {
  return page.replace(new RegExp(`(<!-- ${name} -->)[^]*(<!-- ${name} ends -->)`), `$1\n\n${text}\n\n$2`);
}
