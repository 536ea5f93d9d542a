import { expect } from 'chai';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { watchFiles, type WatchFilesOptions } from '../../../src/commands/serve/watch-files.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { until } from '../../support/soon.js';

let changes: string[] = [];
const onChange = (files: readonly string[]) => void changes.push(files.map((file) => file.at(-1)).join(','));

describe('watchFiles', () => {
  const folder = useConfigFolder();
  let stop: (() => void) | undefined;
  beforeEach(() => void (changes = []));
  afterEach(() => stop?.());

  const watch = (list: () => string[], more: Partial<WatchFilesOptions> = {}) => {
    stop = watchFiles({ list, onChange, interval: 10, isNewAChange: false, ...more });
  };

  it('notices each other content, and nothing else', async () => {
    const file = folder.write('a', 'a');
    watch(() => [file]);
    writeFileSync(file, 'b');
    await until(() => changes.length === 1);
    // Another time with the same content, a file that is gone, then the same content again: no change.
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
    watch(() => [file]);
    writeFileSync(file, 'b');
    await until(() => changes.length === 1);
  });

  it('names all files that change together', async () => {
    const files = ['a', 'b', 'c'].map((name) => folder.write(name, '1'));
    watch(() => files);
    for (const file of [files[0]!, files[2]!]) writeFileSync(file, '2');
    await until(() => changes.length > 0);
    expect(changes).to.deep.equal(['a,c']);
  });

  it('counts a new file only if it is asked to', async () => {
    const files = [folder.write('a', '1')];
    watch(() => files);
    files.push(folder.write('b', '1'));
    writeFileSync(files[0]!, '2');
    await until(() => changes.length > 0);
    stop!();
    watch(() => files, { isNewAChange: true });
    files.push(folder.write('c', '1'));
    await until(() => changes.length > 1);
    expect(changes).to.deep.equal(['a', 'c']);
  });
});
