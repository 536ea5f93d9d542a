import { expect } from 'chai';
import { rmSync } from 'node:fs';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { createJournalHost } from '../../../src/journal/store/hosts.js';
import type { FromThread } from '../../../src/journal/thread/messages.js';
import { SpoolTarget } from '../../../src/journal/thread/spool-target.js';
import { DUEL, gameEvents, turnEvent, useFolder } from '../../support/journals.js';
import { until } from '../../support/soon.js';

describe('SpoolTarget', () => {
  const folder = useFolder();
  const open: SpoolTarget[] = [];
  after(() => Promise.all(open.map((target) => target.close())));

  /** A target whose database is a file, and the last state of its spool that it has reported. */
  const start = async (name: string) => {
    const [path, place] = [folder.path(`${name}-spool.db`), folder.path(`${name}.db`)];
    let waiting = 0;
    const send = (message: FromThread) => {
      if (message.type === 'spool') waiting = message.content.entries;
    };
    const deps = { path, host: createJournalHost(), retention: { keepDays: 30, keepMb: 10 }, send };
    const target = new SpoolTarget({ ...deps, isFailing: () => false, trouble() {} }, place);
    open.push(target);
    await target.open();
    return { target, path, place, delivered: () => until(() => waiting === 0) };
  };

  it('delivers what it keeps in a new file after its file was deleted', async () => {
    const { target, path, place, delivered } = await start('deleted');
    await target.write(gameEvents());
    await delivered();
    for (let turn = 1; turn <= 5; turn++) {
      await target.write([turnEvent({}, { ...DUEL, turn })]);
      await delivered();
    }
    rmSync(path);
    await target.write([turnEvent({}, { ...DUEL, turn: 6 })]);
    await delivered();
    const journal = await SqlJournal.read(place);
    const { games } = await journal.listGames({ limit: 1 });
    const turns = (await journal.findGame(games[0]!.id))!.list.map(({ turn }) => turn);
    expect(turns).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
    await journal.close();
  });
});
