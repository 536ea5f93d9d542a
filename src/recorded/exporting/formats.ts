/** The formats of an export, by the ending of the file's name. */
import { appendFileSync, writeFileSync } from 'node:fs';
import type { SchemaElement } from 'hyparquet-writer';
import { version } from '../../version.js';
import type { SampleColumn, ColumnType } from './columns.js';
import type { RowFile } from './row-buffer.js';

/** Creates a file, or empties it, and writes rows to it. Throws what the disk says. */
type OpenRows = (file: string, columns: readonly SampleColumn[]) => Promise<RowFile>;

/** What opens a file of each format. */
export const FORMATS = { '.parquet': openParquet, '.jsonl': openJsonLines } as const satisfies Record<string, OpenRows>;

const PARQUET_TYPES: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  // Signed, though nothing is negative: differences of columns are, and readers compute them in the columns' type.
  int16: { type: 'INT32', converted_type: 'INT_16' },
  int32: { type: 'INT32' },
  float: { type: 'FLOAT' },
  double: { type: 'DOUBLE' },
  timestamp: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
  binary: { type: 'BYTE_ARRAY' },
};

/** Each call of `write` becomes a row group. The library is loaded here: no other command needs it. */
async function openParquet(file: string, columns: readonly SampleColumn[]): Promise<RowFile> {
  const { fileWriter, ParquetWriter } = await import('hyparquet-writer');
  const parquet = new ParquetWriter({
    writer: fileWriter(file),
    schema: [
      { name: 'positions', num_children: columns.length },
      ...columns.map(({ name, type, isOptional }): SchemaElement => {
        return { name, ...PARQUET_TYPES[type], repetition_type: isOptional ? 'OPTIONAL' : 'REQUIRED' };
      }),
    ],
    createdBy: `serpentarium ${version}`,
  });
  return {
    write(values) {
      const columnData = columns.map(({ name, type }, index) => {
        const given = values[index]!;
        const data =
          type === 'timestamp' ? given.map((at) => (at === undefined ? at : new Date(Number(at)))) : [...given];
        return { name, data, statistics: type !== 'binary', offsetIndex: false };
      });
      void parquet.write({ columnData, rowGroupSize: values[0]!.length });
    },
    close: () => void parquet.finish(),
  };
}

/** Characters of lines that are written at once. */
const BLOCK = 1 << 20;

/** A line of JSON for each row, with the columns' names; moments as ISO 8601, bytes in Base64. */
function openJsonLines(file: string, columns: readonly SampleColumn[]): Promise<RowFile> {
  writeFileSync(file, '');
  return Promise.resolve({
    write(values: Parameters<RowFile['write']>[0]) {
      let text = '';
      for (let row = 0; row < values[0]!.length; row++) {
        const cells = columns.map(({ name, type }, index) => [name, toJson(type, values[index]![row])]);
        text += `${JSON.stringify(Object.fromEntries(cells))}\n`;
        if (text.length < BLOCK) continue;
        appendFileSync(file, text);
        text = '';
      }
      appendFileSync(file, text);
    },
    close() {},
  });
}

function toJson(type: ColumnType, value: ReturnType<SampleColumn['of']>): string | number | null {
  if (value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return type === 'timestamp' ? new Date(Number(value)).toISOString() : value;
}
