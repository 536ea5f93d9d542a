/** Reads the templates of new projects, and the files of this package that become part of one. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../../../', import.meta.url));

/** `{ NAME: 'first' }` replaces `__NAME__`. */
type Placeholders = Readonly<Record<string, string>>;

export function readShipped(file: string): string {
  return readFileSync(`${PACKAGE}${file}`, 'utf8');
}

export function readTemplate(file: string, values: Placeholders): string {
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
