/** The pages of the site, copied to a separate folder, with links that fit it. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';

/** The repository. */
export const ROOT = path.dirname(import.meta.dirname);
/** What VitePress reads. */
export const PAGES = path.join(import.meta.dirname, '.pages');
/** Files that pages link to, as text to look at. */
const FILES = path.join(PAGES, 'public/files');
const THEMES = {
  light: { bg: '#ffffff', fg: '#17201d', accent: '#14694a' },
  dark: { bg: '#0e1312', fg: '#e9efec', accent: '#68d3a2' },
};
/** The list of all documents. */
const LIST = 'docs/README.md';
/** Documents of the top folder, and their pages; SECURITY.md and security.md would be one file on some disks. */
const TOP = { 'CHANGELOG.md': 'changes.md', 'CONTRIBUTING.md': 'contributing.md', 'SECURITY.md': 'reporting.md' };

/** Copies all documents, and `site/pages/`. */
export function copyPages() {
  cpSync(path.join(import.meta.dirname, 'pages'), PAGES, { recursive: true });
  const home = path.join(PAGES, 'index.md');
  writeFileSync(home, readFileSync(home, 'utf8').replace('<!-- verdict -->', readVerdict()));
  const documents = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = documents.filter((name) => name.endsWith('.md') && name !== 'README.md').map((name) => `docs/${name}`);
  for (const file of [...Object.keys(TOP), ...pages]) {
    const page = path.join(PAGES, pageOf(file));
    mkdirSync(path.dirname(page), { recursive: true });
    writeFileSync(page, adapt(readFileSync(path.join(ROOT, file), 'utf8'), file));
  }
  cpSync(path.join(ROOT, 'docs/images'), path.join(PAGES, 'public/images'), { recursive: true });
}

/** The match of docs/start/compare.md, in short. A test types its command, and compares what the page shows. */
function readVerdict() {
  const text = readFileSync(path.join(ROOT, 'docs/start/compare.md'), 'utf8');
  const [, ...lines] = /^```\n(\$ npx serpentarium compare [^]*?)^```$/m.exec(text)[1].trim().split('\n');
  const short = lines.filter((line) => /^ {2}(games|candidate|Elo)|^…|^Candidate/.test(line));
  return `\`\`\`\n${[/^\$ .*/m.exec(text)[0], ...short].join('\n')}\n\`\`\``;
}

/** The sections of docs/README.md: the order of the pages everywhere on the site. */
export function readSections() {
  const [, ...parts] = readFileSync(path.join(ROOT, LIST), 'utf8').split(/^## /m);
  return parts.map((part) => ({
    title: part.split('\n')[0],
    pages: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): ([^]*?)(?=\n(?:- |\n|$))/gm)].map(
      ([, title, target, about]) => {
        const page = pageOf(path.posix.normalize(`docs/${target}`));
        return { title, about: about.replaceAll(/\s+/g, ' '), page, link: `/${page.replace(/(index)?\.md$/, '')}` };
      },
    ),
  }));
}

/** The decisions: the names of their pages, and their titles. */
export function readDecisions() {
  const folder = path.join(ROOT, 'docs/internals/decisions');
  return readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .map((name) => ({
      name: name.slice(0, -3),
      title: /^# (.*)/.exec(readFileSync(path.join(folder, name), 'utf8'))[1],
    }));
}

/** Writes `llms.txt`, a list of the pages for language models, and `llms-full.txt`, their whole text. */
export function writeLlms() {
  const { description, homepage } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const head = `# Serpentarium\n\n> ${description}.\n`;
  const sections = readSections();
  const lists = sections.map(({ title, pages }) => {
    const items = pages.map((page) => `- [${page.title}](${homepage}${page.link.slice(1)}): ${page.about}`);
    return `\n## ${title}\n\n${items.join('\n')}\n`;
  });
  const texts = sections
    .flatMap(({ pages }) => pages)
    .map(({ page }) => `\n---\n\n${readFileSync(path.join(PAGES, page), 'utf8')}`);
  writeFileSync(path.join(PAGES, 'public/llms.txt'), head + lists.join(''));
  writeFileSync(path.join(PAGES, 'public/llms-full.txt'), head + texts.join(''));
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
  let diagrams = 0;
  return lines
    .join('\n')
    .replaceAll(/```mermaid\n([^]*?)```\n/g, (_, source) =>
      drawDiagram(source, `${path.basename(file, '.md')}-${++diagrams}`),
    );
}

/** Draws a diagram for each theme. Returns the pictures as HTML; the text of the page says what they show. */
function drawDiagram(source, name) {
  const pictures = Object.entries(THEMES).map(([theme, colors]) => {
    const svg = renderMermaidSVG(source.replace('flowchart LR', 'flowchart TD'), { ...colors, transparent: true });
    mkdirSync(path.join(PAGES, 'public/diagrams'), { recursive: true });
    // Its font is loaded from elsewhere unless this is cut.
    writeFileSync(
      path.join(PAGES, `public/diagrams/${name}-${theme}.svg`),
      svg.replace(/@import [^;]*;swap'\);|@import .*\n/, ''),
    );
    return `<img class="for-${theme}" alt="Diagram: described by the text around it" src="/diagrams/${name}-${theme}.svg">`;
  });
  return `<p class="diagram">${pictures.join('')}</p>\n`;
}

/** Where a link leads on the site. Copies the file if it is none of the pages. */
function linkFrom(file, target) {
  if (/^[a-z]+:/.test(target)) return target;
  const place = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
  if (place === 'README.md' || place === LIST) return '/';
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

/** Gives each cell of a table the heading of its column: on a phone, a row is a list (see style.css). */
export function labelCells(md) {
  md.core.ruler.push('cell-labels', ({ tokens }) => {
    let headings = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') headings = [];
      if (token.type === 'tr_open') column = 0;
      if (token.type === 'th_open') headings.push(tokens[index + 1].children.map(({ content }) => content).join(''));
      if (token.type === 'td_open') token.attrSet('data-label', headings[column++]);
    }
  });
}
