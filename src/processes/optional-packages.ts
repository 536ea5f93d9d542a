/**
 * Packages that only some hosts need, which are not installed by default. Used where a configuration, a flag or a URL
 * needs one.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

const NEEDS = {
  'the embedded journal': { packages: ['@photostructure/sqlite'], otherwise: 'Node 22.16 and newer need no package.' },
  'a journal in PostgreSQL': { packages: ['pg'], otherwise: '' },
  'a queue in Redis': { packages: ['bullmq', 'ioredis'], otherwise: '' },
  'a picture': { packages: ['@resvg/resvg-js'], otherwise: '' },
  'a GIF': { packages: ['@resvg/resvg-js', 'gifenc'], otherwise: '' },
} as const;

export type OptionalPart = keyof typeof NEEDS;

/** A sentence that names the packages to install for this part; `undefined` if all are installed. */
export function missingPackages(part: OptionalPart): string | undefined {
  const { packages, otherwise } = NEEDS[part];
  if (part === 'the embedded journal' && hasSqlite()) return undefined;
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  if (missing.every((name) => isInstalled(name, path.resolve('package.json'))))
    return `${part} needs packages that only this project has. Install Serpentarium in it, too: it is run instead.`;
  const names = missing.map((name) => `"${name}"`).join(' and ');
  const sentence = `${part} needs the package${missing.length > 1 ? 's' : ''} ${names}: npm install ${missing.join(' ')}.`;
  return otherwise === '' ? sentence : `${sentence} ${otherwise}`;
}

/** Whether this Node has SQLite built in, in the form that the journal uses. */
export function hasSqlite(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 16);
}

/** @param from the file that imports it. */
function isInstalled(name: string, from: string = import.meta.url): boolean {
  try {
    createRequire(from).resolve(name);
    return true;
  } catch {
    return false;
  }
}
