import { expect } from 'chai';
import { isUnavailable } from '../../../src/journal/is-unavailable.js';
import { explainError } from '../../../src/journal/postgres/connection-pool.js';

const URL_WITH_PASSWORD = 'postgres://me:secret@db:5432/games';

const explain = (code: string, message: string) =>
  explainError(Object.assign(new Error(message), { code }), URL_WITH_PASSWORD) as Error;

describe('explainError', () => {
  it('takes a socket that broke while we wrote for a broken connection, not for a refused statement', () => {
    const explained = explain('EPIPE', 'write EPIPE');
    expect(isUnavailable(explained)).to.equal(true);
    expect(explained.message).to.equal('the connection to PostgreSQL at db:5432 broke: write EPIPE');
  });

  it('leaves a statement that can never work as it is', () => {
    const refusal = explain('22003', 'integer out of range');
    expect(refusal.message).to.equal('integer out of range');
    expect(isUnavailable(refusal)).to.equal(false);
  });

  it('says what an operator can do about it, without the password', () => {
    expect(explain('ECONNREFUSED', 'connect').message).to.equal(
      'db:5432 refuses the connection. Is PostgreSQL running there?',
    );
    expect(explain('28P01', 'no entry for me:secret').message).to.equal(
      'PostgreSQL at db:5432 rejects the login: no entry for me:***. Are user and password correct?',
    );
  });
});
