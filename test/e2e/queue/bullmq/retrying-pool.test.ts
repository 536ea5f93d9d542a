import { expect } from 'chai';
import { RetryingPool } from '../../../../src/queue/bullmq/retrying-pool.js';
import { useOwnPostgres } from '../../../support/servers/postgres.js';
import { soon } from '../../../support/soon.js';

describe('RetryingPool', () => {
  const postgres = useOwnPostgres();
  afterEach(() => postgres.cluster.resume());

  it('ends although the server no longer answers', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const pool = new RetryingPool({ connectionString: url }, { unreachable() {}, reachable() {} });
    const { rows } = await pool.query('select 1 as one');
    expect(rows).to.deep.equal([{ one: 1 }]);
    postgres.cluster.pause();
    const unanswered = pool.query('select 2').then(
      () => 'answered',
      () => 'rejected',
    );
    await soon(pool.end(), () => 'the end of the pool');
    expect(await soon(unanswered, () => 'the end of the query')).to.equal('rejected');
  });

  it('ends while a query is under way at a server that no longer answers', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const pool = new RetryingPool({ connectionString: url }, { unreachable() {}, reachable() {} });
    const client = await pool.connect();
    postgres.cluster.pause();
    const unanswered = client.query('select 2').then(
      () => 'answered',
      () => 'rejected',
    );
    const ended = pool.end();
    expect(await soon(unanswered, () => 'the end of the query')).to.equal('rejected');
    client.release(true);
    await soon(ended, () => 'the end of the pool');
  });
});
