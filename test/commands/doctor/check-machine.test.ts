import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  checkJournalFolder,
  checkMachine,
  checkMemory,
  checkPorts,
} from '../../../src/commands/doctor/check-machine.js';
import { readConfig } from '../../../src/config/read-config.js';
import { fixture } from '../../support/fixtures.js';
import { useFolder } from '../../support/journals.js';

describe('what check says of this machine', () => {
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

  it('has a row for each port, the journal and the memory', async () => {
    const server = serverOn(0, { port: 0 });
    const findings = await checkMachine(read({ server }));
    expect(findings.map(({ check, verdict }) => [check, verdict])).to.deep.equal([
      ['public port', 'good'],
      ['admin port', 'good'],
      ['journal', 'skipped'],
      ['memory', 'good'],
    ]);
  });

  it('sees that memory does not suffice', () => {
    const snakes = Array.from({ length: 5 }, (_, index) => ({ prefix: `/s${index}`, strategy: 'up' }));
    const of = (memory: string) => checkMemory(read({ server: { memory }, snakes }));
    expect(of('64mb').verdict).to.equal('warning');
    expect(of('256mb').verdict).to.equal('good');
    expect(of('1000gb')).to.deep.include({ verdict: 'warning' });
    expect(of('1000gb').remedy).to.include('server.memory');
  });

  it('sees ports that are free, taken, and picked', async () => {
    const taken = await listen(createServer((socket) => socket.destroy()));
    const [one, admin] = await checkPorts(read({ server: serverOn(taken, { port: 0 }) }));
    expect(one).to.deep.include({
      verdict: 'warning',
      message: `${HOST}:${taken} is taken by another program or host`,
    });
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
    expect(one).to.deep.include({ verdict: 'warning', message: '192.0.2.1 is not an address of this machine' });
  });

  it('sees whether a journal can be kept', () => {
    const file = folder.path('games.db');
    expect(checkJournalFolder({ path: file, maxSize: 1 }).verdict).to.equal('good');
    expect(checkJournalFolder({ path: folder.path('new/sub/games.db'), maxSize: 1 }).verdict).to.equal('good');
    expect(checkJournalFolder({ path: file, maxSize: 2 ** 60 }).verdict).to.equal('warning');
    writeFileSync(file, 'no journal');
    const inside = checkJournalFolder({ path: folder.path('games.db/sub/games.db'), maxSize: 1 });
    expect(inside).to.deep.include({ verdict: 'warning', message: `${file} is a file, not a folder` });
  });
});
