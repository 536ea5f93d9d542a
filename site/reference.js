/** The reference of `'serpentarium'` and `'serpentarium/testing'`, made from the docstrings. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Application, Comment, Converter, ReflectionGroup, ReflectionKind, UnknownType } from 'typedoc';
import * as resources from '../dist/src/wire/resources.js';
import { PAGES, ROOT } from './pages.js';

/** The resources that strategies can import the types of. */
const NAMED = new Set(['Board', 'Game', 'GameRequest', 'Ruleset', 'RulesetSettings', 'Snake', 'UnseenSnake']);

/** The pages, and the exports of each by task, in the order shown. An export without a place ends the build. */
const MODULES = {
  strategy: {
    title: 'Strategy API',
    about:
      "All that a strategy may import from `'serpentarium'`. [Strategies](/guides/strategy) explains the contract, " +
      '[Search](/guides/searching) the search.',
    tasks: {
      'Write a strategy':
        'Strategy Turn Context MoveResult Move Customization Note LastTurn Used PonderContext PonderSearchContext',
      'Declare options': 'Options number integer string boolean oneOf list OptionSchema OptionsSchema',
      'Read the request': 'GameRequest Game Ruleset RulesetSettings Board Snake UnseenSnake',
      'See the board':
        'Position BoardRules Seat Cell Coordinate Direction MoveNumber DIRECTIONS headOf tailOf bodyCell tailMoves ' +
        'isAlive livingCount seatOf cellAt xOf yOf step neighbours UNSEEN',
      'Choose a move, count space':
        'legalMoves safeMoves safeMove reachableSpace areaControl createAreaControl AreaControl NOBODY CONTESTED',
      'Find paths': 'findFood findNearest distances Route',
      'Use the built-in search':
        'search SearchContext SearchOptions SearchResult Extensions warmUp endOf Evaluate BoardView evaluationFor ' +
        'Weights weightOptions WeightOptions readFeatures Features DRAW_SCORE',
      'Write your own search':
        'lookAhead MovesBySeat advance moveNumbers copyPosition hashPosition deepen DepthSearch DeepenOptions',
      'Draw boards': 'parsePicture formatPicture fromPlain toPlain PlainPosition PlainSnake',
    },
  },
  testing: {
    title: 'Testing API',
    about:
      "All that a test of a strategy may import from `'serpentarium/testing'`. " +
      '[Tests](/guides/strategy#tests) has examples.',
    tasks: { Test: 'playPosition turnFrom PlayPositionOptions', 'Draw boards': 'parsePicture formatPicture' },
  },
};

/** Writes a page for each module. */
export async function writeReference() {
  const folder = path.join(PAGES, 'reference');
  const application = await Application.bootstrapWithPlugins({
    entryPoints: Object.keys(MODULES).map((name) => path.join(ROOT, 'src', `${name}.ts`)),
    tsconfig: path.join(ROOT, 'tsconfig.json'),
    // The build checks types, with the compiler of the repository; TypeDoc needs one that programs can use.
    skipErrorChecking: true,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    outputFileStrategy: 'modules',
    entryFileName: 'index',
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeExternals: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    expandParameters: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true },
    logLevel: 'Warn',
    // The pages of docs/reference/ are in the same folder.
    cleanOutputDir: false,
  });
  // Before TypeDoc groups what it has found.
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const alias of project.getReflectionsByKind(ReflectionKind.TypeAlias)) describeResource(project, alias);
    for (const property of project.getReflectionsByKind(ReflectionKind.Property))
      if (NAMED.has(property.inheritedFrom?.name.split('.')[0])) project.removeReflection(property);
    for (const signature of project.getReflectionsByKind(ReflectionKind.CallSignature))
      if (signature.name === 'turnFrom') signature.type = new UnknownType('GameRequest');
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('TypeDoc could not read src/strategy.ts and src/testing.ts.');
  for (const module of project.children) groupByTask(module);
  await application.generateOutputs(project);
  for (const [name, { title, about }] of Object.entries(MODULES)) {
    const file = path.join(folder, `${name}.md`);
    const text = withoutRepeats(readFileSync(file, 'utf8'));
    writeFileSync(file, text.replace(/^# .*/, `# ${title}\n\n${about}`));
  }
  rmSync(path.join(folder, 'index.md'));
}

/** Gives a module a group for each task, which begins with a table of its exports. */
function groupByTask(module) {
  const rest = new Map(module.children.map((child) => [child.name, child]));
  module.groups = Object.entries(MODULES[module.name].tasks).map(([task, names]) => {
    const group = new ReflectionGroup(task, module);
    group.children = names.split(' ').map((name) => {
      if (!rest.has(name))
        throw new Error(`site/reference.js: ${module.name} does not export "${name}", or a task repeats it.`);
      return rest.get(name);
    });
    for (const { name } of group.children) rest.delete(name);
    const rows = group.children.flatMap((child) => [
      { kind: 'text', text: '\n| ' },
      { kind: 'inline-tag', tag: '@linkcode', text: child.name, target: child },
      { kind: 'text', text: ` | ${summaryOf(child)} |` },
    ]);
    group.description = [{ kind: 'text', text: '| Export | Description |\n| --- | --- |' }, ...rows];
    return group;
  });
  if (rest.size > 0) throw new Error(`site/reference.js has no task for ${[...rest.keys()].join(', ')}.`);
}

/** The first sentence of a docstring. */
function summaryOf(child) {
  const { signatures, comment } = child.isReference() ? child.getTargetReflectionDeep() : child;
  const text = ((signatures?.[0]?.comment ?? comment)?.summary ?? []).map((part) => part.text).join('');
  return text
    .split('\n\n')[0]
    .replaceAll('\n', ' ')
    .replace(/(?<=[^.]{3}\.) [A-Z`][^]*/, '');
}

/**
 * A page without the sections that only repeat the types of a signature, with empty cells for missing text, and
 * with the anchors of VitePress.
 */
function withoutRepeats(text) {
  return text
    .replaceAll(/ - \|$/gm, ' |')
    .replaceAll(/\]\(#\w+\)/g, (link) => link.replaceAll('_', '-'))
    .replaceAll(/^#{4,6} (.*)\n\n([^]*?)(?=^#{2,6} |^\*\*\*$|(?![^]))/gm, (section, heading, body) => {
      const repeats =
        heading === 'Type Parameters' ||
        heading === 'Extended by' ||
        (heading === 'Extends' && !body.includes('](')) ||
        (heading === 'Parameters' && !body.startsWith('| Parameter | Type | Description |')) ||
        (heading === 'Returns' && !body.trim().includes('\n\n'));
      return repeats ? '' : section;
    });
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
