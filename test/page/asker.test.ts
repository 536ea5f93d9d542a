import { expect } from 'chai';
import { Asker } from '../../src/page/asker.js';
import { useConfigFolder } from '../support/config-folder.js';
import { sketchRow } from '../support/rows.js';

describe('Asker', () => {
  const folder = useConfigFolder();
  const game = { snake: '/greedy', turns: [{}] };
  const cases: [what: string, game: Parameters<typeof sketchRow>[0], wanted: string | undefined, reason: string][] = [
    [
      'a server in a game that it plays now',
      game,
      '/served',
      'the server of "/served" plays this game now. Ask when it is over.',
    ],
    [
      'a server in its experiment, if it was the variant that played',
      { ...game, experiment: 'trial', variant: 'candidate' },
      undefined,
      'the server of "/served" plays this game now. Ask when it is over.',
    ],
    [
      'a snake that is not mounted any more',
      { ...game, snake: '/gone' },
      undefined,
      'no snake "/gone" is mounted. Choose one of /greedy, /served.',
    ],
    [
      'the version of a game without one',
      game,
      '/greedy@then',
      'it is not known which version of "/greedy" played this game.',
    ],
    [
      'the version of a game that another snake played',
      { ...game, snake: '/served', hash: 'aaaaaaaaaaaaaaaa' },
      '/greedy@then',
      'it is not known which version of "/greedy" played this game.',
    ],
  ];
  for (const [what, sketch, wanted, reason] of cases) {
    it(`does not ask ${what}`, async () => {
      const { config } = folder.read(`
snakes:
  - { prefix: /greedy, strategy: greedy }
  - { prefix: /served, upstream: 'http://192.0.2.1:1' }
experiments:
  - { prefix: /trial, name: trial, base: /greedy, candidate: /served, split: 0.5 }
`);
      const asker = new Asker(() => config, {});
      expect(await asker.ask(sketchRow(sketch), wanted, '{}')).to.deep.equal({ kind: 'refused', reason });
    });
  }
});
