/** What an export writes, read back. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { COLUMNS } from '../../../src/recorded/exporting/columns.js';
import { RowFile } from '../../../src/recorded/exporting/row-file.js';
import { samplesOf } from '../../../src/recorded/exporting/samples.js';
import { playFrames, rowsOf } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';
import { useFolder } from '../../support/journals.js';

type Row = Readonly<Record<string, string | number | null>>;

describe('an export', () => {
  const folder = useFolder();
  const games = [1, 2, 3].map((seed) => {
    const played = playFrames({ seed, width: 7, height: 7, snakes: snakesNamed(seed) });
    return rowsOf(played, { file: `${seed}.json` });
  });
  const read = (): Row[] => {
    const lines = readFileSync(folder.path('rows.jsonl'), 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Row);
  };

  it('has the rows of each game, without dropped games', () => {
    const rows = new RowFile(folder.path('rows.jsonl'));
    for (const seats of games) {
      for (const seat of seats) for (const sample of samplesOf(seat)) rows.add(sample);
      rows.keep();
      for (const sample of samplesOf(games[0]![0]!)) rows.add(sample);
      rows.drop();
    }
    rows.flush();
    const written = read();
    const expected = games.flatMap((seats) =>
      seats.flatMap((seat) =>
        Array.from(samplesOf(seat), (sample) =>
          Object.fromEntries(COLUMNS.map(({ name, of }) => [name, of(sample) ?? null])),
        ),
      ),
    );
    expect(written).to.have.length.greaterThan(20).and.to.deep.equal(expected);
    expect(rows.kept).to.equal(expected.length);
    for (const { name, type } of COLUMNS) {
      for (const { [name]: value } of written.filter((row) => row[name] !== null || !type.endsWith('?')))
        expect(value, name).to.be.a(/^(?:string|timestamp)/.test(type) ? 'string' : 'number');
    }
  });

  it('keeps moments to the millisecond', () => {
    const at = Date.UTC(2026, 6, 1, 12, 30, 15, 250);
    const rows = new RowFile(folder.path('rows.jsonl'));
    for (const sample of samplesOf(games[1]![0]!)) {
      const { imported: _, ...game } = sample.game;
      rows.add({ ...sample, game, turn: { ...sample.turn, at } });
    }
    rows.keep();
    rows.flush();
    expect(read()[0]!['played_at']).to.equal('2026-07-01T12:30:15.250Z');
  });
});
