/** A table of rows, each of which may lead somewhere. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { navigateTo } from '../shell/location.js';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
  readonly isMinor?: boolean;
  /** A longer description of the header, shown when pointed at. */
  readonly title?: string;
  /** Lets the reader sort by the column; rows without a value come last. */
  readonly sortBy?: (row: Row) => number | string | undefined;
  /** It names the row, and its cells have links of their own. Without such a column, the first one is the link. */
  readonly hasLinks?: true;
}

interface DataTableProps<Row> {
  /** Says what the table has; read aloud, not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a click on a row leads. */
  readonly hrefOf?: (row: Row) => string;
  readonly isStale?: boolean;
  readonly class?: string;
}

interface Sorting {
  readonly header: string;
  readonly isDescending: boolean;
}

/**
 * A table with headers. Wide ones scroll sideways in their own box. Each row that leads somewhere has a link of its
 * own; the arrow keys are a shortcut from one to the next.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, hrefOf, isStale = false } = props;
  const [sorting, setSorting] = useState<Sorting>();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links are interactive.
    <div class="table-box" role="region" aria-label={caption} tabIndex={0} onKeyDown={stepThroughRows}>
      <table class={['data', props.class, isStale && 'stale'].filter(Boolean).join(' ')} aria-busy={isStale}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.header} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, columns, sorting).map((row) => (
            <DataRow key={keyOf(row)} row={row} columns={columns} href={hrefOf?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting | undefined) => void;
}

/** A click sorts from the largest, another one from the smallest, a third one not at all. */
function Header<Row>({ column, sorting, onSort }: HeaderProps<Row>) {
  const { header, title, sortBy } = column;
  const order = sorting?.header === header ? (sorting.isDescending ? 'descending' : 'ascending') : undefined;
  const next = order === 'ascending' ? undefined : { header, isDescending: order === undefined };
  return (
    <th scope="col" class={classOf(column)} title={title} aria-sort={order}>
      {sortBy === undefined ? (
        header
      ) : (
        <button type="button" class="sort" onClick={() => onSort(next)}>
          {header}
        </button>
      )}
    </th>
  );
}

function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting | undefined) {
  const sortBy = columns.find(({ header }) => header === sorting?.header)?.sortBy;
  if (sorting === undefined || sortBy === undefined) return rows;
  const by = sorting.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return a < b ? -by : a > b ? by : 0;
  });
}

/** Moves the focus to the link of the row above or below; the rest is the browser's. */
function stepThroughRows(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.currentTarget instanceof Element) || !(event.target instanceof Element)) return;
  const rows = [...event.currentTarget.querySelectorAll('tr.leads')];
  const at = rows.indexOf(event.target.closest('tr')!);
  const next = rows[at < 0 ? 0 : at + by]?.querySelector<HTMLElement>('th a');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface DataRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly href: string | undefined;
}

function DataRow<Row>({ row, columns, href }: DataRowProps<Row>) {
  /** Anywhere on the row is as good as on its link, unless text is being selected or another link was meant. */
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

function classOf({ isNumber, isMinor }: Omit<Column<never>, 'cell' | 'sortBy'>): string | undefined {
  return [isNumber && 'number', isMinor && 'minor'].filter(Boolean).join(' ') || undefined;
}
