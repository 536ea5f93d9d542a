/** The version of this package, shown by the command line, the index of snakes and the metrics; and of its Node. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
  engines: { node: string };
};

/** As in package.json: `1.0.0`. */
export const { version } = manifest;
/** The oldest Node that runs it. */
export const leastNode = /[\d.]+/.exec(manifest.engines.node)![0];
