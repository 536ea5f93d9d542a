import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findWritable } from '../../../src/snakes/strategy/writable-folder.js';
import { importBundle } from '../../../src/snakes/strategy/import-bundle.js';
import { useConfigFolder } from '../../support/config-folder.js';

describe('findWritable', () => {
  const folder = useConfigFolder();

  it('is the first folder that can be written to, which it makes and leaves as it was', () => {
    const file = folder.write('file');
    const [first, second] = [join(folder.path, 'a/b'), join(folder.path, 'c')];
    expect(findWritable([join(file, 'inside'), first, second])).to.equal(first);
    expect(readdirSync(first)).to.deep.equal([]);
  });

  it('is the first if none can be, and an import there says what to do', async () => {
    const nowhere = join(folder.write('file'), 'inside');
    expect(findWritable([nowhere])).to.equal(nowhere);
    const failure = await importBundle('export const a = 1;', nowhere).catch((thrown: Error) => thrown.message);
    expect(failure).to.match(
      /^no file can be written to ".*inside"\. Set TMPDIR to a folder where that is possible\. \(E/,
    );
  });
});
