import { expect } from 'chai';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ContestFolder } from '../../../src/page/contests/contest-folder.js';
import { useFolder } from '../../support/journals.js';
import { contestView } from '../../support/contest-views.js';

const URL = 'http://127.0.0.1:4321';

describe('ContestFolder', () => {
  const at = useFolder();
  let path: string;
  let count = 0;
  beforeEach(() => void (path = at.path(`contests ${count++}`)));

  it('lists a command until it takes that back, for its user alone', () => {
    const folder = new ContestFolder(path);
    expect(folder.running()).to.deep.equal([]);
    const unregister = folder.register(URL);
    expect(statSync(path).mode & 0o777).to.equal(0o700);
    expect(new ContestFolder(path).running()).to.deep.equal([{ pid: process.pid, url: URL }]);
    unregister();
    expect(folder.running()).to.deep.equal([]);
  });

  it('ignores commands that are gone, and forgets them when the next one comes', () => {
    const folder = new ContestFolder(path);
    mkdirSync(path, { mode: 0o700 });
    // No process has an id this large.
    const stale = join(path, 'page-99999999.json');
    writeFileSync(stale, JSON.stringify({ pid: 99_999_999, url: URL }));
    expect(folder.running()).to.deep.equal([]);
    folder.register(URL);
    expect(existsSync(stale)).to.equal(false);
  });

  for (const [what, content] of Object.entries({
    'another machine': { pid: process.pid, url: 'http://10.0.0.1:80' },
    'a path': { pid: process.pid, url: `${URL}/reload` },
    'a name of this machine with a user': { pid: process.pid, url: 'http://127.0.0.1:80@evil.example' },
    'no process': { pid: '1', url: URL },
    'nothing that is known': [],
  })) {
    it(`does not list what names ${what}`, () => {
      mkdirSync(path, { mode: 0o700 });
      writeFileSync(join(path, `page-${process.pid}.json`), JSON.stringify(content));
      expect(new ContestFolder(path).running()).to.deep.equal([]);
    });
  }

  it('reads and writes nothing in a folder that others may write to', () => {
    mkdirSync(path, { mode: 0o777 });
    chmodSync(path, 0o777);
    writeFileSync(join(path, `page-${process.pid}.json`), JSON.stringify({ pid: process.pid, url: URL }));
    const folder = new ContestFolder(path);
    expect(folder.running()).to.deep.equal([]);
    expect(() => folder.register(URL)).to.throw('belongs to somebody else, or others may write to it');
  });

  it('does not follow a link to another folder', () => {
    mkdirSync(`${path} behind`, { mode: 0o700 });
    symlinkSync(`${path} behind`, path);
    expect(() => new ContestFolder(path).register(URL)).to.throw('belongs to somebody else');
  });

  it('keeps the newest contests that are over', () => {
    const folder = new ContestFolder(path);
    folder.register(URL);
    for (let number = 0; number < 25; number++) {
      const id = number.toString(16).padStart(12, '0');
      folder.keep(contestView({ id, at: number, state: 'over' }));
      utimesSync(join(path, `contest-${id}.json`), number, number);
    }
    folder.keep(contestView({ id: 'f'.repeat(12), at: 100, state: 'over' }));
    const recent = folder.recent();
    expect(recent.map(({ at: moment }) => moment)).to.deep.equal([
      100,
      ...Array.from({ length: 19 }, (_, n) => 24 - n),
    ]);
    expect(readdirSync(path)).to.have.length(21);
  });

  it('leaves out a contest that it did not write', () => {
    const folder = new ContestFolder(path);
    folder.register(URL);
    folder.keep(contestView({ state: 'over' }));
    writeFileSync(join(path, 'contest-ffffffffffff.json'), '{"id":"ffffffffffff","title":7}');
    expect(folder.recent().map(({ id }) => id)).to.deep.equal(['0123456789ab']);
  });
});
