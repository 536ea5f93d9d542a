/** The pages of the site, copied to a folder of their own with links that fit it. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The repository. */
export const ROOT = path.dirname(import.meta.dirname);
/** What VitePress reads. */
export const PAGES = path.join(import.meta.dirname, '.pages');
/** Files that pages link to, as text to look at. */
const FILES = path.join(PAGES, 'public/files');
/** Documents of the top folder, and their pages; SECURITY.md beside security.md would be one file on some disks. */
const TOP = { 'CHANGELOG.md': 'changes.md', 'CONTRIBUTING.md': 'contributing.md', 'SECURITY.md': 'reporting.md' };

/** Copies all documents, and `site/pages/`. */
export function copyPages() {
  cpSync(path.join(import.meta.dirname, 'pages'), PAGES, { recursive: true });
  const documents = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  for (const file of [
    ...Object.keys(TOP),
    ...documents.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
  ]) {
    const page = path.join(PAGES, pageOf(file));
    mkdirSync(path.dirname(page), { recursive: true });
    writeFileSync(page, adapt(readFileSync(path.join(ROOT, file), 'utf8'), file));
  }
  cpSync(path.join(ROOT, 'docs/images'), path.join(PAGES, 'public/images'), { recursive: true });
}

/** The path of a document's page: `docs/` is the root of the site. */
function pageOf(file) {
  return TOP[file] ?? file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

/** A document with links for the site. */
function adapt(text, file) {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode) return line;
    return line.replace(/\]\(([^)#\s]+)(#[^)]*)?\)/g, (_, target, anchor = '') => {
      return `](${linkFrom(file, target)}${anchor})`;
    });
  });
  // A picture for GitHub; the reader of the site follows the text.
  return lines.join('\n').replaceAll(/```mermaid\n[^]*?```\n/g, '');
}

/** Where a link leads on the site. Copies the file if it is none of the pages. */
function linkFrom(file, target) {
  if (/^[a-z]+:/.test(target)) return target;
  const place = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
  if (place === 'README.md') return '/';
  if (place.endsWith('.md')) return `/${pageOf(place)}`;
  if (place.startsWith('docs/images/')) return place.replace('docs/', '/');
  return copyFile(place);
}

/** Files are shown by browsers as text; a folder becomes a list of its files. */
function copyFile(place) {
  const from = path.join(ROOT, place);
  if (!statSync(from).isDirectory()) {
    const name = `${place}.txt`;
    mkdirSync(path.dirname(path.join(FILES, name)), { recursive: true });
    copyFileSync(from, path.join(FILES, name));
    return `/files/${name}`;
  }
  const folder = place.replace(/\/$/, '');
  const files = readdirSync(from, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  const names = files.map((one) => path.posix.join(folder, path.relative(from, path.join(one.parentPath, one.name))));
  const list = names.sort().map((name) => `- [\`${name}\`](${copyFile(name)})`);
  const page = `files/${folder}.md`;
  mkdirSync(path.dirname(path.join(PAGES, page)), { recursive: true });
  writeFileSync(path.join(PAGES, page), `# ${folder}\n\n${list.join('\n')}\n`);
  return `/${page}`;
}
