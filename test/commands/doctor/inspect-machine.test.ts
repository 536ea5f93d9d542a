/** The doctor's look at this machine: what it says of each thing that may be wrong. */
import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkJournal, checkJournalFolder } from '../../../src/commands/doctor/local/check-journal.js';
import { checkClock, checkMemory, checkTemporaryFolder } from '../../../src/commands/doctor/local/check-machine.js';
import { checkPorts } from '../../../src/commands/doctor/local/check-ports.js';
import { inspectMachine } from '../../../src/commands/doctor/local/inspect-machine.js';
import { readConfig } from '../../../src/config/read-config.js';
import { fixture } from '../../support/fixtures.js';
import { useFolder } from '../../support/journals.js';

describe('inspectMachine', () => {
  const folder = useFolder();
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const write = (config: object): string => {
    const file = folder.path('snakes.yaml');
    // YAML includes JSON.
    writeFileSync(file, JSON.stringify({ strategies: fixture('strategies'), journal: 'off', ...config }));
    return file;
  };
  const read = (config: object) =>
    readConfig(write({ snakes: [{ prefix: '/up', strategy: 'up' }], ...config }), {}).config;
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
    return (server.address() as AddressInfo).port;
  };
  /** On Linux all of 127.0.0.0/8 is ours: nobody else takes a port here that was just freed. */
  const HOST = '127.0.0.77';
  const serverOn = (port: number, admin: object | string = 'off') => ({ host: HOST, port, admin });

  it('says what is right', async () => {
    const snakes = [{ prefix: '/up', strategy: 'up', isolation: 'inline' }];
    const server = serverOn(0, { port: 0 });
    const findings = await inspectMachine(write({ server, snakes }));
    const byCheck = new Map(findings.map((finding) => [finding.check, finding]));
    expect([...byCheck.keys()]).to.include.members(['versions', 'clock', 'timers', 'temporary folder', 'sandbox']);
    const wrong = findings.filter(({ check, verdict }) => check !== 'timers' && /bad|warning/.test(verdict));
    expect(wrong).to.deep.equal([]);
    expect(byCheck.get('versions')!.message).to.include(`Node ${process.versions.node}`);
  });

  it('says that there is no configuration, and looks at the rest', async () => {
    const findings = await inspectMachine(folder.path('none.yaml'));
    expect(findings.at(-1)).to.deep.include({ check: 'configuration', verdict: 'skipped' });
    expect(findings.length).to.be.greaterThan(3);
  });

  it('lists what is wrong with the configuration', async () => {
    const findings = await inspectMachine(write({ snakes: [{ prefix: '/a', strategy: 'nowhere' }] }));
    const { verdict, message } = findings.at(-1)!;
    expect(verdict).to.equal('bad');
    expect(message).to.match(/snakes\.yaml:1:\d+ .*"nowhere"/);
  });

  it('says which snake does not answer', async () => {
    const snakes = [{ prefix: '/broken', strategy: 'throw', isolation: 'inline' }];
    const findings = await inspectMachine(write({ server: serverOn(0), snakes }));
    expect(findings.find(({ check }) => check === 'snakes')).to.deep.include({ verdict: 'bad' });
    expect(findings.find(({ check }) => check === 'snakes')!.message).to.match(/^\/broken: /);
  });

  it('sees a clock that is behind', () => {
    const released = Date.UTC(2026, 5, 1);
    expect(checkClock(released + 1, released).verdict).to.equal('good');
    expect(checkClock(Date.UTC(1970, 0, 2), released)).to.deep.include({
      verdict: 'bad',
      message: '1970-01-02T00:00:00.000Z is before the files of this program were written',
    });
  });

  it('sees a temporary folder that cannot be written', () => {
    expect(checkTemporaryFolder(folder.path('.')).verdict).to.equal('good');
    expect(checkTemporaryFolder(folder.path('none'))).to.deep.include({ check: 'temporary folder', verdict: 'bad' });
  });

  it('sees that memory does not suffice', () => {
    const snakes = Array.from({ length: 5 }, (_, index) => ({ prefix: `/s${index}`, strategy: 'up' }));
    const of = (memory: string) => checkMemory(read({ server: { memory }, snakes }));
    expect(of('64mb').verdict).to.equal('warning');
    expect(of('256mb').verdict).to.equal('good');
    expect(of('1000gb').verdict).to.equal('bad');
  });

  it('sees ports that are free, taken, and picked', async () => {
    const taken = await listen(createServer((socket) => socket.destroy()));
    const [one, admin] = await checkPorts(read({ server: serverOn(taken, { port: 0 }) }));
    expect(one).to.deep.include({ verdict: 'bad', message: `${HOST}:${taken} is taken by another program or host` });
    expect(admin).to.deep.include({ verdict: 'good', message: 'a free one is picked at each start' });
    await new Promise((resolve) => servers.pop()!.close(resolve));
    const [again] = await checkPorts(read({ server: serverOn(taken) }));
    expect(again).to.deep.include({ verdict: 'good', message: `${HOST}:${taken} is free` });
  });

  it('knows a host that is running', async () => {
    const index = JSON.stringify({ name: 'serpentarium', version: '9.9.9', snakes: [] });
    const port = await listen(createHttpServer((_, response) => response.end(index)));
    const [one] = await checkPorts(read({ server: serverOn(port) }));
    expect(one).to.deep.include({
      verdict: 'good',
      message: `${HOST}:${port} is taken: a host with version 9.9.9 is running`,
    });
  });

  it('sees an address that this machine does not have', async () => {
    const [one] = await checkPorts(read({ server: { host: '192.0.2.1', port: 8000, admin: 'off' } }));
    expect(one).to.deep.include({ verdict: 'bad', message: '192.0.2.1 is no address of this machine' });
  });

  it('sees whether a journal can be kept', async () => {
    const file = folder.path('games.db');
    expect(checkJournalFolder({ path: file, maxSize: 1 }).verdict).to.equal('good');
    expect(checkJournalFolder({ path: folder.path('new/sub/games.db'), maxSize: 1 }).verdict).to.equal('good');
    expect(checkJournalFolder({ path: file, maxSize: 2 ** 60 }).verdict).to.equal('warning');
    writeFileSync(file, 'no journal');
    const inside = checkJournalFolder({ path: folder.path('games.db/sub/games.db'), maxSize: 1 });
    expect(inside).to.deep.include({ verdict: 'bad', message: `${file} is a file, not a folder` });
    const findings = await checkJournal(read({ journal: { path: file } }));
    expect(findings.map(({ verdict }) => verdict)).to.deep.equal(['good', 'bad']);
    expect(findings[1]!.message).to.include(file);
  });
});
