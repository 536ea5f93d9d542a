/** The source layout as a table: which folder may import which. Type imports count like any other. */
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAYERS, PUBLIC_ENTRY_POINTS } from './support/layers.js';

const MAX_FILES = 16;

const source = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts'));
const layerOf = new Map(LAYERS.flatMap((names, layer) => names.map((name) => [name, layer] as const)));

interface Import {
  readonly from: string;
  readonly to: string;
}

describe('source layout', () => {
  it('gives every folder and file of src/ a layer', () => {
    const known = [...layerOf.keys(), ...PUBLIC_ENTRY_POINTS];
    expect([...new Set(files.map(roomOf))]).to.have.members(known);
  });

  it('imports downwards only', () => {
    const upward = files
      .flatMap(localImports)
      .filter(({ from, to }) => roomOf(from) !== roomOf(to) && !isBelow(roomOf(to), roomOf(from)))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(upward).to.deep.equal([]);
  });

  it('keeps rules/ free of every import but its own', () => {
    const foreign = files
      .filter((file) => roomOf(file) === 'rules')
      .flatMap((file) => importsOf(file).map((name) => `${file} imports ${name}`))
      .filter((line) => !/ imports \.{1,2}\//.test(line));
    expect(foreign).to.deep.equal([]);
  });

  it('has no import cycle', () => {
    const graph = new Map(files.map((file) => [file, localImports(file).map(({ to }) => to)]));
    expect(findCycle(graph)).to.equal(undefined);
  });

  it(`keeps at most ${MAX_FILES} files in a folder`, () => {
    const counts = groupBy(files, (file) => path.posix.dirname(file));
    const full = [...counts].filter(([, members]) => members.length > MAX_FILES).map(([folder]) => folder);
    expect(full).to.deep.equal([]);
  });

  it('exports every name from one file only', () => {
    const homes = groupBy(
      files.flatMap((file) => exportsOf(file).map((name) => ({ name, file }))),
      ({ name }) => name,
    );
    const twice = [...homes]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`);
    expect(twice).to.deep.equal([]);
  });
});

/** The folder directly below `src/`, or the file itself where it stands there. */
function roomOf(file: string): string {
  return file.split('/')[0]!;
}

function isBelow(room: string, other: string): boolean {
  return PUBLIC_ENTRY_POINTS.includes(other) || layerOf.get(room)! < layerOf.get(other)!;
}

function localImports(file: string): Import[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts'))
    .map((to) => ({ from: file, to }));
}

function importsOf(file: string): string[] {
  return [
    ...read(file).matchAll(/^(?:import|export|\}).*? from '([^']+)';$|^import '([^']+)';$|import\('([^']+)'\)/gm),
  ].map(([, named, bare, lazy]) => (named ?? bare ?? lazy)!);
}

/** The names that a file declares and exports. A schema and the type inferred from it are one name. */
function exportsOf(file: string): string[] {
  const pattern = /^export (?:declare |abstract |async )*(?:function\*?|class|const|let|type|interface) (\w+)/gm;
  return [...new Set([...read(file).matchAll(pattern)].map(([, name]) => name!))];
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...trail, file]);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

function read(file: string): string {
  return readFileSync(path.join(source, file), 'utf8');
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
