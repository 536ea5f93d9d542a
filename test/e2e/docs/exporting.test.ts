/** The program of docs/guides/exporting.md runs on exported games where Python is installed. */
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { python } from '../../support/command-fixtures.js';
import { inRepository } from '../../support/fixtures.js';
import { playFrames } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';
import { runCli } from '../../support/host-process.js';
import { useFolder } from '../../support/journals.js';
import { codeBlocks } from '../../support/markdown.js';

describe('docs/guides/exporting.md', function () {
  this.timeout(60_000);
  const folder = useFolder();
  before(async () => {
    mkdirSync(folder.path('games'));
    for (let seed = 0; seed < 10; seed++) {
      const { game, frames } = playFrames({ seed, width: 7, height: 7, snakes: snakesNamed(2) });
      writeFileSync(folder.path(`games/${seed}.jsonl`), JSON.stringify({ Game: game, frames }));
    }
    const words = [folder.path('games'), '-o', folder.path('positions.jsonl')];
    expect(await runCli(['export', ...words])).to.include({ stderr: '', code: 0 });
  });

  (python === undefined ? it.skip : it)('sums up with Python', () => {
    const blocks = codeBlocks(readFileSync(inRepository('docs/guides/exporting.md'), 'utf8'));
    const [program, ...others] = blocks.filter(({ code }) => code.includes('import'));
    expect(others).to.deep.equal([]);
    const where = { cwd: folder.path(''), encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync(python!, ['-c', program!.code], where);
    expect([stderr, status]).to.deep.equal(['', 0]);
    expect(stdout)
      .to.match(/^win \d+\.\d$/m)
      .and.to.match(/^loss \d+\.\d$/m);
  });
});
