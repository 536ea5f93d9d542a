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

/** A table with headers. Wide ones scroll sideways in their own box. */
export function DataTable<Row>({ caption, columns, rows, keyOf, hrefOf, isStale = false }: DataTableProps<Row>) {
  return (
    <div class="table-box" role="region" aria-label={caption} tabIndex={0}>
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
