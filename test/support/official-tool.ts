/** What the official command-line tool does, as it was measured; `test/e2e/official-tool.test.ts` measures it again. */
import { readFileSync } from 'node:fs';
import { fixture } from './fixtures.js';

interface OfficialTool {
  /** What it sends after the answer to a `POST` is a redirect. */
  readonly redirects: readonly {
    readonly status: number;
    readonly host: 'the same host' | 'an address' | 'nowhere';
    readonly sent: string;
  }[];
  /** The most redirects that it follows in a row. */
  readonly redirectsInARow: number;
  /** By `WxH`, the most snakes for which the standard map has room. */
  readonly mostSnakes: Readonly<Record<string, number>>;
  /** By `WxH SNAKES`, the cells `x,y` on which snakes have begun, sorted. */
  readonly starts: Readonly<Record<string, string>>;
  /** By `MAP WxH`, the hazards `x,y` of a new game, sorted. */
  readonly hazards: Readonly<Record<string, string>>;
  /** By `MAP WxH`, the first and last column, and the first and last row, of the first hazard in 200 games. */
  readonly firstHazard: Readonly<Record<string, readonly [number, number, number, number]>>;
}

export const officialTool = JSON.parse(readFileSync(fixture('official-tool.json'), 'utf8')) as OfficialTool;
