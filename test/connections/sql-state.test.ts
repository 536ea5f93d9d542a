import { expect } from 'chai';
import { sqlStateOf } from '../../src/connections/sql-state.js';

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
