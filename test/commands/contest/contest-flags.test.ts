import { expect } from 'chai';
import { readOpenings } from '../../../src/commands/contest/contest-flags.js';
import { UsageError } from '../../../src/errors/errors.js';
import { DUEL, useFolder } from '../../support/journals.js';
import { sketchRequest } from '../../support/requests.js';
import { mkdtempSync, writeFileSync } from 'node:fs';

const read = (openings: string, snakes = 2) => readOpenings({ openings, width: 11, height: 11 }, snakes).openings;

describe('readOpenings', () => {
  const folder = useFolder();
  const write = (name: string, text: string) => {
    const file = folder.path(name);
    writeFileSync(file, text);
    return file;
  };

  it('takes a number of turns, or the positions of files', () => {
    expect(read('8')).to.deep.equal({ kind: 'random', turns: 8 });
    const text = JSON.stringify(sketchRequest(DUEL));
    const file = write('a.json', text);
    expect(read(file))
      .to.include({ kind: 'positions', name: file })
      .and.deep.include({ texts: [text] });
  });

  const REFUSED: readonly [what: string, openings: () => string, message: RegExp, snakes?: number][] = [
    ['no turns', () => '0', /^--openings "0" is not a number of turns from 1 to 200\.$/],
    ['a file that is not there', () => './none', /^\.\/none does not exist\.$/],
    ['an empty folder', () => mkdtempSync(folder.path('empty-')), /" is an empty folder\.$/],
    ['a file that is no position', () => write('x.json', '{"frames":[]}'), /x\.json" is not a position\. /],
    ['a file that is not JSON', () => write('x.txt', 'hello'), /x\.txt:1 is not JSON: /],
    [
      'a damaged position',
      () => write('y.json', '{"board":{}}'),
      /y\.json has no request that can be read: \/game is /,
    ],
    [
      'a position for other games',
      () => write('b.json', JSON.stringify(sketchRequest(DUEL))),
      /has 2 snakes on 11×11, and these games have 3 snakes on 11×11\.$/,
      3,
    ],
  ];
  for (const [what, openings, message, snakes] of REFUSED) {
    it(`refuses ${what}`, () => {
      expect(() => read(openings(), snakes))
        .to.throw(UsageError)
        .with.property('message')
        .that.matches(message);
    });
  }
});
