/** The reference of `'serpentarium'` and `'serpentarium/testing'`, made from the docstrings. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Application, Comment, Converter, ReflectionKind, UnknownType } from 'typedoc';
import * as resources from '../dist/src/wire/resources.js';
import { PAGES, ROOT } from './pages.js';

/** The resources that strategies can import the types of. */
const NAMED = new Set(['Board', 'Game', 'GameRequest', 'Ruleset', 'RulesetSettings', 'Snake']);

/** What readers import, by the name of the module. */
const TITLES = { strategy: "'serpentarium'", testing: "'serpentarium/testing'" };

/** Writes a page for each module. */
export async function writeReference() {
  const application = await Application.bootstrapWithPlugins({
    entryPoints: ['strategy', 'testing'].map((name) => path.join(ROOT, 'src', `${name}.ts`)),
    tsconfig: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: { composite: false },
    // The build checks types, with the compiler of the repository; TypeDoc needs one that programs can use.
    skipErrorChecking: true,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: path.join(PAGES, 'reference') }],
    outputFileStrategy: 'modules',
    entryFileName: 'index',
    name: 'Reference',
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeExternals: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    logLevel: 'Warn',
    // The pages of docs/reference/ are in the same folder.
    cleanOutputDir: false,
  });
  // Before TypeDoc groups what it has found.
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const alias of project.getReflectionsByKind(ReflectionKind.TypeAlias)) describeResource(project, alias);
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('TypeDoc could not read src/strategy.ts and src/testing.ts.');
  await application.generateOutputs(project);
  for (const [name, title] of Object.entries(TITLES)) {
    const file = path.join(PAGES, 'reference', `${name}.md`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^# .*/, `# ${title}`));
  }
}

/** The API's resources are schemas, and their types follow from them: readers want neither, but the fields. */
function describeResource(project, alias) {
  if (!NAMED.has(alias.name)) return;
  if (!alias.type.toString().startsWith('Static<')) return project.removeReflection(alias);
  alias.type = new UnknownType('object');
  const rows = Object.entries(resources[alias.name].properties).map(([name, field]) => {
    return `| \`${name}\` | ${typeOf(field)} | ${(field.description ?? '').replaceAll('|', '\\|')} |`;
  });
  const table = ['| Field | Type | Description |', '| --- | --- | --- |', ...rows].join('\n');
  alias.comment = new Comment([...(alias.comment?.summary ?? []), { kind: 'text', text: `\n\n${table}` }]);
}

/** What a field holds: the name of a resource, or a kind of value. */
function typeOf(field) {
  const named = Object.entries(resources).find(([name, schema]) => schema === field && NAMED.has(name));
  if (named !== undefined) return `[${named[0]}](#${named[0].toLowerCase()})`;
  if (field.type === 'array') return `list of ${typeOf(field.items)}`;
  return field.type;
}
