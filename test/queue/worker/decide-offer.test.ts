import { expect } from 'chai';
import { decideOffer } from '../../../src/queue/worker/queue-worker.js';
import { offerOf, workerNamed } from '../../support/queues/queue-parts.js';

describe('decideOffer', () => {
  it('refuses other versions: another major one, and below 1.0 another minor one', () => {
    expect(judge({ version: '0.4.9' })).to.equal('plays');
    expect(judge({ version: '0.5.0' })).to.equal(
      'it has version 0.4.2, the coordinator 0.5.0: use the same on all machines',
    );
    expect(judge({ version: '1.4.2' })).to.include('the coordinator 1.4.2');
    const newer = decideOffer(offerOf('one', '', { version: '2.9.0' }), workerNamed('ann', { version: '2.1.0' }), {});
    expect(newer.kind).to.equal('play');
  });

  it('refuses another protocol', () => {
    expect(judge({ version: '0.4.2', protocol: 0 })).to.include('use the same on all machines');
  });

  it('names the variables that its environment lacks', () => {
    const offer = { version: '0.4.2', env: ['TOKEN', 'HOME_PAGE'] };
    expect(judge(offer, { TOKEN: 'secret' })).to.equal('its environment lacks HOME_PAGE, which a strategy asks for');
    expect(judge(offer, { TOKEN: 'secret', HOME_PAGE: '' })).to.equal('plays');
  });
});

function judge(offer: Parameters<typeof offerOf>[2], environment = {}): string {
  const decision = decideOffer(offerOf('one', '', offer), workerNamed('ann', { version: '0.4.2' }), environment);
  return decision.kind === 'play' ? 'plays' : decision.reason;
}
