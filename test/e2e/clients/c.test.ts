/** `clients/c/first.c` compiles without a warning and answers a host. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { turnFrom } from 'serpentarium/testing';
import { cCompiler, compileC } from '../../support/command-fixtures.js';
import { inRepository } from '../../support/fixtures.js';

const describeAll = cCompiler === undefined ? describe.skip : describe;

describeAll('first.c', () => {
  let folder: string;
  let program: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-c-'));
    program = path.join(folder, 'first');
    compileC(inRepository('clients/c/first.c'), program);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [board, move] of [
    ['B..\nbbA', 'up'],
    ['Aa.\nBb.', 'up'],
    ['.Aa\nBb.', 'left'],
    ['aa\nA.', 'right'],
    ['aaA.\nbbB*', 'right'],
  ] as const) {
    it(`moves ${move} on ${board.replace('\n', ' / ')}`, () => {
      const hello = { type: 'hello', protocol: 1, prefix: '/first', options: {} };
      const asked = { type: 'move', id: 7, game: 'k', turn: turnFrom(board), left: 400 };
      const input = [hello, { type: 'start', game: 'k' }, asked].map((each) => `${JSON.stringify(each)}\n`).join('');
      const { stdout } = spawnSync(program, { input, encoding: 'utf8' });
      const [greeting, answer] = stdout.trimEnd().split('\n');
      expect(JSON.parse(greeting!)).to.deep.include({ type: 'hello', protocol: 1 });
      expect(JSON.parse(answer!)).to.deep.equal({ id: 7, move });
    });
  }
});
