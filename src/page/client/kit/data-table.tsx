/** A table of rows, each of which may lead somewhere. */
import type { ComponentChildren } from 'preact';
import { navigateTo } from '../shell/location.js';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
  readonly isMinor?: boolean;
  /** A longer description of the header, shown when pointed at. */
  readonly title?: string;
  /** One cell for all rows of a group: that of its first row. */
  readonly isShared?: boolean;
}

interface DataTableProps<Row> {
  /** Says what the table has; read aloud, not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a click on a row leads. Its first cell that is not shared becomes the link. */
  readonly hrefOf?: (row: Row) => string;
  /** Rows that follow each other and have the same key are a group; without it, each row is one. */
  readonly groupOf?: (row: Row) => string;
  /** On narrow screens the cells of a row stand below each other. */
  readonly isStacked?: boolean;
  readonly isStale?: boolean;
}

/**
 * A table with headers. Wide ones scroll sideways in their own box. Each row that leads somewhere has a link of its
 * own; the arrow keys are a shortcut from one to the next.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, hrefOf, groupOf = keyOf, isStale = false, isStacked = false } = props;
  const names = ['data', isStale && 'stale', isStacked && 'stacked', rows.length > 0 && props.groupOf && 'grouped'];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links are interactive.
    <div class="table-box" role="region" aria-label={caption} tabIndex={0} onKeyDown={stepThroughRows}>
      <table class={names.filter(Boolean).join(' ')} aria-busy={isStale}>
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
        {groupRows(rows, groupOf).map((group) => (
          <tbody key={groupOf(group[0]!)}>
            {group.map((row, index) => (
              <DataRow
                key={keyOf(row)}
                row={row}
                columns={columns}
                href={hrefOf?.(row)}
                span={index === 0 ? group.length : 0}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function groupRows<Row>(rows: readonly Row[], groupOf: (row: Row) => string): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last !== undefined && groupOf(last[0]!) === groupOf(row)) last.push(row);
    else groups.push([row]);
  }
  return groups;
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
  /** Rows that its shared cells are for; 0 if those of a row before are for it. */
  readonly span: number;
}

function DataRow<Row>({ row, columns, href, span }: DataRowProps<Row>) {
  /** Anywhere on the row is as good as on its link, unless text is being selected or another link was meant. */
  const follow = (event: MouseEvent): void => {
    const isLink = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (href !== undefined && !isLink && getSelection()?.isCollapsed !== false) navigateTo(href);
  };
  const lead = columns.find(({ isShared }) => !isShared);
  return (
    <tr class={href === undefined ? undefined : 'leads'} onClick={follow}>
      {columns.map((column) => {
        const { header, isShared, cell } = column;
        if (isShared && span === 0) return null;
        const name = classOf(column);
        if (column === lead) {
          return (
            <th key={header} scope="row" class={name}>
              {href === undefined ? cell(row) : <a href={href}>{cell(row)}</a>}
            </th>
          );
        }
        return (
          <td key={header} class={name} data-name={header} rowSpan={isShared && span > 1 ? span : undefined}>
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

function classOf({ isNumber, isMinor, isShared }: Omit<Column<never>, 'cell'>): string | undefined {
  return [isNumber && 'number', isMinor && 'minor', isShared && 'shared'].filter(Boolean).join(' ') || undefined;
}
