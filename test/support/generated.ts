/** The files of the repository that are made from its source. */
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { createBenchmarksPage } from './benchmarks-page.js';
import { createCliReference } from './cli-reference.js';
import { inRepository } from './fixtures.js';
import { createConfigPage } from './config-tables.js';
import { createExportReference } from './export-reference.js';
import { createConfigSchema } from './json-schema.js';
import { withDuels, withLadder } from './match-tables.js';
import { createMetricsPage } from './metrics-page.js';
import { toPlainJavaScript } from './plain-javascript.js';

/** Their text by their absolute path. */
export async function createGenerated(): Promise<Map<string, string>> {
  const starters = ['greedy', 'cautious', 'champion'].map(async (name) => {
    return [`templates/strategies/${name}.js`, await toPlainJavaScript(inRepository(`strategies/${name}.ts`))] as const;
  });
  const texts = {
    ...Object.fromEntries(await Promise.all(starters)),
    'config/snakes.schema.json': createConfigSchema(),
    'docs/reference/cli.md': await createCliReference(),
    'docs/reference/configuration.md': createConfigPage(),
    'docs/reference/export.md': createExportReference(),
    'docs/reference/metrics.md': await createMetricsPage(),
    'docs/internals/benchmarks.md': createBenchmarksPage(),
    'docs/internals/record.md': withDuels(readFileSync(inRepository('docs/internals/record.md'), 'utf8')),
    'docs/guides/house-snakes.md': withLadder(readFileSync(inRepository('docs/guides/house-snakes.md'), 'utf8')),
    ...Object.fromEntries(
      ['package.json', 'README.md', 'docs/start/install.md', 'site/pages/index.md'].map((file) => [
        file,
        withOwner(file),
      ]),
    ),
  };
  const files = Object.entries(texts).map(async ([name, text]) => {
    const file = inRepository(name);
    return [file, await format(text, { ...(await resolveConfig(file)), filepath: file })] as const;
  });
  return new Map(await Promise.all(files));
}

/** A file with the owner of this repository in its addresses, as `site/site.json` names it. */
function withOwner(file: string): string {
  const { owner } = JSON.parse(readFileSync(inRepository('site/site.json'), 'utf8')) as { owner: string };
  return readFileSync(inRepository(file), 'utf8')
    .replaceAll(/github\.com\/[^/\s]+\/serpentarium/g, `github.com/${owner}/serpentarium`)
    .replaceAll(/[^/\s]+\.github\.io\/serpentarium/g, `${owner}.github.io/serpentarium`);
}
