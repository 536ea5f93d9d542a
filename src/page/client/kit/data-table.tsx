/** A table of rows, each of which may lead somewhere. */
import type { ComponentChildren } from 'preact';
import { navigateTo } from '../shell/location.js';

/** One column of a {@link DataTable}. */
export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
  /** Left out on narrow screens. */
  readonly isMinor?: boolean;
  /** A longer description of the header, shown when pointed at. */
  readonly title?: string;
}

interface DataTableProps<Row> {
  /** Says what the table has; read aloud, not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a click on a row leads. The first cell becomes the link. */
  readonly hrefOf?: (row: Row) => string;
  readonly isStale?: boolean;
}

/**
 * A table with headers. Wide ones scroll sideways in their own box. Each row that leads somewhere has a link of its
 * own; the arrow keys are a shortcut from one to the next.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, hrefOf, isStale = false }: DataTableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links are interactive.
    <div class="table-box" role="region" aria-label={caption} tabIndex={0} onKeyDown={stepThroughRows}>
      <table class={isStale ? 'data stale' : 'data'} aria-busy={isStale}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" class={classOf(column)} title={column.title}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DataRow key={keyOf(row)} row={row} columns={columns} href={hrefOf?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Moves the focus to the link of the row above or below; the rest is the browser's. */
function stepThroughRows(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.currentTarget instanceof Element) || !(event.target instanceof Element)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tr.leads th a')];
  const row = event.target.closest('tr');
  const at = links.findIndex((link) => link.closest('tr') === row);
  const next = links[at < 0 ? 0 : at + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface DataRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly href: string | undefined;
}

function DataRow<Row>({ row, columns: [first, ...others], href }: DataRowProps<Row>) {
  /** Anywhere on the row is as good as on its link, unless text is being selected or another link was meant. */
  const follow = (event: MouseEvent): void => {
    const isLink = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (href !== undefined && !isLink && getSelection()?.isCollapsed !== false) navigateTo(href);
  };
  return (
    <tr class={href === undefined ? undefined : 'leads'} onClick={follow}>
      <th scope="row" class={classOf(first!)}>
        {href === undefined ? first!.cell(row) : <a href={href}>{first!.cell(row)}</a>}
      </th>
      {others.map((column) => (
        <td key={column.header} class={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function classOf({ isNumber, isMinor }: Pick<Column<never>, 'isNumber' | 'isMinor'>): string | undefined {
  return [isNumber && 'number', isMinor && 'minor'].filter(Boolean).join(' ') || undefined;
}
