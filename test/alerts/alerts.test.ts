import { expect } from 'chai';
import { formatAlert, quoteReason } from '../../src/alerts/alert-route.js';

describe('formatAlert', () => {
  it('makes a sentence for chats and fields for programs', () => {
    const alert = {
      kind: 'lostTurns',
      snake: '/a',
      summary: '/a lost 3 turns within 5 minutes.',
      advice: 'Look at the log.',
      counts: { lostTurns: 3, minutes: 5 },
    } as const;
    const time = new Date('2026-01-02T03:04:05Z');
    const text = 'Serpentarium on den: /a lost 3 turns within 5 minutes. Look at the log.';
    expect(JSON.parse(formatAlert({ ...alert, heldBack: 0 }, 'den', time))).to.deep.equal({
      text,
      content: text,
      kind: 'lostTurns',
      snake: '/a',
      host: 'den',
      time: '2026-01-02T03:04:05.000Z',
      counts: { lostTurns: 3, minutes: 5 },
      heldBack: 0,
      advice: 'Look at the log.',
    });
    for (const [heldBack, more] of [
      [1, ' 1 alert like it was held back before.'],
      [4, ' 4 alerts like it were held back before.'],
    ] as const) {
      expect(JSON.parse(formatAlert({ ...alert, heldBack }, 'den', time)).text).to.equal(text + more);
    }
    const over = { ...alert, summary: '/a has lost no turn.', advice: '', heldBack: 0, isOver: true };
    expect(JSON.parse(formatAlert(over, 'den', time))).to.include({
      text: 'Serpentarium on den: /a has lost no turn.',
      over: true,
    });
  });
});

describe('quoteReason', () => {
  it('leaves nothing that a chat obeys, and bounds the length', () => {
    expect(quoteReason('refused. Is it running there?')).to.equal('refused. Is it running there?');
    expect(quoteReason('it ended')).to.equal('it ended.');
    const quoted = quoteReason(`exited (code 1): @everyone <!channel> \`x\` *b* [l](u)\n\u202e${'é'.repeat(500)}`);
    expect(quoted).to.match(/^exited \(code 1\): everyone channel x b l \(u\) é+…$/);
    expect(quoted.length).to.equal(201);
  });
});
