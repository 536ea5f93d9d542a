/** The reference of exported tables, made from the columns and planes that are written. */
import { COLUMNS } from '../../src/recorded/exporting/columns.js';
import { PLANES } from '../../src/recorded/exporting/samples.js';

export function createExportReference(): string {
  const columns = COLUMNS.map(
    ({ name, type, isOptional, about }) => `| \`${name}\` | ${type}${isOptional ? '?' : ''} | ${about} |`,
  );
  const planes = PLANES.map((plane, index) => `| ${index} | ${plane} |`);
  return `# Exported columns

A row of an [export](../guides/exporting.md) is one position, as one snake saw it. \`npm run generate\` writes this page.

## Columns

A \`?\` marks a column that may be null. Recordings lack times and notes, imported games lack answers, and a snake that is still alive
has no outcome.

| column | type | meaning |
| --- | --- | --- |
${columns.join('\n')}

\`area\` and the columns after it are the [features](../guides/searching.md#use-the-built-in-evaluation) that the house snakes weigh. The
rival is the living opponent with the largest area, not counting squad mates.

## Planes

\`--planes\` adds the column \`planes\` with the board: ${PLANES.length} planes, one byte per cell. The cell at x, y is byte \`y * width + x\` of its
plane, and y grows upwards. Values above 255 are written as 255. Lines of JSON hold the bytes as Base64. Squad mates count as others.

| plane | content |
| --- | --- |
${planes.join('\n')}
`;
}
