/** Makes the table of the ladder from the tournament that was saved: `docs/guides/house-snakes.md`. */
import { readFileSync } from 'node:fs';
import type { ContestFile } from '../../src/arena/contest/contest-file.js';
import type { TournamentTally } from '../../src/arena/contest/tournament/tournament-tally.js';
import { Z95 } from '../../src/stats/normal.js';
import { fitBradleyTerry } from '../../src/stats/ratings/bradley-terry.js';
import { formatSigned } from '../../src/terminal/format-numbers.js';
import { inRepository } from './fixtures.js';

/** The page with the present table between its two marks, the weakest snake first. */
export function withLadder(page: string): string {
  const file = readFileSync(inRepository('docs/internals/matches/ladder.json'), 'utf8');
  const { identity, tally } = JSON.parse(file) as ContestFile<TournamentTally>;
  const { elo, errors } = fitBradleyTerry(tally.points);
  const rows = [...identity.contestants.entries()]
    .toSorted(([one], [other]) => elo[one]! - elo[other]!)
    .map(([index, one]) => {
      const name = 'name' in one ? one.name : one.url;
      return `| \`${name}\` | ${formatSigned(elo[index]!, 0)} ± ${(Z95 * errors[index]!).toFixed(0)} |`;
    });
  const table = ['| Snake | Elo |', '| --- | ---: |', ...rows].join('\n');
  return page.replace(/(<!-- ladder -->)[^]*(<!-- ladder ends -->)/, `$1\n\n${table}\n\n$2`);
}
