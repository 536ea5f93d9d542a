/** A host for tests whose snakes are lines of YAML, and the programs next to its configuration. */
import path from 'node:path';
import { writeFolder } from './host-process.js';

/**
 * Writes `snakes.yaml` to a new folder, with the other `files`. Each snake is what stands between the braces of its
 * entry. Returns the path of the configuration.
 */
export function writeYamlHost(snakes: readonly string[], files: Readonly<Record<string, string>> = {}): string {
  const folder = writeFolder({
    ...files,
    'snakes.yaml': `
server: { host: 127.0.0.1, port: 0, admin: { port: 0 }, drain: 0, maxTimeout: 10s }
snakes:
${snakes.map((snake) => `  - { ${snake} }`).join('\n')}
journal: off`,
  });
  return path.join(folder, 'snakes.yaml');
}
