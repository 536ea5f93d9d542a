/** The version of this package. Shown by the command line, the index of snakes and the metrics. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** As in package.json: `1.0.0`. */
export const { version } = manifest;
