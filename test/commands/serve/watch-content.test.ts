import { expect } from 'chai';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { watchContent } from '../../../src/commands/serve/watch-content.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { until } from '../../support/soon.js';

const INTERVAL_MS = 10;

describe('watchContent', () => {
  const folder = useConfigFolder();
  let stop: (() => void) | undefined;
  afterEach(() => stop?.());

  it('notices each other content, and nothing else', async () => {
    const file = folder.write('watched.yaml', 'a');
    let changes = 0;
    stop = watchContent(file, () => changes++, INTERVAL_MS);
    writeFileSync(file, 'b');
    await until(() => changes === 1);
    // Another time with the same content, a file that is gone, then the same content again: no change.
    utimesSync(file, 1, 1);
    rmSync(file);
    writeFileSync(file, 'b');
    writeFileSync(file, 'c');
    await until(() => changes === 2);
    expect(changes).to.equal(2);
  });
});
