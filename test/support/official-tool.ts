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
}

export const officialTool = JSON.parse(readFileSync(fixture('official-tool.json'), 'utf8')) as OfficialTool;
