import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { diskReason, readBytes } from '../../src/config/read-text.js';
import { openSqliteFile } from '../../src/journal/store/sqlite-file.js';
import { useFolder } from '../support/journals.js';

function read(file: string): string {
  try {
    return readBytes(file, 2 * 1024 ** 2).toString();
  } catch (thrown) {
    return diskReason(thrown);
  }
}

describe('a file of a user', () => {
  const folder = useFolder();
  before(() => {
    execFileSync('mkfifo', [folder.path('pipe')]);
    writeFileSync(folder.path('small'), 'text');
    writeFileSync(folder.path('large'), Buffer.alloc(2 * 1024 ** 2 + 1));
  });

  for (const [name, found] of [
    ['small', 'text'],
    ['large', 'is larger than 2 MB'],
    ['pipe', 'is a pipe or a device, not a file'],
    ['.', 'is a directory, not a file'],
    ['none', 'does not exist'],
  ] as const) {
    it(`is read if it is one: ${found}`, () => expect(read(folder.path(name))).to.equal(found));
  }

  it('is no device', () => expect(read('/dev/zero')).to.equal('is a pipe or a device, not a file'));

  it('is no pipe as a journal', async () => {
    const refusal = await openSqliteFile(folder.path('pipe'), 'write').catch((thrown: unknown) => thrown);
    expect(refusal).to.have.property('message', 'it is a pipe or a device');
  });
});
