import { expect } from 'chai';
import { formatPermanent } from '../../src/config/permanent-entry.js';
import { useConfigFolder } from '../support/config-folder.js';

describe('the entry that keeps a promoted candidate', () => {
  const folder = useConfigFolder();
  const write = (candidate: string) =>
    folder.write(
      'snakes.yaml',
      `snakes: [{ prefix: /a, strategy: greedy }, { prefix: /b, key: correct-horse, ${candidate} }]
experiments: [{ prefix: /champion, name: e, base: /a, candidate: /b }]`,
    );

  it('is the candidate at the prefix of the experiment', () => {
    expect(formatPermanent(write('strategy: greedy, options: { food: 3 }'), 'e')).to.equal(
      '# Instead of the experiment "e", with its key and arena:\nsnakes:\n  - { prefix: /champion, strategy: greedy, options: { food: 3 } }',
    );
    expect(formatPermanent(write('strategy: greedy'), 'other')).to.equal(undefined);
    expect(formatPermanent('missing.yaml', 'e')).to.equal(undefined);
  });

  it('has no secrets: a host logs it', () => {
    const entry = formatPermanent(write('upstream: "http://me:secret@127.0.0.1:8081/?token=secret"'), 'e')!;
    expect(entry).to.include('with its key, password and arena').and.include('upstream: http://127.0.0.1:8081');
    expect(entry).not.to.match(/secret|correct-horse/);
    expect(formatPermanent(write('upstream: no URL'), 'e')).to.include('upstream: no URL');
  });
});
