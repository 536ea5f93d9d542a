/** What a process has loaded, by the coverage that Node writes for one that was started with `NODE_V8_COVERAGE`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The URLs of all scripts that a process has run, by the folder of its coverage. Its threads and children count. */
export function scriptsLoaded(folder: string): string[] {
  const urls = readdirSync(folder).flatMap((name) => {
    const coverage = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
    return coverage.result.map(({ url }) => url);
  });
  return [...new Set(urls)].sort();
}

/** The packages among scripts, in order. */
export function packagesAmong(scripts: readonly string[]): string[] {
  const names = scripts.flatMap((url) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  return [...new Set(names)].sort();
}
