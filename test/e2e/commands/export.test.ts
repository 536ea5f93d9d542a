/** `serpentarium export`: games of folders and of the journal as rows, and what happens if that cannot be. */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { endOf, useContest } from '../../support/compare-command.js';
import { inRepository } from '../../support/fixtures.js';
import { importedEvents, playFrames } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';
import { killProcesses, runCli, writeConfig } from '../../support/host-process.js';
import { useFolder } from '../../support/journals.js';

type Row = Readonly<Record<string, string | number | null>>;
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
const readRows = (file: string) => linesOf(file).map((line) => JSON.parse(line) as Row);

describe('serpentarium export', function () {
  this.timeout(180_000);
  const folder = useFolder();
  after(killProcesses);

  /** A folder with saved frames of these games, `NAME.jsonl` each. */
  function writeGames(name: string, seeds: readonly number[]): string {
    const into = folder.path(name);
    mkdirSync(into);
    for (const seed of seeds) {
      const { game, frames } = playFrames({ seed, width: 7, height: 7, snakes: snakesNamed(2) });
      writeFileSync(path.join(into, `${seed}.jsonl`), JSON.stringify({ Game: game, frames }));
    }
    return into;
  }

  it('replaces a file only with --overwrite', async () => {
    const games = writeGames('twice', [1]);
    const output = folder.path('twice.jsonl');
    writeFileSync(output, 'mine');
    const refused = await runCli(['export', games, '--output', output]);
    expect([refused.code, readFileSync(output, 'utf8')]).to.deep.equal([2, 'mine']);
    expect(refused.stderr).to.equal(`--output "${output}" already exists. Use --overwrite to replace it.\n`);
    const forced = await runCli(['export', games, '--output', output, '--overwrite']);
    expect([forced.code, forced.stderr]).to.deep.equal([0, '']);
    expect(forced.stdout).to.equal(`${readRows(output).length} positions of 1 game written to ${output}\n`);
  });

  it('says what is wrong, and writes nothing then', async () => {
    const games = writeGames('wrong', [1]);
    const cases = [
      [
        [games, '-o', folder.path('x.csv')],
        /^--output ".*x\.csv" does not end in \.jsonl: the only format is lines of JSON\.$/,
      ],
      [[folder.path('none'), '-o', folder.path('x.jsonl')], /none does not exist\.$/],
      [
        [inRepository('strategies'), '-o', folder.path('x.jsonl')],
        /strategies has no file whose name ends in "\.jsonl"\./,
      ],
      [
        [games, '-o', folder.path('x.jsonl'), '--map', 'rings'],
        /wrong has no game with positions that the flags choose\.$/,
      ],
      [
        [games, '-o', folder.path('x.jsonl'), '--since', '7d'],
        /^--since needs games of the journal: recordings do not have it\.$/,
      ],
      [[games, '-o', folder.path('no/x.jsonl')], /^--output ".*x\.jsonl" cannot be written: ENOENT: no such file/],
      [
        [games, '-o', path.join(games, '1.jsonl/x.jsonl')],
        /^--output ".*x\.jsonl" cannot be written: ENOTDIR: not a directory, open .*$/,
      ],
    ] as const;
    for (const [words, message] of cases) {
      const { stderr, code } = await runCli(['export', ...words]);
      expect(stderr.trimEnd()).to.match(message);
      expect(code).to.equal(2);
    }
    expect(readdirSync(folder.path('')).filter((name) => name.startsWith('x.'))).to.deep.equal([]);
  });

  it('leaves out a game that is broken, and says which', async () => {
    const games = writeGames('broken', [1, 3]);
    writeFileSync(path.join(games, '2.jsonl'), '{"id":"x"}\n{"turn":\n');
    symlinkSync('nowhere', path.join(games, '4.jsonl'));
    const output = folder.path('broken.jsonl');
    const { stdout, stderr, code } = await runCli(['export', games, '-o', output]);
    expect(stderr).to.match(
      /2\.jsonl:2 is not JSON: .*\. Was the file cut off\? Skipped\.\n.*4\.jsonl does not exist\. Skipped\.\n$/,
    );
    expect([stdout.includes(' of 2 games '), code]).to.deep.equal([true, 1]);
    expect(new Set(readRows(output).map(({ game }) => game))).to.deep.equal(new Set(['standard 1', 'standard 3']));
  });

  /** A folder with the same game so many times that others can happen before all are exported. */
  function writeMany(name: string, copies: number): string {
    const games = writeGames(name, [1]);
    for (let copy = 2; copy <= copies; copy++) linkSync(path.join(games, '1.jsonl'), path.join(games, `${copy}.jsonl`));
    return games;
  }

  it('leaves whole rows and nothing else if another one writes to the same file', async () => {
    const into = folder.path('shared');
    mkdirSync(into);
    const output = path.join(into, 'rows.jsonl');
    const words = ['export', writeMany('some', 200), '-o', output, '--overwrite'];
    const ends = await Promise.all([runCli(words), runCli(words)]);
    for (const { stdout, stderr, code } of ends) {
      expect([stderr, code]).to.deep.equal(['', 0]);
      expect(stdout).to.equal(`${linesOf(output).length} positions of 200 games written to ${output}\n`);
    }
    expect(readdirSync(into)).to.deep.equal(['rows.jsonl']);
  });

  it('leaves no file if it is interrupted', async () => {
    const games = writeMany('many', 20_000);
    const into = folder.path('interrupted');
    mkdirSync(into);
    const watcher = watch(into);
    const begun = once(watcher, 'change');
    const words = [inRepository('dist/src/cli.js'), 'export', games, '-o', path.join(into, 'rows.jsonl')];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const end = endOf(child);
    await begun;
    watcher.close();
    child.kill('SIGINT');
    expect(await end).to.include({ out: '', code: 130 });
    expect(readdirSync(into)).to.deep.equal([]);
  });

  it('takes the games of the journal that the flags choose', async () => {
    const file = folder.path('games.db');
    const journal = await SqlJournal.openToImport(file);
    for (const seed of [1, 2, 3]) {
      const { game, frames } = playFrames({ seed, width: 7, height: 7, snakes: snakesNamed(2) });
      for (const you of ['a', 'b']) {
        await journal.importGame(importedEvents({ game, frames }, you, `/${you}`, { from: '', at: seed }));
      }
    }
    await journal.close();
    const config = writeConfig({ snakes: [{ prefix: '/good', strategy: 'good' }], journal: { path: file } });
    const exported = async (name: string, ...words: string[]): Promise<Row[]> => {
      const output = folder.path(`${name}.jsonl`);
      const { stderr, code } = await runCli(['export', '-o', output, '--config', config, ...words]);
      expect([stderr, code]).to.deep.equal(['', 0]);
      return readRows(output);
    };
    const rows = await exported('all');
    expect(new Set(rows.map(({ game, snake, source }) => `${source} ${game} ${snake}`)).size).to.equal(6);
    expect(rows.every(({ answer, took_ms }) => answer === 'seen' && took_ms === null)).to.equal(true);
    const mine = await exported('mine', '--prefix', '/a', '--limit', '2');
    const newest = rows.filter(({ game, snake }) => snake === '/a' && game !== 'standard 1');
    expect(mine).to.deep.equal(newest);
    const won = await exported('won', '--result', 'win');
    expect(won).to.deep.equal(rows.filter(({ outcome }) => outcome === 'win'));
    const wrong = await runCli(['export', '-o', folder.path('wrong.jsonl'), '--config', config, '--prefix', '/c']);
    expect(wrong.stderr).to.match(/^--prefix "\/c" /);
    expect(existsSync(folder.path('wrong.jsonl'))).to.equal(false);
  });
});

