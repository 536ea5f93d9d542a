import { expect } from 'chai';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { legalMoves, safeMoves } from '../../../src/rules/toolkit/moves.js';

function legal(picture: string, seat = 0): string {
  return legalMoves(parsePicture(picture), seat).join(' ');
}

function safe(picture: string, seat = 0): string {
  return safeMoves(parsePicture(picture), seat).join(' ');
}

describe('legal moves', () => {
  it('stay on the board and off the bodies that are still there after the turn', () => {
    expect(legal('....\n.aA.\n..bB\nA length 3\nB length 3')).to.equal('up right');
    expect(legal('A..')).to.equal('right');
    expect(legal('A..\nrules wraps')).to.equal('up down left right');
  });

  it('may follow any tail unless that snake has just eaten', () => {
    expect(legal('aA\naa\nA body 1,1 ldr')).to.equal('down');
    expect(legal('aA\naa\nA body 1,1 ldr=')).to.equal('');
    expect(legal('.....\n.bbB.\n.Aa..\nA length 3')).to.equal('up left');
    expect(legal('.....\n.bbB.\n.Aa..\nA length 3\nB length 4')).to.equal('left');
  });

  it('are all four at the start, and for a snake of one cell', () => {
    expect(legal('...\n.A.\n...\nA length 3')).to.equal('up down left right');
    expect(legal('...\n.A.\n...')).to.equal('up down left right');
  });

  it('let a snake of two cells turn round', () => {
    expect(legal('aA')).to.equal('left');
  });

  it('pass through eliminated snakes, and through squad mates if the rules allow it', () => {
    expect(legal('A..\nB body 1,0 r out hazard on 1')).to.equal('right');
    const mates = 'AbB\nA squad red\nB squad red\n';
    expect(legal(mates)).to.equal('right');
    expect(legal(`${mates}C body 2,0 ==`)).to.equal('right');
    expect(legal('ABb\nA squad red\nB squad red')).to.equal('');
    expect(legal('ABb\nrules mates-pass\nA squad red\nB squad red')).to.equal('right');
  });

  it('lead back from off the board', () => {
    expect(legal('...\nA body 3,0')).to.equal('left');
  });
});

describe('safe moves', () => {
  it('avoid a head-to-head with a snake that is at least as long', () => {
    const facing = 'aA.B\n....\n....';
    expect(safe(`${facing}\nA length 3\nB length 3`)).to.equal('down');
    expect(safe(`${facing}\nA length 3\nB length 2`)).to.equal('down right');
  });

  it('see a head on the far side of a board that wraps', () => {
    expect(safe('..A.B\n.....\n.....\nrules wraps\nA length 3\nB length 3')).to.equal('up down left');
    expect(safe('A..B.\n.....\n.....\nrules wraps\nA length 3\nB length 3')).to.equal('up down right');
  });

  it('count a stack of hazards as one step, and a pool that heals against hunger', () => {
    expect(safe('.2.\n.A3\n...\nrules damage 33\nA health 100')).to.equal('up down left');
    expect(safe('.2.\n.A3\n...\nrules damage 33\nA health 67')).to.equal('down left');
    expect(safe('A#\n..\nrules damage 100')).to.equal('down');
    expect(safe('A2\n..\nrules damage -100\nA health 1')).to.equal('right');
  });

  it('avoid hazards and hunger that take the last health', () => {
    expect(safe('A#\n..\nA health 15')).to.equal('down');
    expect(safe('A#\n..\nA health 16')).to.equal('down right');
    expect(safe('A*\n..\nhazards 1,1x9\nA health 1')).to.equal('right');
    expect(safe('A#\n..\nrules damage -5\nA health 1')).to.equal('right');
  });
});
