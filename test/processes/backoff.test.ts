import { expect } from 'chai';
import { Backoff, isPassing, sqlStateOf } from '../../src/processes/timing.js';

const waits = (backoff: Backoff, count: number) => Array.from({ length: count }, () => backoff.fail());

describe('Backoff', () => {
  it('doubles the wait up to the longest', () => {
    const backoff = new Backoff({ least: 100, most: 1000 }, () => 0);
    expect(waits(backoff, 6)).to.deep.equal([100, 200, 400, 800, 1000, 1000]);
  });

  it('begins again after a success', () => {
    const backoff = new Backoff({ least: 100, most: 1000 }, () => 0);
    waits(backoff, 3);
    backoff.succeed();
    expect(backoff.fail()).to.equal(100);
  });

  it('shortens waits by chance, by a half at most and never below the shortest', () => {
    const backoff = new Backoff({ least: 100, most: 1000 }, () => 0.5);
    expect(waits(backoff, 5)).to.deep.equal([100, 150, 300, 600, 750]);
  });

  it('stays at the longest wait for as long as it takes', () => {
    const backoff = new Backoff({ least: 100, most: 1000 }, () => 0);
    expect(waits(backoff, 2000).at(-1)).to.equal(1000);
  });
});

describe('Backoff of a server', () => {
  it('waits at most five seconds, after any number of attempts', () => {
    expect(Math.max(...waits(new Backoff(undefined, () => 0), 50))).to.equal(5000);
  });
});

const withCode = (code: unknown) => Object.assign(new Error('broken'), { code });

describe('sqlStateOf', () => {
  it('knows the codes of the server', () => {
    const codes = ['08006', '57P01', 'XX001', 'P0001', 'HV000'];
    expect(codes.map((code) => sqlStateOf(withCode(code)))).to.deep.equal(codes);
  });

  it('takes no code of a socket for one, however long', () => {
    const codes = ['EPIPE', 'EBUSY', 'EPERM', 'ECONNRESET', 'ERR_SSL_X', 13, undefined];
    for (const code of codes) expect(sqlStateOf(withCode(code)), String(code)).to.equal(undefined);
    expect(sqlStateOf('57P01')).to.equal(undefined);
  });
});

describe('isPassing', () => {
  it('says which conditions of the server pass', () => {
    for (const code of ['08006', '57P01', '53300', '40001', '3D000'])
      expect(isPassing(withCode(code)), code).to.equal(true);
    for (const code of ['22003', '23505', '42601']) expect(isPassing(withCode(code)), code).to.equal(false);
  });

  it('takes every error of a socket or the driver for one that passes, and none of ours', () => {
    expect(isPassing(withCode('ECONNRESET'))).to.equal(true);
    expect(isPassing(new Error('Query read timeout'))).to.equal(true);
    expect(isPassing(new TypeError('x is undefined'))).to.equal(false);
  });
});
