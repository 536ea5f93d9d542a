import { expect } from 'chai';
import { linksOf } from '../../src/commands/game-links.js';
import { formatNewest } from '../../src/commands/journal/report.js';
import type { HostConfig } from '../../src/config/types.js';
import { adminPortQuery } from '../../src/journal/journal.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { createJournalHost } from '../../src/journal/store/hosts.js';
import { useFolder } from '../support/journals.js';
import type { GameRow } from '../../src/views/game-rows.js';

const serverWith = (admin: object | 'off') => ({ server: { admin } }) as unknown as HostConfig;
const LOCAL = { host: '127.0.0.1', port: 8090 };

describe('links to a game', () => {
  const folder = useFolder();

  it('lead to the page of the host, on a turn', () => {
    const { page, health } = linksOf(serverWith(LOCAL))!;
    expect(page('abc')).to.equal('http://localhost:8090/games/abc');
    expect(page('abc', 7)).to.equal('http://localhost:8090/games/abc?turn=7');
    expect(health).to.equal('http://localhost:8090/healthz');
  });

  it('lead to the host that runs, which an environment may have given another port', async () => {
    const path = folder.path('journal.db');
    const portOf = async () => {
      const reader = await SqlJournal.read(path);
      return reader.ask(adminPortQuery, undefined).finally(() => reader.close());
    };
    const { journal } = await SqlJournal.openAs(createJournalHost(9099), path);
    expect(linksOf(serverWith(LOCAL), await portOf())!.page('abc')).to.equal('http://localhost:9099/games/abc');
    await journal.close();
    expect(linksOf(serverWith(LOCAL), await portOf())!.page('abc')).to.equal('http://localhost:8090/games/abc');
  });

  it('name the machine as a browser on it reaches it', () => {
    const hosts = { '0.0.0.0': 'localhost', '::1': 'localhost', '10.0.0.1': '10.0.0.1', 'fe80::1': '[fe80::1]' };
    for (const [host, name] of Object.entries(hosts)) {
      expect(linksOf(serverWith({ host, port: 1 }))!.health).to.equal(`http://${name}:1/healthz`);
    }
  });

  it('lead to the official viewer unless the host wants a token', () => {
    const link = new URL(linksOf(serverWith(LOCAL))!.viewer('abc')!);
    expect(link.searchParams.get('engine')).to.equal('http://localhost:8090');
    expect(linksOf(serverWith({ ...LOCAL, token: 'secret' }))!.viewer('abc')).to.equal(undefined);
  });

  it('are not there without an admin port', () => {
    expect(linksOf(serverWith('off'))).to.equal(undefined);
  });

  it('follow the newest games of a report', () => {
    const game = { id: 'abc', snake: '/greedy', result: 'win', turns: 8, late: 0, failed: 0 } as unknown as GameRow;
    expect(formatNewest([game], linksOf(serverWith(LOCAL))!).split('\n')).to.deep.equal([
      'Newest games, while the host runs:',
      '  /greedy won after 8 turns: http://localhost:8090/games/abc',
    ]);
  });
});
