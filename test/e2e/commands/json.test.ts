import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gameEvents } from '../../support/journals.js';
import { runCli, writeConfig, writeFolder } from '../../support/host-process.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';

/** What a command prints with `--json`, which has to be one value and nothing else. */
async function json(...args: string[]): Promise<unknown> {
  const { stdout, stderr } = await runCli([...args, '--json']);
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
}

describe('--json', () => {
  it('makes check print what each snake answered', async () => {
    const config = writeConfig({ snakes: [{ prefix: '/a', strategy: 'good' }] });
    const { snakes } = (await json('check', '--config', config)) as { snakes: { prefix: string; answer: object }[] };
    expect(snakes.map(({ prefix }) => prefix)).to.deep.equal(['/a']);
    expect(snakes[0]!.answer).to.have.property('kind', 'moved');
  });

  it('makes play print the result, the same for the same seed', async () => {
    const game = ['play', '--snake', 'constant', '--snake', 'cautious', '--seed', '1'];
    const result = await json(...game);
    expect(result).to.include({ seed: 1, isDraw: false, isStopped: false });
    expect(result).to.deep.include({ snakes: ['constant', 'cautious'], winners: ['cautious'] });
    expect(await json(...game)).to.deep.equal(result);
    const { code, stderr } = await runCli([...game, '--json', '--viewmap']);
    expect([code, stderr]).to.deep.equal([2, '--json does not go with --viewmap.\n']);
  });

  it('makes maps print the boards of each', async () => {
    const maps = (await json('maps')) as { map: string; boards: object[] }[];
    expect(maps.find(({ map }) => map === 'standard')!.boards).to.deep.include({ width: 11, height: 11 });
  });

  it('makes journal check and journal copy print their counts', async () => {
    const folder = writeFolder({});
    const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')];
    const journal = await SqlJournal.open(from);
    await journal.write(gameEvents({ result: 'win' }));
    await journal.close();
    expect(await json('journal', 'copy', from, to)).to.deep.include({ copied: 1, known: 0 });
    expect(await json('journal', 'check', to)).to.deep.include({ games: 1, damage: [] });
    writeFileSync(join(folder, 'no.db'), 'x');
    expect((await runCli(['journal', 'check', join(folder, 'no.db'), '--json'])).code).to.equal(2);
  });
});
