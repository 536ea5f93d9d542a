/** The version of this package, shown by the command line, the index of snakes and the metrics; and of its Node. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
  homepage: string;
  engines: { node: string };
};

/** As in package.json: `1.0.0`. */
export const { version } = manifest;
/** The oldest Node that runs it. */
export const leastNode = /[\d.]+/.exec(manifest.engines.node)![0];

/** The address of a page of the documents on the site: `guides/arena`. */
export function documentUrl(page: string): string {
  return manifest.homepage + page;
}
