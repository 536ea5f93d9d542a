/** The reference of exported tables, made from the columns that are written. */
import { COLUMNS } from '../../src/recorded/exporting/columns.js';

export function createExportReference(): string {
  const columns = COLUMNS.map(({ name, type, about }) => `| \`${name}\` | ${type} | ${about} |`);
  return `# Exported columns

A row of an [export](../guides/exporting.md) is one position, as one snake saw it. \`npm run generate\` writes this page.

## Columns

A \`?\` marks a column that may be null. Recordings lack times and notes, imported games lack answers, and a snake that is still alive
has no outcome. A timestamp is written as ISO 8601.

| column | type | meaning |
| --- | --- | --- |
${columns.join('\n')}

\`area\` and the columns after it are the [features](../guides/searching.md#use-the-built-in-evaluation) that the house snakes weigh. The
rival is the living opponent with the largest area, not counting squad mates; fog of war leaves it out.
`;
}
