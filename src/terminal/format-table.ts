/** Text in columns, for terminals. */

/** Rows under a heading, each column as wide as its widest cell. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
