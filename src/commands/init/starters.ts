/** Starters, templates and names of new snakes, and files that overwrite nothing. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';
import { prefixProblem } from '../../config/prefixes.js';
import { codeOf, usageFault } from '../../errors/errors.js';
import { makeFolder } from '../../processes/make-folder.js';

/** The starting points of a strategy: a shipped one, or nearly nothing. */
export const STARTERS = ['greedy', 'cautious', 'champion', 'empty'] as const;
export type Starter = (typeof STARTERS)[number];

/** The languages of a strategy that the host runs, by file extension. */
export type Extension = 'ts' | 'js';

export function strategyText(name: string, starter: Starter, extension: Extension): string {
  const inColor = (text: string) => text.replace(/(?<=color: ')#\w+/, colorOf(name));
  if (starter === 'empty') return inColor(readTemplate(`strategies/empty.${extension}`, {}));
  // The JavaScript is made from the TypeScript: `npm run generate`.
  const text = readShipped(`${extension === 'ts' ? '' : 'templates/'}strategies/${starter}.${extension}`);
  // After the sentence that opens the file.
  return inColor(text.replace(/\*\/\n/, (end) => `${end}${origin(starter)}`));
}

/** The hue is a hash of the name: copies of one strategy look different on a board. */
function colorOf(name: string): string {
  const hue = (12 * createHash('sha256').update(name).digest().readUInt16BE()) / 2 ** 16;
  const channels = [0, 8, 4].map((offset) => {
    const step = (offset + hue) % 12;
    return Math.round(255 * (0.42 - 0.25 * Math.max(-1, Math.min(step - 3, 9 - step, 1))));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The text of a strategy's test: one drawn position, which every starter solves. */
export function testText(name: string, extension: Extension, folder: string): string {
  return readTemplate('script/test/strategies/__NAME__.test.__EXT__', { NAME: name, EXT: extension, FOLDER: folder });
}

/** The client file of Python projects, shared by all their snakes. */
export const CLIENT = 'serpentarium.py';

/** A program that exits with 1 if Python has a module or keyword of the given name. */
const IS_TAKEN = `import keyword, sys
taken = {'serpentarium', *keyword.kwlist, *getattr(sys, 'stdlib_module_names', ())}
sys.exit(sys.argv[1] in taken)`;

/** The module of a snake in Python: its name as a valid identifier. */
export function pythonModule(name: string): string {
  return name.replaceAll('-', '_');
}

/**
 * A snake in Python, its test, and the client file, by path. Throws a `UsageError` if the snake's file would hide a
 * module that Python or the snake imports.
 */
export function pythonFiles(name: string, folder: string): Readonly<Record<string, string>> {
  const module = pythonModule(name);
  const { status } = spawnSync('python3', ['-c', IS_TAKEN, module]);
  if (status === 1) throw usageFault(`"${name}"`, 'is a module or keyword of Python. Choose another name.');
  return {
    [`${folder}/${module}.py`]: readShipped('clients/python/snake.py').replace(/(?<=color=")#\w+/, colorOf(name)),
    [`${folder}/${CLIENT}`]: readShipped(`clients/python/${CLIENT}`),
    [`${folder}/test_${module}.py`]: readTemplate('python/snakes/test___MODULE__.py', { MODULE: module }),
  };
}

function origin(starter: Starter): string {
  return `// A copy of the shipped strategy "${starter}": change what you like.
// docs/guides/strategy.md, in a project under node_modules/serpentarium, explains what it imports.
`;
}

const PACKAGE = fileURLToPath(new URL('../../../..', import.meta.url));

/** `{ NAME: 'first' }` replaces `__NAME__`. */
type Placeholders = Readonly<Record<string, string>>;

export function readShipped(file: string): string {
  return readFileSync(`${PACKAGE}${file}`, 'utf8');
}

function readTemplate(file: string, values: Placeholders): string {
  return fill(readShipped(`templates/${file}`), values);
}

/** All files of a folder, by path. npm packs no file called `.gitignore`, so the template has another name. */
export function readTemplates(folder: string, values: Placeholders): Readonly<Record<string, string>> {
  const root = `${PACKAGE}templates/${folder}`;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(root, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  return Object.fromEntries(
    files.map((file) => {
      const name = fill(file, values).replace('_gitignore', '.gitignore');
      return [name, readTemplate(`${folder}/${file}`, values)];
    }),
  );
}

function fill(text: string, values: Placeholders): string {
  return text.replaceAll(/__([A-Z]+)__/g, (placeholder, name: string) => values[name] ?? placeholder);
}

export function nameProblem(name = ''): string | undefined {
  if (!/^[a-z][a-z0-9_-]{0,39}$/i.test(name)) {
    return 'Expected up to 40 letters, digits, "-" and "_", with a letter first: it names a file and an address.';
  }
  if (/^(true|false|null)$/i.test(name)) return `"${name}" is no name in YAML. Choose another.`;
  return prefixProblem(`/${name}`);
}

/** Parses the name of a snake, for commander. */
export function snakeName(text: string): string {
  const problem = nameProblem(text);
  if (problem === undefined) return text;
  throw new InvalidArgumentError(problem);
}

/** Writes a file unless it exists. Returns whether it did. */
export function writeNew(file: string, content: string): boolean {
  makeFolder(path.dirname(file));
  try {
    writeFileSync(file, content, { flag: 'wx', mode: path.basename(file) === '.env' ? 0o600 : 0o666 });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}
