import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sourcesBelow, watchFiles, type WatchFilesOptions } from '../../../src/commands/serve/watch-files.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { until } from '../../support/soon.js';

let changes: string[] = [];
const onChange = (files: readonly string[]) => void changes.push(files.map((file) => file.at(-1)).join(','));

describe('watchFiles', () => {
  const folder = useConfigFolder();
  let stop: (() => void) | undefined;
  beforeEach(() => void (changes = []));
  afterEach(() => stop?.());

  const watch = async (list: () => string[], more: Partial<WatchFilesOptions> = {}) => {
    stop = await watchFiles({ list, onChange, interval: 10, isNewAChange: false, ...more });
  };

  it('notices each other content, and nothing else', async () => {
    const file = folder.write('a', 'a');
    await watch(() => [file]);
    writeFileSync(file, 'b');
    await until(() => changes.length === 1);
    // Another time with the same content, a deleted file, then the same content again: no change.
    utimesSync(file, 1, 1);
    rmSync(file);
    writeFileSync(file, 'b');
    writeFileSync(file, 'c');
    await until(() => changes.length === 2);
    expect(changes).to.deep.equal(['a', 'a']);
  });

  it('notices content of the same size in a file whose time is the same', async () => {
    const file = folder.write('a', 'a');
    utimesSync(file, 1000, Date.now() / 1000);
    await watch(() => [file]);
    writeFileSync(file, 'b');
    await until(() => changes.length === 1);
  });

  it('names all files that change together', async () => {
    const files = ['a', 'b', 'c'].map((name) => folder.write(name, '1'));
    await watch(() => files);
    for (const file of [files[0]!, files[2]!]) writeFileSync(file, '2');
    await until(() => changes.length > 0);
    expect(changes).to.deep.equal(['a,c']);
  });

  it('counts a new file only if it is asked to', async () => {
    const files = [folder.write('a', '1')];
    await watch(() => files);
    files.push(folder.write('b', '1'));
    writeFileSync(files[0]!, '2');
    await until(() => changes.length > 0);
    stop!();
    await watch(() => files, { isNewAChange: true });
    files.push(folder.write('c', '1'));
    await until(() => changes.length > 1);
    expect(changes).to.deep.equal(['a', 'c']);
  });

  it('reads no pipe and nothing large, and notices all others meanwhile', async function () {
    if (process.platform === 'win32') this.skip();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const files = names.map((name) => folder.write(name, '1'));
    const grown = folder.write('g', '1');
    await watch(() => [...files, grown]);
    // As many as Node has threads for files.
    const pipes = files.slice(0, 5);
    for (const file of pipes) rmSync(file);
    execFileSync('mkfifo', pipes);
    truncateSync(grown, 1024 ** 3);
    writeFileSync(files[5]!, '2');
    await until(() => changes.length > 0);
    expect(changes).to.deep.equal(['f,g']);
    expect(await readFile(files[5]!, 'utf8')).to.equal('2');
  });
});

describe('sourcesBelow', () => {
  const folder = useConfigFolder();

  it('finds the files that a strategy can import, and no others of its folder', async () => {
    const sources = ['a.ts', 'b.js', 'c/d.mjs', 'c/book.json'].map((name) => folder.write(`below/${name}`, ''));
    for (const name of ['journal.db', 'games.log', '.hidden.ts', 'a.ts~', 'node_modules/x/index.js']) {
      folder.write(`below/${name}`, '');
    }
    expect(await sourcesBelow(path.join(folder.path, 'below'))).to.have.members(sources);
  });
});
