import { expect } from 'chai';
import { createOffer, readOffer, readJobResult, refusalOf } from '../../src/queue/queue-job.js';
import { version } from '../../src/version.js';
import { createMatch } from '../support/contestants.js';

describe('an offer', () => {
  it('has no path of its machine, and all that plays the games', async () => {
    const match = await createMatch('constant', 'random');
    const offer = createOffer('constant against random', match);
    const received: unknown = JSON.parse(JSON.stringify(offer));
    expect(readOffer(received)).to.deep.equal(received);
    expect(JSON.stringify(offer)).not.to.include(process.cwd());
    const [base] = match.contestants;
    expect(base).to.have.property('code').that.is.a('string');
    expect(offer.contest.contestants[0]).to.have.property('code', (base as { code: string }).code);
  });

  it('is not taken for one if something else wrote it', () => {
    for (const data of [null, 7, {}, { version, title: 'x' }, { version, title: 'x', env: [], contest: null }]) {
      expect(readOffer(data), JSON.stringify(data)).to.equal(undefined);
    }
  });

  it('is refused by another major version, with both versions', () => {
    const [major] = version.split('.').map(Number);
    expect(refusalOf({ version: `${major}.99.99`, env: [] }, {})).to.equal(undefined);
    const other = `${major! + 1}.0.0`;
    expect(refusalOf({ version: other, env: [] }, {})).to.equal(
      `it has version ${version}, the driver of the contest ${other}: use the same on all machines`,
    );
  });

  it('is refused where a variable is missing that a strategy asks for', () => {
    const offer = { version, env: ['KEY', 'TOKEN'] };
    expect(refusalOf(offer, { KEY: 'k', TOKEN: '' })).to.equal(undefined);
    expect(refusalOf(offer, { KEY: 'k' })).to.equal(
      'its environment lacks TOKEN, which a strategy asks for: set it where the worker starts',
    );
  });
});

describe('the result of a job', () => {
  const worker = { id: '1', name: 'one', machine: 'here' };
  const pairs = [[{ pair: 0, game: 0, seed: 's', seats: [0, 1] }]];
  const crash = { kind: 'crashed', seat: 1, reason: 'its process died', seed: 's', turn: 3 };

  it('may have a game that crashed', () => {
    const result = { worker, took: 5, records: [[crash]] };
    expect(readJobResult(result, pairs)).to.deep.equal(result);
  });

  it('is not taken for one if something else wrote it, or it lacks games', () => {
    for (const records of [[], [[]], [[{ ...crash, seat: 0.5 }]], [[{ ...crash, reason: 7 }]], [[crash, crash]]]) {
      expect(readJobResult({ worker, took: 5, records }, pairs), JSON.stringify(records)).to.equal(undefined);
    }
  });
});
