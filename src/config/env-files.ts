/** The files `.env`: settings that a project keeps out of Git. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { usageFault } from '../errors/errors.js';
import { pathOf, readText } from './read-text.js';

/** The file of a configuration's project. */
export function envFileOf(config: string): string {
  return pathOf(config, undefined, '.env');
}

/** Absolute paths of the files that exist: in the current folder, and in the project of the configuration. */
export function findEnvFiles(config: string): string[] {
  return [...new Set([path.resolve('.env'), envFileOf(config)])].filter((file) => existsSync(file));
}

/** Sets the variables of these files that are unset. Throws a `UsageError` if one cannot be read. */
export function loadEnvFiles(config: string, env = process.env): void {
  for (const file of findEnvFiles(config)) {
    const read = readText(file);
    if ('problem' in read) throw usageFault(path.relative('.', file), read.problem);
    for (const [name, value] of Object.entries(parseEnv(read.text))) env[name] ??= value;
  }
}
