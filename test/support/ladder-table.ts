/** Makes the table of the ladder from the tournament that was saved: `docs/guides/house-snakes.md`. */
import { readFileSync } from 'node:fs';
import type { ContestFile } from '../../src/arena/contest/contest-file.js';
import type { TournamentTally } from '../../src/arena/contest/tournament/tournament-tally.js';
import { Z95 } from '../../src/stats/normal.js';
import { fitBradleyTerry } from '../../src/stats/ratings/bradley-terry.js';
import { formatSigned } from '../../src/terminal/format-numbers.js';
import { inRepository } from './fixtures.js';

export interface Rung {
  readonly name: string;
  readonly elo: number;
  /** Half of the 95 % interval. */
  readonly error: number;
}

/** The snakes of the saved ladder, the weakest first. */
export function readLadder(): readonly Rung[] {
  const file = readFileSync(inRepository('docs/internals/matches/ladder.json'), 'utf8');
  const { identity, tally } = JSON.parse(file) as ContestFile<TournamentTally>;
  const { elo, errors } = fitBradleyTerry(tally.points);
  return identity.contestants
    .map((one, index) => ({
      name: 'name' in one ? one.name : one.url,
      elo: elo[index]!,
      error: Z95 * errors[index]!,
    }))
    .toSorted((one, other) => one.elo - other.elo);
}

/** The page with the present table between its two marks. */
export function withLadder(page: string): string {
  const rows = readLadder().map(
    ({ name, elo, error }) => `| \`${name}\` | ${formatSigned(elo, 0)} ± ${error.toFixed(0)} |`,
  );
  const table = ['| Snake | Elo |', '| --- | ---: |', ...rows].join('\n');
  return page.replace(/(<!-- ladder -->)[^]*(<!-- ladder ends -->)/, `$1\n\n${table}\n\n$2`);
}
