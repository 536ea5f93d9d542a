/** A table of rows, each of which may lead to a page. */
import type { ComponentChildren } from 'preact';
import { navigateTo } from '../shell/location.js';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
  /** Hidden on a narrow screen. */
  readonly isMinor?: boolean;
  /** A longer description of the header, shown when pointed at. */
  readonly title?: string;
  /** Lets the reader sort by the column: the `order` of the host, because the table has only some of the rows. */
  readonly sortBy?: string;
  /** It names the row, and its cells have links. Without such a column, the first one is the link. */
  readonly hasLinks?: true;
}

interface DataTableProps<Row> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly (Column<Row> | false)[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a click on a row leads. */
  readonly hrefOf?: ((row: Row) => string) | false;
  readonly class?: string;
  /** The order of the host, and what chooses another one. */
  readonly order?: { readonly by: string | undefined; readonly choose: (by: string | undefined) => void };
}

/** A table with headers. Wide ones scroll sideways in their box. Each row that leads somewhere has a link. */
export function DataTable<Row>({ caption, rows, keyOf, hrefOf, order, ...props }: DataTableProps<Row>) {
  const columns = props.columns.filter((column) => column !== false);
  return (
    <div class="table-box card" role="region" aria-label={caption} tabIndex={0}>
      <table class={props.class ? `data ${props.class}` : 'data'}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.header} column={column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DataRow key={keyOf(row)} row={row} columns={columns} href={hrefOf ? hrefOf(row) : undefined} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A table below its caption, with notes below it; nothing without rows. */
export function TableSection<Row>({ children, ...table }: DataTableProps<Row> & { children?: ComponentChildren }) {
  if (table.rows.length === 0) return null;
  return (
    <section class="stack">
      <h2>{table.caption}</h2>
      <DataTable {...table} />
      {children}
    </section>
  );
}

interface HeaderProps<Row> {
  readonly column: Column<Row>;
  readonly order: DataTableProps<Row>['order'];
}

/** A click sorts by the column, and the next one no longer. */
function Header<Row>({ column, order }: HeaderProps<Row>) {
  const { header, title, sortBy } = column;
  const isSorted = sortBy !== undefined && order?.by === sortBy;
  const sorted = isSorted ? (sortBy === 'oldest' ? 'ascending' : 'descending') : undefined;
  return (
    <th scope="col" class={classOf(column)} title={title} aria-sort={sorted}>
      {sortBy === undefined ? (
        header
      ) : (
        <button type="button" class="sort" onClick={() => order?.choose(isSorted ? undefined : sortBy)}>
          {header}
        </button>
      )}
    </th>
  );
}

interface DataRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly href: string | undefined;
}

function DataRow<Row>({ row, columns, href }: DataRowProps<Row>) {
  /** Follows the link from anywhere on the row, unless text is being selected or another link was meant. */
  const follow = (event: MouseEvent): void => {
    const isLink = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (href !== undefined && !isLink && getSelection()?.isCollapsed !== false) navigateTo(href);
  };
  const lead = columns.find(({ hasLinks }) => hasLinks) ?? columns[0];
  return (
    <tr class={href === undefined ? undefined : 'leads'} onClick={follow}>
      {columns.map((column) => {
        const { header, cell, hasLinks } = column;
        const name = classOf(column);
        return column === lead ? (
          <th key={header} scope="row" class={name}>
            {href === undefined || hasLinks ? cell(row) : <a href={href}>{cell(row)}</a>}
          </th>
        ) : (
          <td key={header} class={name}>
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

function classOf({ isNumber, isMinor }: Pick<Column<never>, 'isNumber' | 'isMinor'>): string | undefined {
  return [isNumber && 'number', isMinor && 'minor'].filter(Boolean).join(' ') || undefined;
}