describe('serpentarium export of a contest', function () {
  this.timeout(180_000);
  const { folder, compare } = useContest('compare', 'cautious', 'greedy');

  it('has every turn of both snakes; of a game that is not over, no outcome', async () => {
    const games = path.join(folder.path, 'games');
    await compare(...`cautious greedy --games 4 --timeout 5000 --output-dir ${games} -W 7 -H 7`.split(' '));
    const files = readdirSync(games).map((name) => path.join(games, name));
    // As if the last turn of the last game were still to come.
    writeFileSync(files[3]!, `${linesOf(files[3]!).slice(0, -2).join('\n')}\n`);
    const output = path.join(folder.path, 'rows.jsonl');
    const { code } = await runCli(['export', games, '-o', output]);
    expect(code).to.equal(0);
    const rows = readRows(output);
    for (const file of files) {
      const own = rows.filter(({ source }) => source === file);
      const isCut = file === files[3];
      const turns = linesOf(file).length - (isCut ? 2 : 3);
      expect(own.map(({ snake }) => snake)).to.have.members([
        ...Array.from({ length: turns }, () => 'cautious'),
        ...Array.from({ length: turns }, () => 'greedy'),
      ]);
      expect(own.every(({ outcome }) => (outcome === null) === isCut)).to.equal(true);
      expect(own.every(({ move }) => move !== null)).to.equal(true);
    }
  });
});
