/** A report for a terminal: its lines, its tables, and its remarks at the end. */
import { textOf, type Section, type ShownReport, type SectionTable } from '../views/sections.js';
import { formatTable, padColumns, wrapText } from './format-table.js';
import { printable } from './printable.js';

/** Widths of labels, and of the space around them. */
const LABEL = { width: 9, indent: 2, gap: 2 };

/** The report below its title, in `width` columns. */
export function formatSections(title: string, { sections, remarks }: ShownReport, width: number): string {
  const lines = sections.flatMap((section) =>
    isLine(section) ? formatLabelled(section.label, section.text, width) : [],
  );
  const tables = sections.flatMap((section) => (section.kind === 'table' ? [formatTableOf(section, width)] : []));
  const paragraphs = remarks.map((remark) => wrapText(printable(remark), width).join('\n'));
  return [[...wrapText(printable(title), width), ...lines].join('\n'), ...tables, ...paragraphs].join('\n\n');
}

function isLine(section: Section) {
  return section.kind !== 'table' && section.kind !== 'curve';
}

/** Lines of text after a label. */
function formatLabelled(label: string, text: string, width: number): string[] {
  const margin = ' '.repeat(LABEL.indent);
  const inner = LABEL.indent + LABEL.width + LABEL.gap;
  const first = margin + padColumns(label, LABEL.width + LABEL.gap);
  return wrapText(printable(text), width - inner).map(
    (line, index) => (index === 0 ? first : ' '.repeat(inner)) + line,
  );
}

function formatTableOf({ columns, rows, isNumbered, note }: SectionTable, width: number): string {
  const heading = columns.map(({ header }) => header);
  const cells = rows.map((row) => row.map(textOf));
  const wraps = columns.flatMap(({ wraps: isWrapped }, index) => (isWrapped ? [index] : []));
  const table = isNumbered
    ? formatTable(
        ['', ...heading],
        cells.map((row, index) => [String(index + 1), ...row]),
        { width, wraps: wraps.map((index) => index + 1) },
      )
    : formatTable(heading, cells, { width, wraps });
  const lines = note === undefined ? [] : wrapText(note, width);
  return [table.replaceAll('\u00A0', ' '), ...lines].join('\n');
}
