import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { decodeText, diskReason, findConfig, readBytes, readText } from '../../src/config/read-text.js';
import { openSqliteFile } from '../../src/journal/store/sqlite-file.js';
import { useFolder } from '../support/journals.js';

function read(file: string): string {
  try {
    return readBytes(file, 2 * 1024 ** 2).toString();
  } catch (thrown) {
    return diskReason(thrown);
  }
}

function decode(bytes: Buffer): string {
  try {
    return decodeText(bytes);
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

describe('the text of a file', () => {
  const folder = useFolder();
  it('has no byte order mark', () => expect(decodeText(Buffer.from('\uFEFFa\r\n'))).to.equal('a\r\n'));

  it('is not guessed from another encoding', () => {
    const utf16 = Buffer.from('\uFEFFa=1', 'utf16le');
    expect(decode(utf16)).to.equal('is UTF-16 text, not UTF-8');
    expect(decode(utf16.swap16())).to.equal('is UTF-16 text, not UTF-8');
    expect(decode(Buffer.from([0x61, 0xff]))).to.equal('is not UTF-8 text');
  });

  it('has a limit of its reader', () => {
    writeFileSync(folder.path('text'), 'a'.repeat(2 * 1024 ** 2));
    expect(readText(folder.path('text'))).to.have.property('problem', 'is larger than 1 MB. Is it the right file?');
    expect(readText(folder.path('text'), 2 * 1024 ** 2)).to.have.property('text');
  });
});

describe('the default configuration', () => {
  const folder = useFolder();
  const below = (name: string) => {
    mkdirSync(folder.path(name), { recursive: true });
    return folder.path(name);
  };

  it('is the one of this folder, or else of the project around it', () => {
    const deep = below('project/strategies/deep');
    writeFileSync(`${below('project/config')}/snakes.yaml`, '');
    expect(findConfig(folder.path('project'))).to.equal('config/snakes.yaml');
    // Without a project, a folder above may belong to anyone.
    expect(findConfig(deep)).to.equal('config/snakes.yaml');
    writeFileSync(folder.path('project/package.json'), '{}');
    expect(findConfig(deep)).to.equal('../../config/snakes.yaml');
    expect(findConfig(folder.path('project/config'))).to.equal('snakes.yaml');
    writeFileSync(`${below('project/strategies/deep/config')}/snakes.yaml`, '');
    expect(findConfig(deep)).to.equal('config/snakes.yaml');
  });

  it('of a project without one is where it would be', () => {
    writeFileSync(`${below('empty')}/package.json`, '{}');
    expect(findConfig(below('empty/strategies'))).to.equal('config/snakes.yaml');
  });
});
