import { expect } from 'chai';
import { SqlJournal } from '../../../../src/journal/sql-journal.js';
import { inRepository } from '../../../support/fixtures.js';
import { killProcesses, runCli, writeConfig } from '../../../support/host-process.js';
import { DUEL, gameEvents, useFolder } from '../../../support/journals.js';

const HOUR_MS = 3_600_000;

describe('the command experiments', () => {
  const folder = useFolder();
  let config: string;
  before(async () => {
    const path = folder.path('games.db');
    const sides = { base: '/greedy', candidate: '/cautious' };
    config = writeConfig({
      strategies: inRepository('strategies'),
      snakes: ['greedy', 'cautious'].map((strategy) => ({ prefix: `/${strategy}`, strategy })),
      experiments: [
        { prefix: '/champion', name: 'one url', ...sides },
        { name: 'two urls', ...sides },
        { prefix: '/quiet', name: 'unheard', ...sides, shadow: true },
      ],
      journal: { path },
    });
    const journal = await SqlJournal.open(path);
    const end = { ...DUEL, turn: 1, gone: ['other'] };
    const play = (snake: string, number: number) =>
      gameEvents({ snake, game: `${number}`, at: number * HOUR_MS, result: 'win', end });
    for (let number = 1; number <= 25; number++) {
      const snakes = number % 2 === 0 ? ['/champion', '/greedy', '/cautious'] : ['/champion', '/greedy'];
      await journal.write(snakes.flatMap((snake) => play(snake, number)));
    }
    await journal.close();
  });
  after(killProcesses);

  const show = async (name: string) =>
    (await runCli(['experiments', name, '--config', config])).stdout.replaceAll(/\s+/g, ' ').trim();

  it('forecasts a split by the games of its URL, before it has any', async () => {
    expect(await show('one url')).to.match(
      /^one url: no game so far\. Games to a verdict: \d+ for ±0\.05, .*, \d+ for ±0\.4, at 24 a day\.$/,
    );
  });

  it('forecasts snakes side by side by the games in which both have played', async () => {
    expect(await show('two urls')).to.match(/^two urls: no game so far\. Games to a verdict: .*, at 12 a day\.$/);
  });

  it('shows that a person has stopped a split before its first game', async () => {
    const journal = await SqlJournal.open(folder.path('games.db'));
    const state = { guard: 'a person', reason: 'a person has stopped it', at: 1, since: 0, step: 0, promoted: 0 };
    const ids = { game: '', you: '', candidate: 'c', sides: 's' };
    await journal.write([{ kind: 'guarded', snake: '/champion', experiment: 'one url', ...ids, ...state }]);
    await journal.close();
    expect(await show('one url')).to.match(
      /^one url: no game so far\. All new games go to the base, because a person has stopped it\. .* Games to a verdict: /,
    );
    const { stdout } = await runCli(['experiments', '--config', config]);
    expect(stdout).to.match(/one url +0 +stopped: a person/);
  });

  it('forecasts no shadow', async () => {
    expect(await show('unheard')).to.equal('unheard: no game so far.');
  });
});
