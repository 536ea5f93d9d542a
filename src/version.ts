/** The release, as package.json says: shown by the command line, the list of snakes and the metrics. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const { version } = manifest;
