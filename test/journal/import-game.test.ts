/** Imported games in the journal: kept once, together with the games of hosts, and never mixed up with them. */
import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import type { JournalEvent } from '../../src/journal/journal-event.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { importedEvents, playFrames } from '../support/frames.js';
import { snakesNamed } from '../support/games.js';
import { onEveryDatabase } from '../support/journal-addresses.js';
import { beganEvent, gameEvents, openInProcess, useFolder } from '../support/journals.js';

const played = playFrames({ seed: 2, snakes: snakesNamed(2) });

function eventsOf(frames = played.frames, you = 'a'): readonly JournalEvent[] {
  return importedEvents({ ...played, frames }, you, '/mine', { from: 'there', at: 5000 });
}

onEveryDatabase('importGame', (find) => {
  it('keeps a game once, for each of its seats', async () => {
    const journal = await SqlJournal.openToImport(await find());
    const first = await journal.importGame(eventsOf());
    expect(first.state).to.equal('new');
    const before = await journal.findGame(first.id);
    expect(await journal.importGame(eventsOf())).to.deep.equal({ id: first.id, state: 'known' });
    expect(await journal.findGame(first.id)).to.deep.equal(before);
    const other = await journal.importGame(eventsOf(played.frames, 'b'));
    expect(other.state).to.equal('new');
    expect((await journal.listGames({ limit: 10 })).games).to.have.lengthOf(2);
    await journal.close();
  });

  it('replaces a game that was cut off by one that has more turns', async () => {
    const journal = await SqlJournal.openToImport(await find());
    const cut = await journal.importGame(eventsOf(played.frames.slice(0, 6)));
    expect(await journal.findGame(cut.id)).to.include({ result: 'abandoned', turns: 5 });
    expect(await journal.importGame(eventsOf(played.frames.slice(0, 4)))).to.include({ state: 'known' });
    expect(await journal.importGame(eventsOf(played.frames.slice(0, 7)))).to.deep.equal({ ...cut, state: 'completed' });
    expect(await journal.importGame(eventsOf())).to.deep.equal({ ...cut, state: 'completed' });
    expect(await journal.findGame(cut.id)).to.not.include({ result: 'abandoned' });
    expect(await journal.importGame(eventsOf(played.frames.slice(0, 7)))).to.include({ state: 'known' });
    await journal.close();
  });

  it('leaves alone what was played here, or is being played', async () => {
    const journal = await SqlJournal.open(await find());
    const ref = { snake: '/mine', game: played.game.ID, you: 'a' };
    await journal.write([beganEvent(ref)]);
    const { id, state } = await journal.importGame(eventsOf());
    expect(state).to.equal('known');
    await journal.write(gameEvents({ ...ref, result: 'win' }));
    const kept = await journal.findGame(id);
    expect(await journal.importGame(eventsOf())).to.deep.equal({ id, state: 'known' });
    expect(await journal.findGame(id)).to.deep.equal(kept);
    expect(kept).to.not.have.property('imported');
    await journal.close();
  });

  it('works while a host writes, and neither loses anything', async () => {
    const file = await find();
    const host = await openInProcess(file);
    const importer = await SqlJournal.openToImport(file);
    const writing = Array.from({ length: 20 }, (_, game) => host.write(gameEvents({ game: `${game}`, result: 'win' })));
    const importing = ['a', 'b'].map((you) => importer.importGame(eventsOf(played.frames, you)));
    await Promise.all([...writing, ...importing]);
    const all = await host.reader.listGames({ limit: 50, hasEnded: true });
    expect(all.games).to.have.lengthOf(22);
    expect((await host.reader.listGames({ limit: 50, imported: true })).games).to.have.lengthOf(2);
    expect((await host.reader.listGames({ limit: 50, imported: false })).games).to.have.lengthOf(20);
    await importer.close();
    await host.close();
  });

  it('counts for no experiment, and its times for nobody', async () => {
    const journal = await SqlJournal.open(await find());
    const assignment = { experiment: 'e', variant: 'base', split: 0.5, sides: 's' } as const;
    await journal.write(gameEvents({ snake: '/mine', player: { assignment }, result: 'win' }));
    const before = await journal.report({});
    await journal.importGame(eventsOf());
    const { lines, verdicts } = await journal.report({});
    expect(verdicts).to.deep.equal(before.verdicts);
    expect(lines.filter(({ strategy }) => strategy !== '')).to.deep.equal(before.lines);
    const imported = lines.find(({ strategy }) => strategy === '');
    expect(imported).to.deep.include({ games: 1, answers: 0, late: 0, lost: 0, took: {}, latency: {} });
    await journal.close();
  });
});

describe('importGame, into a file', () => {
  const folder = useFolder();

  it('is not set aside with a file that is no database', async () => {
    const file = folder.path('notes.db');
    writeFileSync(file, 'my notes, which are longer than a header of SQLite would be; '.repeat(20));
    const thrown: unknown = await SqlJournal.openToImport(file).catch((reason: unknown) => reason);
    expect(thrown).to.be.instanceOf(Error).with.property('message', 'file is not a database');
  });
});
