/** A journal whose file is damaged under a running host: it is reported, and set aside at the next start. */
import { expect } from 'chai';
import { existsSync } from 'node:fs';
import type { JournalReport, JournalStatus } from '../../../../src/journal/journal-status.js';
import type { JournalProcessOptions } from '../../../../src/journal/process/journal-process.js';
import { SqlJournal } from '../../../../src/journal/sql-journal.js';
import { damagePagesWith } from '../../../support/damage.js';
import { DUEL, gameEvents, useJournalProcesses } from '../../../support/journals.js';
import { until } from '../../../support/soon.js';

describe('JournalProcess, whose file is damaged', () => {
  const { folder, create: createProcess } = useJournalProcesses();
  const create = (name: string, more: Partial<JournalProcessOptions> = {}) => {
    const reports: JournalReport[] = [];
    const journal = createProcess(name, { listener: (report) => void reports.push(report), ...more });
    const damages = () => reports.filter((report): report is Damage => report.kind === 'damaged');
    return { journal, reports, damages };
  };

  /** A closed journal with some games that have ended, and their ids as the engine gave them. */
  const fill = async (name: string, games: number): Promise<void> => {
    const journal = await SqlJournal.open(folder.path(name));
    for (let game = 0; game < games; game++)
      await journal.write(gameEvents({ game: `ended-${game}.`, result: 'win', end: { ...DUEL, turn: 1 } }));
    await journal.close();
  };

  it('reports it with the first read that fails, and begins a new file at the next start', async () => {
    await fill('read.db', 200);
    const { journal, damages } = create('read.db');
    await journal.open();
    damagePagesWith(folder.path('read.db'), 'ended-150.');
    await until(async () => {
      await journal.listGames({ limit: 500 }).catch(() => undefined);
      await journal.findIds('ended-150.').catch(() => undefined);
      return damages().length > 0;
    });
    expect(damages()).to.have.lengthOf(1);
    expect(damages()[0]!.aside).to.equal(undefined);
    expect(journal.status.kind).to.equal('damaged');
    await journal.close();
    const next = create('read.db');
    await next.journal.open();
    for (const event of gameEvents({ game: 'new' })) next.journal.record(event);
    await next.journal.flush();
    const [damage] = next.damages();
    expect(next.damages()).to.have.lengthOf(1);
    expect(damage!.aside).to.match(/read\.db\.damaged-[\dTZ-]+$/);
    expect(existsSync(damage!.aside!)).to.equal(true);
    expect(next.journal.status.kind).to.equal('damaged');
    expect((await next.journal.listGames({ limit: 5 })).games.map(({ game }) => game)).to.deep.equal(['new']);
  });

  it('checks the file if the last writer did not close it', async () => {
    await fill('unclean.db', 200);
    const killed = create('unclean.db');
    await killed.journal.open();
    process.kill(killed.journal.pid!, 'SIGKILL');
    await until(() => killed.reports.some(({ kind }) => kind === 'restarted'));
    await killed.journal.close();
    damagePagesWith(folder.path('unclean.db'), 'ended-100.');
    const { journal, damages } = create('unclean.db');
    await journal.open();
    await until(() => damages().length > 0);
    for (const event of gameEvents({ game: 'new' })) journal.record(event);
    await journal.flush();
    expect((await journal.listGames({ limit: 500 })).games.map(({ game }) => game)).to.deep.equal(['new']);
  });

  it('sets a file aside that cannot even be opened because it is damaged', async () => {
    await fill('header.db', 20);
    damagePagesWith(folder.path('header.db'), 'CREATE TABLE');
    const { journal, damages, reports } = create('header.db');
    await journal.open();
    for (const event of gameEvents({ game: 'new' })) journal.record(event);
    await journal.flush();
    expect((await journal.listGames({ limit: 5 })).games.map(({ game }) => game)).to.deep.equal(['new']);
    expect([...damages(), ...reports.filter(({ kind }) => kind === 'setAside')]).to.have.lengthOf(1);
  });

  it('begins a new spool, too, if that is damaged', async () => {
    // Nobody listens there, so everything stays in the spool.
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const first = create('spool.db', { url });
    await first.journal.open();
    for (let game = 0; game < 40; game++)
      for (const event of gameEvents({ game: `${game}` })) first.journal.record(event);
    await first.journal.close();
    damagePagesWith(folder.path('spool.db'), 'CREATE TABLE');
    const second = create('spool.db', { url });
    await second.journal.open();
    for (const event of gameEvents({ game: 'new' })) second.journal.record(event);
    await second.journal.flush();
    expect(second.journal.waiting.spool).to.have.property('entries', 2);
  });
});

type Damage = Extract<JournalStatus, { readonly kind: 'damaged' }>;
