/** The files of a new project. Called by `init`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTAINER_FILES } from './container.js';
import { readme, workflow } from './documents.js';
import { dependencyOn, type PackageSource } from './package-source.js';
import { strategyText, testText, type Extension, type Starter } from './starters.js';
import { hasSqlite } from '../../optional-packages.js';

/** What a player decides once. */
export interface ProjectChoices {
  /** Of the strategy, its file and its prefix. */
  readonly name: string;
  readonly from: Starter;
  readonly extension: Extension;
}

interface OwnManifest {
  readonly engines: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The content of each file, by its path in the project. */
export function projectFiles(
  choices: ProjectChoices,
  project: { readonly name: string; readonly source: PackageSource },
): Readonly<Record<string, string>> {
  const { name, from, extension } = choices;
  return {
    'package.json': `${JSON.stringify(manifestOf(extension, project), undefined, 2)}\n`,
    'tsconfig.json': compilerOptions(extension),
    'config/snakes.yaml': configuration(name, extension),
    [`strategies/${name}.${extension}`]: strategyText(from, extension),
    [`test/${name}.test.${extension}`]: testText(name, extension),
    'README.md': readme(project.name, name, extension),
    '.github/workflows/snakes.yaml': workflow(name, extension),
    '.gitignore': 'node_modules\ndata\n',
    Procfile: 'web: npx serpentarium serve\n',
    ...CONTAINER_FILES,
  };
}

/** The scripts of a project. */
export function scriptsOf(extension: Extension): Readonly<Record<string, string>> {
  const isTyped = extension === 'ts';
  return {
    start: 'serpentarium serve',
    dev: 'serpentarium dev',
    test: `node ${isTyped ? '--import serpentarium/typescript ' : ''}--test test/*.test.${extension}`,
    check: `${isTyped ? 'tsc && ' : ''}serpentarium check`,
  };
}

function manifestOf(extension: Extension, { name, source }: { readonly name: string; readonly source: PackageSource }) {
  const { engines, devDependencies: ours, peerDependencies } = readOwnManifest();
  return {
    name:
      name
        .toLowerCase()
        .replace(/[^a-z0-9._~-]+/g, '-')
        .replace(/^[^a-z0-9]+/, '') || 'my-snakes',
    private: true,
    type: 'module',
    engines,
    scripts: scriptsOf(extension),
    dependencies: {
      ...(hasSqlite() ? {} : only(['@photostructure/sqlite'], peerDependencies)),
      serpentarium: dependencyOn(source),
    },
    ...(extension === 'ts' && { devDependencies: only(['@types/node', 'typescript'], ours) }),
  };
}

function readOwnManifest(): OwnManifest {
  const file = new URL('../../../../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as OwnManifest;
}

function only(names: readonly string[], of: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, of[name]!]));
}

/** The name of a project in a folder. */
export function projectName(directory: string): string {
  return path.basename(path.resolve(directory)) || 'my-snakes';
}

function configuration(name: string, extension: Extension): string {
  return `# yaml-language-server: $schema=../node_modules/serpentarium/config/snakes.schema.json
# Which snakes this host serves, and how.
# node_modules/serpentarium/config/reference.yaml shows every key with its default.

snakes:
  - prefix: /${name} # register https://your-host/${name} at play.battlesnake.com
    strategy: ${name} # the file strategies/${name}.${extension}
`;
}

/** The host bundles strategies by itself: this is for editors and, in TypeScript, for \`npm run check\`. */
function compilerOptions(extension: Extension): string {
  const options = {
    target: 'es2023',
    module: 'preserve',
    ...(extension === 'ts'
      ? { types: ['node'], strict: true, noUncheckedIndexedAccess: true, allowImportingTsExtensions: true }
      : { allowJs: true, checkJs: true }),
    noEmit: true,
    skipLibCheck: true,
  };
  return `${JSON.stringify({ compilerOptions: options, include: ['strategies', 'test'] }, undefined, 2)}\n`;
}
