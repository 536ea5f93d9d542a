/** The code of docs/guides/exporting.md runs on exported games: each block where what it imports is installed. */
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { python } from '../../support/command-fixtures.js';
import { inRepository } from '../../support/fixtures.js';
import { playFrames } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';
import { runCli } from '../../support/host-process.js';
import { useFolder } from '../../support/journals.js';
import { codeBlocks } from '../../support/markdown.js';

const blocks = codeBlocks(readFileSync(inRepository('docs/guides/exporting.md'), 'utf8'));

/** The only block that has these words. */
function blockWith(words: string): string {
  const found = blocks.filter(({ code }) => code.includes(words));
  expect(found, words).to.have.lengthOf(1);
  return found[0]!.code;
}

function canImport(...modules: string[]): boolean {
  return python !== undefined && spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;
}

function expectModel(printed: string): void {
  const [first, ...weights] = printed.trimEnd().split('\n');
  expect(first).to.match(/^log loss 0\.\d+ coin toss 0\.693\d+$/);
  expect(weights).to.have.lengthOf(7);
  for (const line of weights) expect(line).to.match(/^[a-z_]+ +[+-]\d+\.\d\d$/);
}

describe('docs/guides/exporting.md', function () {
  this.timeout(180_000);
  const folder = useFolder();
  before(async () => {
    mkdirSync(folder.path('games'));
    for (let seed = 0; seed < 40; seed++) {
      const { game, frames } = playFrames({ seed, width: 7, height: 7, snakes: snakesNamed(2) });
      writeFileSync(folder.path(`games/${seed}.jsonl`), JSON.stringify({ Game: game, frames }));
    }
    for (const ending of ['parquet', 'jsonl']) {
      const words = [folder.path('games'), '--planes', '-o', folder.path(`positions.${ending}`)];
      expect(await runCli(['export', ...words])).to.include({ stderr: '', code: 0 });
    }
  });

  /** The output of a program of the page, run in the folder of the exports. */
  function run(code: string): string {
    const { stdout, stderr, status } = spawnSync(python!, ['-c', code], { cwd: folder.path(''), encoding: 'utf8' });
    expect([stderr, status]).to.deep.equal(['', 0]);
    return stdout;
  }

  it('asks DuckDB what it can answer', async () => {
    const duckdb = await (await DuckDBInstance.create()).connect();
    const file = path.join(folder.path(''), 'positions.parquet');
    const rows = await duckdb.runAndReadAll(blockWith('SELECT').replace("'positions.parquet'", `'${file}'`));
    expect(rows.columnNames()).to.deep.equal(['snake', 'outcome', 'games', 'length', 'more_area']);
    expect(rows.getRows().length).to.be.within(2, 6);
    duckdb.closeSync();
  });

  const pandas = canImport('pandas', 'sklearn');
  (pandas ? it : it.skip)('fits its model with pandas and scikit-learn, from lines of JSON', () => {
    expectModel(run(blockWith('read_json') + blockWith('sklearn')));
  });

  const pyarrow = canImport('pandas', 'sklearn', 'pyarrow');
  (pyarrow ? it : it.skip)('fits its model with pandas and pyarrow, from Parquet, and makes arrays of planes', () => {
    const load = blockWith('read_parquet');
    expectModel(run(load + blockWith('sklearn')));
    expect(run(`${load}${blockWith('frombuffer')}print(planes.shape, planes[1].sum())`)).to.equal('(7, 7, 7) 3\n');
  });

  (canImport('polars') ? it : it.skip)('sums up with polars', () => {
    expect(run(blockWith('polars'))).to.include('turns_left');
  });
});
