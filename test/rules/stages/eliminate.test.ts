import { expect } from 'chai';
import type { Position } from '../../../src/rules/position.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { eliminationOf } from '../../../src/rules/snakes.js';
import { eliminate, eliminateSnakes } from '../../../src/rules/stages/eliminate.js';
import { afterStages, expectPicture, expectSound } from '../../support/boards.js';

function out(before: string): Position {
  return afterStages(before, [eliminate]);
}

function causes(position: Position): (string | undefined)[] {
  return position.ids.map((_, seat) => eliminationOf(position, seat)?.cause);
}

describe('stage 6, eliminate', () => {
  it('takes the starved and those off the board first: they are no obstacle to others', () => {
    expectPicture(out('aA.\nA health 0'), '...\nA health 0 body 1,0 l out out-of-health on 1');
    expectPicture(out('..a\nturn 6\nA body 3,0 l'), '...\nturn 6\nA body 3,0 l out wall-collision on 7');
    const after = out('.bA\nA health 0 body 2,0 l\nB body 1,0 l');
    expectPicture(after, 'bB.\nA health 0 body 2,0 l out out-of-health on 1');
  });

  it('names the snake itself for running into itself', () => {
    const after = out('aa.\naA.\nA body 1,0 uld r');
    expectPicture(after, '...\n...\nA body 1,0 uldr out snake-self-collision on 1 by A');
  });

  it('names the longest of those on the cell, and of equals the earlier', () => {
    const bodies = ['A body 2,0 l', 'B body 3,0 lll', 'C body 1,0 rrr', 'D body 4,0 ll'];
    expectPicture(
      out(`......\n${bodies.join('\n')}`),
      `
      ......
      A body 2,0 l out snake-collision on 1 by B
      B body 3,0 lll out snake-collision on 1 by C
      C body 1,0 rrr out snake-collision on 1 by B
      D body 4,0 ll out snake-collision on 1 by C
      `,
    );
  });

  it('lets the longer live in a head to head, and neither of two equals', () => {
    expectPicture(
      out('...\nA body 1,0 l\nB body 1,0 r='),
      '.Bb\nA body 1,0 l out head-collision on 1 by B\nB length 3',
    );
    expectPicture(
      out('...\nA body 1,0 l\nB body 1,0 r'),
      '...\nA body 1,0 l out head-collision on 1 by B\nB body 1,0 r out head-collision on 1 by A',
    );
  });

  it('looks at bodies before heads', () => {
    expectPicture(
      out(`
      .....
      .....
      A body 1,0 l
      B body 1,0 r
      C body 1,1 dl
      `),
      `
      .....
      .C...
      A body 1,0 l out snake-collision on 1 by C
      B body 1,0 r out snake-collision on 1 by C
      C body 1,1 dl
      `,
    );
  });

  it('lets squad mates cross each other where the rules allow it, heads excepted', () => {
    const crossed = '....\n....\nrules mates-pass\nA body 1,0 l squad red\nB body 1,1 dr squad red';
    expect(causes(out(crossed))).to.deep.equal([undefined, undefined]);
    expect(causes(out(crossed.replace('rules mates-pass', '')))).to.deep.equal(['snake-collision', undefined]);
    expect(causes(out(crossed.replace('B body 1,1 dr', 'B body 1,0 r')))).to.deep.equal([
      'head-collision',
      'head-collision',
    ]);
  });

  it('can be told that a stack is no collision, for boards as they are sent', () => {
    const start = '.A.\nA length 3';
    const asSent = parsePicture(start);
    eliminateSnakes(asSent, { stacksAreHarmless: true });
    expectSound(asSent);
    expectPicture(asSent, start);
    expectPicture(out(start), '...\nA body 1,0 == out snake-self-collision on 1 by A');

    const tangled = parsePicture('.A.\nA body 1,0 =lr');
    eliminateSnakes(tangled, { stacksAreHarmless: true });
    expect(causes(tangled)).to.deep.equal(['snake-self-collision']);
  });
});
