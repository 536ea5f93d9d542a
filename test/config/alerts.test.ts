import { expect } from 'chai';
import { useConfigFolder } from '../support/config-folder.js';

const URL = 'https://chat.example/secret-path';
const withAlert = (alert: string) => `alerts:
  - ${alert}
snakes: [{ prefix: /greedy, strategy: greedy }]
`;

describe('the alerts of a configuration', () => {
  const folder = useConfigFolder();

  it('take their URL from the environment', () => {
    const { config, warnings } = folder.read(withAlert('url: $HOOK'), { HOOK: ` ${URL}\n` });
    expect([config.alerts.map(({ url }) => url), warnings]).to.deep.equal([[URL], []]);
  });

  const wrong: [written: string, fault: string][] = [
    ['url: secret-path', ':2:10 "url" is not a URL such as "https://chat.example/hook".'],
    ['url: https://me:secret-path@chat.example/', ':2:10 "url" is not a URL such as "https://chat.example/hook".'],
    ['url: "https://chat.example:secret-path/"', ':2:10 "url" is not a valid URL.'],
    [
      'url: $HOOK',
      ':2:10 "url" is not a URL such as "https://chat.example/hook". It comes from environment variable "HOOK".',
    ],
    [`{ url: ${URL}, on: [lostTurn] }`, `Did you mean "lostTurns"?`],
    [`{ url: ${URL}, on: [] }`, '"on" is empty.'],
    [`{ url: ${URL}, crashes: 0 }`, '"crashes" is 0, not between 1 and 10000.'],
    [`{ url: ${URL}, crash: 1 }`, 'unknown key "crash". Did you mean "crashes"?'],
    ['url: $NOT_SET', ':2:10 environment variable "NOT_SET" is not set. Did you forget it, or the file ".env"?'],
    ['on: [verdict]', '"url" is missing'],
    [`url:${URL}`, ''],
  ];
  for (const [written, fault] of wrong) {
    it(`are refused, without the URL: ${written}`, () => {
      const faults = folder.faults(withAlert(written), { HOOK: 'secret-path' }).join('\n');
      expect(faults).to.not.equal('').and.not.include('secret-path');
      expect(faults).to.include(fault);
    });
  }
});
