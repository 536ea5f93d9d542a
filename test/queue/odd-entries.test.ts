import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readRegistryEntry, readWorkerEntry } from '../../src/queue/bullmq/names.js';
import { readDescriptor } from '../../src/queue/contest-descriptor.js';
import { readJobResult } from '../../src/queue/read-job-result.js';
import { offerOf, pairingsOf, resultOf, workerNamed } from '../support/queues/queue-parts.js';

/** What somebody may write in place of a worker's facts. */
const ODD_FACTS: unknown[] = [null, 7, {}, { ...workerNamed('ann'), name: 7 }, { ...workerNamed('ann'), speed: 'x' }];

describe('what somebody else has written into a queue', () => {
  it('is no offer unless a worker can decide about it', () => {
    const entry = { offer: offerOf('a'), token: 't', beat: 1, at: 1 };
    expect(readRegistryEntry({ data: entry })).to.deep.equal(entry);
    for (const odd of [
      { clock: { kind: 'scale', speed: 'x' } },
      { clock: { kind: 'other', speed: 1 } },
      { clock: null },
      { env: [7] },
      { version: 7 },
      { title: {} },
      { hash: null },
    ]) {
      expect(readRegistryEntry({ data: { ...entry, offer: { ...entry.offer, ...odd } } })).to.equal(undefined);
    }
  });

  it('is no contest unless it can be played', () => {
    for (const text of ['not json', 'null', '{}', '{"contestants":{},"game":{}}'])
      expect(readDescriptor(text, createHash('sha256').update(text).digest('hex')), text).to.equal(undefined);
  });

  it('is no worker without its facts and its state', () => {
    const entry = { facts: workerNamed('ann'), state: { kind: 'playing' }, beat: 1 };
    expect(readWorkerEntry({ data: entry })).to.deep.equal(entry);
    for (const facts of ODD_FACTS) expect(readWorkerEntry({ data: { ...entry, facts } })).to.equal(undefined);
    for (const state of [{ kind: 'refused' }, { kind: 'asleep' }, 'playing'])
      expect(readWorkerEntry({ data: { ...entry, state } })).to.equal(undefined);
  });

  it('is a result without pairs, which are played again', () => {
    const result = resultOf({ id: '0-0', pairs: [pairingsOf(0)] }, workerNamed('ann'));
    expect(readJobResult('0-0', result).pairs).to.have.lengthOf(1);
    for (const worker of ODD_FACTS) expect(readJobResult('0-0', { ...result, worker }).pairs).to.deep.equal([]);
    for (const odd of [{ problem: 7 }, { death: {} }, { took: { 5: 'x' } }]) {
      const changed = structuredClone(result) as unknown as { pairs: { records: { seats: object[] }[] }[] };
      Object.assign(changed.pairs[0]!.records[0]!.seats[0]!, odd);
      expect(readJobResult('0-0', changed).pairs).to.deep.equal([]);
    }
  });
});
