import { expect } from 'chai';
import { mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../../src/errors/errors.js';
import type { JournalListener } from '../../../../src/journal/journal-status.js';
import { DUEL, gameEvents, turnEvent, useJournalProcesses } from '../../../support/journals.js';
import { soon } from '../../../support/soon.js';

describe('JournalProcess, whose file disappears', () => {
  const { folder, create } = useJournalProcesses();
  const start = async (name: string) => {
    let tell: () => void;
    const report = { lost: 0, next: new Promise<void>((resolve) => (tell = resolve)) };
    const listener: JournalListener = ({ kind }) => {
      if (kind !== 'unreachable') return;
      report.lost++;
      tell();
    };
    const journal = create(name, { listener });
    await journal.open();
    for (const event of gameEvents()) journal.record(event);
    await journal.flush();
    return { journal, report };
  };

  const WAYS: readonly [way: string, lose: (path: string) => void][] = [
    ['is deleted', (path) => rmSync(path)],
    ['is deleted with its -wal and -shm files', (path) => ['', '-wal', '-shm'].forEach((end) => rmSync(path + end))],
    ['is moved', (path) => renameSync(path, `${path}.moved`)],
    ['goes with its folder', () => rmSync(folder.path('lost'), { recursive: true })],
  ];
  for (const [way, lose] of WAYS) {
    it(`begins a new one if it ${way}, with the running games`, async () => {
      const { journal, report } = await start('lost/games.db');
      expect((await journal.listGames({ limit: 5 })).games).to.have.lengthOf(1);
      lose(folder.path('lost/games.db'));
      journal.record(turnEvent({}, { ...DUEL, turn: 1 }));
      await journal.flush();
      // Twice, if the first new one goes with the rest of the folder.
      expect(report.lost).to.be.within(1, 2);
      const { games } = await journal.listGames({ limit: 5 }).catch(() => journal.listGames({ limit: 5 }));
      expect(games).to.have.lengthOf(1);
      expect((await journal.findGame(games[0]!.id))!.list.map(({ turn }) => turn)).to.deep.equal([1]);
      await journal.close();
      rmSync(folder.path('lost'), { recursive: true });
    });
  }

  it('notices it within seconds even if nothing is written', async () => {
    const { report } = await start('quiet.db');
    rmSync(folder.path('quiet.db'));
    await soon(report.next, () => 'a report that the file was deleted');
    expect(report.lost).to.equal(1);
  });

  it('says what waits while it cannot begin a new one', async () => {
    const { journal, report } = await start('waits/games.db');
    expect(journal.waiting).to.deep.equal({ entries: 0, bytes: 0 });
    block(folder.path('waits'), 'games.db');
    journal.record(turnEvent({}, { ...DUEL, turn: 1 }));
    journal.record(turnEvent({}, { ...DUEL, turn: 2 }));
    expect(journal.waiting.entries).to.equal(2);
    expect(journal.waiting.bytes).to.be.greaterThan(1000);
    rmdirSync(folder.path('waits/games.db'));
    await soon(report.next, () => 'a report that the file was deleted');
    await journal.flush();
    expect(journal.waiting).to.deep.equal({ entries: 0, bytes: 0 });
  });
});

/** Replaces a folder by one in which a folder has the place of a file. The thread may make the file in between. */
function block(path: string, file: string): void {
  for (;;) {
    rmSync(path, { recursive: true, force: true });
    try {
      mkdirSync(join(path, file), { recursive: true });
      return;
    } catch (thrown) {
      if (!messageOf(thrown).startsWith('EEXIST')) throw thrown;
    }
  }
}
