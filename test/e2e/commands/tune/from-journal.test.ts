/** `tune --from-games journal`: weights are fitted to the duels that are kept, each once. */
import { expect } from 'chai';
import { fitFromGames } from '../../../../src/commands/tune/from-games.js';
import { UsageError } from '../../../../src/errors.js';
import { fromFrames } from '../../../../src/importing/from-frames.js';
import { toEvents } from '../../../../src/importing/to-events.js';
import type { JournalEvent } from '../../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../../src/journal/sql-journal.js';
import { playFrames } from '../../../support/frames.js';
import { snakesNamed } from '../../../support/games.js';
import { writeConfig } from '../../../support/host-process.js';
import { useFolder } from '../../../support/journals.js';

const LENGTH = { name: 'lengthEarly', start: 10, minimum: 0, maximum: 100, isWhole: true };

async function keepDuels(path: string, count: number, change = (event: JournalEvent) => event): Promise<string> {
  const journal = await SqlJournal.openToImport(path);
  for (let seed = 0; seed < count; seed++) {
    const { game, frames } = playFrames({ seed, width: 7, height: 7, snakes: snakesNamed(2) });
    for (const you of ['a', 'b']) {
      const { events } = toEvents(fromFrames(game, frames), { you, snake: '/x', from: '', at: seed });
      await journal.importGame(events.map(change));
    }
  }
  await journal.close();
  return writeConfig({ snakes: [{ prefix: '/good', strategy: 'good' }], journal: { path } });
}

describe('tune --from-games journal', () => {
  const folder = useFolder();

  it('counts each duel once, whichever of its snakes are ours', async () => {
    const config = await keepDuels(folder.path('many.db'), 25);
    const fit = await fitFromGames('journal', [LENGTH], config);
    expect(fit.games).to.equal(25);
    expect(fit.positions).to.be.greaterThan(50);
  });

  it('names a game with a turn that cannot be read', async () => {
    const config = await keepDuels(folder.path('broken.db'), 1, (event) =>
      event.kind === 'turn' && event.facts.turn === 1 ? { ...event, body: '{"game":{}}' } : event,
    );
    const thrown: unknown = await fitFromGames('journal', [LENGTH], config).catch((reason: unknown) => reason);
    expect(thrown)
      .to.be.instanceOf(UsageError)
      .with.property('message')
      .that.matches(/^standard 0 has a turn that cannot be read: .*\.$/);
  });

  it('says how many duels are missing', async () => {
    const config = await keepDuels(folder.path('few.db'), 3);
    const thrown: unknown = await fitFromGames('journal', [LENGTH], config).catch((reason: unknown) => reason);
    expect(thrown).to.be.instanceOf(UsageError);
    expect(thrown)
      .to.have.property('message')
      .that.includes('journal has 3 duels that came to an end, and 20 are the least');
  });
});
