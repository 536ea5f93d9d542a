/** The files of a new project: templates, and a package.json with the versions of this package. Called by `init`. */
import path from 'node:path';
import { hasSqlite } from '../../processes/optional-packages.js';
import { dependencyOn, type PackageSource } from './package-source.js';
import {
  pythonFiles,
  pythonModule,
  strategyText,
  readShipped,
  readTemplates,
  type Extension,
  type Starter,
} from './starters.js';

/** The choices for a project. The name is the snake's and its prefix. */
export type ProjectChoices = { readonly name: string } & (
  { readonly extension: Extension; readonly from: Starter } | { readonly extension: 'py' }
);

/** The environment variable with the key of a project's snakes. */
export const KEY_VARIABLE = 'SNAKE_KEY';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The text of each file by its path; the first one is the snake. */
export function createProject(
  choices: ProjectChoices,
  name: string,
  source: PackageSource,
  key: string,
): Readonly<Record<string, string>> {
  const templates = templatesOf(choices, name);
  const manifest = fillManifest(JSON.parse(templates['package.json']!) as Manifest, name, source);
  return {
    ...templates,
    'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    '.env': `${KEY_VARIABLE}=${key}\n`,
  };
}

function templatesOf(choices: ProjectChoices, project: string): Readonly<Record<string, string>> {
  const { name, extension } = choices;
  const values = { PROJECT: project, NAME: name, MODULE: pythonModule(name), EXT: extension, FOLDER: 'strategies' };
  if (extension === 'py') return { ...pythonFiles(name, 'snakes'), ...readTemplates('python', values) };
  // The first comparison in the README must not be with the snake itself.
  const opponent = choices.from === 'cautious' ? 'greedy' : 'cautious';
  return {
    [`strategies/${name}.${extension}`]: strategyText(name, choices.from, extension),
    ...readTemplates(extension, values),
    ...readTemplates('script', { ...values, OPPONENT: opponent }),
  };
}

/** Packages get this package's versions. */
function fillManifest({ scripts, devDependencies }: Manifest, project: string, source: PackageSource) {
  const own = JSON.parse(readShipped('package.json')) as Record<
    'engines' | 'devDependencies' | 'peerDependencies',
    Readonly<Record<string, string>>
  >;
  const name = project.toLowerCase().replace(/[^a-z0-9._~-]+/g, '-');
  return {
    name: name.replace(/^[^a-z0-9]+/, '') || 'my-snakes',
    private: true,
    type: 'module',
    engines: own.engines,
    scripts,
    dependencies: {
      ...(hasSqlite() ? {} : only(['@photostructure/sqlite'], own.peerDependencies)),
      serpentarium: dependencyOn(source),
    },
    ...(devDependencies && { devDependencies: only(Object.keys(devDependencies), own.devDependencies) }),
  };
}

function only(names: readonly string[], of: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, of[name]!]));
}

export function projectName(directory: string): string {
  return path.basename(path.resolve(directory)) || 'my-snakes';
}
