/** Both formats, read back: Parquet with DuckDB, which shares no code with what writes it. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { COLUMNS, PLANES_COLUMN, type ColumnType } from '../../../src/recorded/exporting/columns.js';
import { FORMATS } from '../../../src/recorded/exporting/formats.js';
import { RowBuffer } from '../../../src/recorded/exporting/row-buffer.js';
import { samplesOf } from '../../../src/recorded/exporting/samples.js';
import { fromSource } from '../../../src/recorded/exporting/seat-game.js';
import { fromFrames } from '../../../src/recorded/importing/from-frames.js';
import { playFrames } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';
import { useFolder } from '../../support/journals.js';

const ALL = [...COLUMNS, PLANES_COLUMN];
const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'VARCHAR',
  int16: 'SMALLINT',
  int32: 'INTEGER',
  float: 'FLOAT',
  double: 'DOUBLE',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
  binary: 'BLOB',
};

describe('an export', () => {
  const folder = useFolder();
  const games = [1, 2, 3].map((seed) => {
    const { game, frames } = playFrames({ seed, width: 7, height: 7, snakes: snakesNamed(seed) });
    return fromSource(fromFrames(game, frames), `${seed}.json`);
  });
  let duckdb: DuckDBConnection;
  before(async () => {
    duckdb = await (await DuckDBInstance.create()).connect();
  });
  after(() => duckdb.closeSync());

  async function write(ending: keyof typeof FORMATS): Promise<string> {
    const file = folder.path(`rows${ending}`);
    // Each game becomes a separate row group.
    const rows = new RowBuffer(ALL, await FORMATS[ending](file, ALL), { groupRows: 1 });
    for (const seats of games) {
      for (const seat of seats) for (const sample of samplesOf(seat)) rows.add(sample);
      rows.keep();
    }
    for (const sample of samplesOf(games[0]![0]!)) rows.add(sample);
    rows.drop();
    rows.close();
    return file;
  }

  const query = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowObjectsJson();

  it('has the same rows in both formats, without dropped games', async () => {
    const parquet = await query(`SELECT * REPLACE (to_base64(planes) AS planes) FROM '${await write('.parquet')}'`);
    const lines = readFileSync(await write('.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(parquet).to.have.length.greaterThan(20);
    expect(parquet).to.deep.equal(lines.map((line): unknown => JSON.parse(line)));
  });

  it('has the types that the columns say, and no null where there is none', async () => {
    const file = await write('.parquet');
    const described = await query(`DESCRIBE SELECT * FROM '${file}'`);
    expect(described.map((column) => [column['column_name'], column['column_type']])).to.deep.equal(
      ALL.map(({ name, type }) => [name, SQL_TYPES[type]]),
    );
    const schema = await query(`SELECT name, repetition_type FROM parquet_schema('${file}') WHERE type IS NOT NULL`);
    expect(schema.map((column) => column['repetition_type'])).to.deep.equal(
      ALL.map(({ isOptional }) => (isOptional ? 'OPTIONAL' : 'REQUIRED')),
    );
  });

  it('is compressed, with a dictionary for what repeats, in a group for each part', async () => {
    const chunks = await query(`SELECT * FROM parquet_metadata('${await write('.parquet')}')`);
    expect(new Set(chunks.map((chunk) => chunk['row_group_id'])).size).to.equal(games.length);
    expect(new Set(chunks.map((chunk) => chunk['compression']))).to.deep.equal(new Set(['SNAPPY']));
    const ruleset = chunks.filter((chunk) => chunk['path_in_schema'] === 'ruleset');
    for (const chunk of ruleset) expect(chunk['encodings']).to.include('DICTIONARY');
  });

  it('keeps moments to the millisecond', async () => {
    const at = Date.UTC(2026, 6, 1, 12, 30, 15, 250);
    const files = { parquet: folder.path('at.parquet'), lines: folder.path('at.jsonl') };
    const [seat] = games[1]!;
    const moment = COLUMNS.filter(({ name }) => name === 'played_at');
    for (const [file, ending] of [
      [files.parquet, '.parquet'],
      [files.lines, '.jsonl'],
    ] as const) {
      const rows = new RowBuffer(moment, await FORMATS[ending](file, moment));
      for (const sample of samplesOf(seat!)) rows.add({ ...sample, turn: { ...sample.turn, at } });
      rows.keep();
      rows.close();
    }
    const [row] = await query(`SELECT epoch_ms(played_at) AS at FROM '${files.parquet}'`);
    expect(Number(row!['at'])).to.equal(at);
    expect(readFileSync(files.lines, 'utf8').split('\n')[0]).to.equal('{"played_at":"2026-07-01T12:30:15.250Z"}');
  });
});
