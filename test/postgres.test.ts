import { expect } from 'chai';
import { isPassing, sqlStateOf } from '../src/postgres.js';

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
