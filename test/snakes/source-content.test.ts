import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { SnakeSource } from '../../src/config/types.js';
import { readSource, SourceCache } from '../../src/snakes/source-content.js';

const strategy = (file: string): SnakeSource => ({ kind: 'strategy', name: 'mine', file });

describe('the content of a source', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'serpentarium-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    await chmod(file, 0o755);
    return file;
  };
  const command = (...words: [string, ...string[]]): SnakeSource => {
    return { kind: 'command', name: 'snake', command: words, program: path.resolve(folder, words[0]), cwd: folder };
  };

  it('is the same for a file each time, even if the file changes', async () => {
    const source = strategy(await write('strategy.js', 'export const a = 1;'));
    const cache = new SourceCache();
    const first = await cache.read(source);
    await write('strategy.js', 'export const a = 2;');
    expect(await cache.read(source)).to.equal(first);
    expect((await new SourceCache().read(source)).hash).not.to.equal(first.hash);
  });

  it('is the same error each time', async () => {
    const cache = new SourceCache();
    const fail = () => cache.read(strategy(path.join(folder, 'missing.js'))).catch((thrown: unknown) => thrown);
    expect(await fail())
      .to.be.an('error')
      .and.equal(await fail());
  });

  it('of a command are its words, and the files that they name', async () => {
    const program = await write('snake', 'one');
    const book = await write('book.txt', 'openings');
    const source = command('./snake', '--book', 'book.txt', '--fast');
    const { hash, inputs } = await readSource(source);
    expect(inputs).to.deep.equal([program, book]);
    expect(hash).to.match(/^[0-9a-f]{16}$/);
    const others = [await readSource(command('./snake', '--book', 'book.txt', '--slow'))];
    await write('book.txt', 'other openings');
    others.push(await readSource(source));
    await write('snake', 'two');
    others.push(await readSource(source));
    expect(new Set([hash, ...others.map((other) => other.hash)]).size).to.equal(4);
    await write('book.txt', 'openings');
    await write('snake', 'one');
    expect(await readSource(source)).to.include({ hash });
  });

  it('of several snakes has the files of all', async () => {
    const cache = new SourceCache();
    const files = [await write('a', ''), await write('b.js', 'export const b = 1;')];
    await Promise.all([cache.read(command('./a', '-x')), cache.read(command('./a')), cache.read(strategy(files[1]!))]);
    expect(await cache.files()).to.have.members(files);
  });
});
