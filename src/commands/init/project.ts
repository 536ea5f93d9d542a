/** The files of a new project. Called by `init`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { containerFiles } from './container.js';
import { readme, workflow } from './documents.js';
import { dependencyOn, type PackageSource } from './package-source.js';
import { pythonSnake } from './python-snake.js';
import { scriptSnake } from './script-snake.js';
import type { SnakeParts } from './snake-parts.js';
import type { Extension, Starter } from './starters.js';
import { hasSqlite } from '../../optional-packages.js';

/** What a player decides once. The name is that of the snake and its prefix. */
export type ProjectChoices = { readonly name: string } & (
  { readonly extension: Extension; readonly from: Starter } | { readonly extension: 'py' }
);

interface OwnManifest {
  readonly engines: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export function snakeParts(choices: ProjectChoices): SnakeParts {
  return choices.extension === 'py' ? pythonSnake(choices.name) : scriptSnake(choices);
}

export function projectFiles(
  choices: ProjectChoices,
  project: { readonly name: string; readonly source: PackageSource },
): Readonly<Record<string, string>> {
  const snake = snakeParts(choices);
  return {
    'package.json': `${JSON.stringify(manifestOf(snake, project), undefined, 2)}\n`,
    'config/snakes.yaml': configuration(choices.name, snake),
    ...snake.files,
    'README.md': readme(project.name, choices.name, snake),
    '.github/workflows/snakes.yaml': workflow(snake),
    '.gitignore': `${['node_modules', 'data', ...snake.ignored].join('\n')}\n`,
    Procfile: 'web: npx serpentarium serve\n',
    ...containerFiles(snake),
  };
}

export function scriptsOf({ scripts }: SnakeParts): Readonly<Record<string, string>> {
  return { start: 'serpentarium serve', dev: 'serpentarium dev', ...scripts };
}

function manifestOf(snake: SnakeParts, { name, source }: { readonly name: string; readonly source: PackageSource }) {
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
    scripts: scriptsOf(snake),
    dependencies: {
      ...(hasSqlite() ? {} : only(['@photostructure/sqlite'], peerDependencies)),
      serpentarium: dependencyOn(source),
    },
    ...(snake.devDependencies.length > 0 && { devDependencies: only(snake.devDependencies, ours) }),
  };
}

function readOwnManifest(): OwnManifest {
  const file = new URL('../../../../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as OwnManifest;
}

function only(names: readonly string[], of: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, of[name]!]));
}

export function projectName(directory: string): string {
  return path.basename(path.resolve(directory)) || 'my-snakes';
}

function configuration(name: string, { keys }: SnakeParts): string {
  return `# yaml-language-server: $schema=../node_modules/serpentarium/config/snakes.schema.json
# Which snakes this host serves, and how.
# node_modules/serpentarium/config/reference.yaml shows every key with its default.

snakes:
  - prefix: /${name} # register https://your-host/${name} at play.battlesnake.com
${keys.map((key) => `    ${key}\n`).join('')}`;
}
