/** The TypeScript files of the repository, and what `house.test.ts` reads in them: imports, exports and comments. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from './fixtures.js';

export interface SourceFile {
  /** Relative to the folder it was read from, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** All TypeScript files below a folder of the repository. */
export function readSourceFiles(folder: string): SourceFile[] {
  return readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({
      path: file.split(path.sep).join('/'),
      text: readFileSync(path.join(inRepository(folder), file), 'utf8'),
    }));
}

/** The names of the modules that a file imports, as written; `export … from` and `import()` are imports too. */
export function importsOf({ text }: SourceFile): string[] {
  const pattern = /^(?:import|export|\}).*? from '([^']+)';$|^import '([^']+)';$|import\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)].map(([, named, bare, lazy]) => (named ?? bare ?? lazy)!);
}

/** The paths of the files of `src/` that one of them imports. */
export function localImportsOf(file: SourceFile): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file.path), name).replace(/\.js$/, '.ts'))
    .map((name) => (existsSync(inRepository(`src/${name}`)) ? name : `${name}x`));
}

/**
 * The names of all packages that are loaded with some files of `src/`: what they and the files that they import name in
 * imports other than `import()` and `import type`. With each name, the file that imports it.
 */
export function packagesLoadedBy(entries: readonly string[], sources: readonly SourceFile[]): Map<string, string> {
  const byPath = new Map(sources.map((file) => [file.path, file]));
  const packages = new Map<string, string>();
  const loaded = new Set(entries);
  for (const file of loaded) {
    const source = byPath.get(file);
    // The build makes some files.
    if (source === undefined) continue;
    for (const name of loadedImportsOf(source)) {
      if (name.startsWith('.')) loaded.add(path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts'));
      else packages.set(name, file);
    }
  }
  return packages;
}

function loadedImportsOf({ text }: SourceFile): string[] {
  const pattern = /^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^']+)';$/gm;
  return Array.from(text.matchAll(pattern), ([, name]) => name!);
}

/** The names that a file declares and exports. A schema and the type inferred from it count as one name. */
export function exportsOf({ text }: SourceFile): string[] {
  const pattern =
    /^export (?:default |declare |abstract |async )*(?:function\*?|class|const|let|type|interface) (\w+)/gm;
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))];
}

/** The names that a file declares, exported or not, without the ones within functions and classes. */
export function declaredIn({ text }: SourceFile): string[] {
  const pattern =
    /^(?:export )?(?:default |declare |abstract |async )*(?:function\*?|class|const|let|type|interface) (\w+)/gm;
  return Array.from(text.matchAll(pattern), ([, name]) => name!);
}

/** The words of a name or path, in lower case. */
export function wordsOf(name: string): string[] {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** The lines of a file that begin with a comment. */
export function commentLinesOf({ text }: SourceFile): string[] {
  return text.split('\n').filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line));
}

/**
 * The files that import each other in a circle: what is left after repeatedly removing files that import no other, or
 * that no other imports. `graph` has the imported files by importing file.
 */
export function filesOnCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(graph);
  for (;;) {
    const imported = new Set([...left.values()].flat());
    const outside = [...left].filter(
      ([file, imports]) => !imported.has(file) || !imports.some((each) => left.has(each)),
    );
    if (outside.length === 0) return [...left.keys()];
    for (const [file] of outside) left.delete(file);
  }
}
