/** The ports of a running host, seen from outside. */
import { expect } from 'chai';
import { networkInterfaces } from 'node:os';
import { WalkingSnake } from '../../support/walking-snake.js';
import { killProcesses, spawnHost } from '../../support/host-process.js';

const snakes = [{ prefix: '/', strategy: 'good' }];

describe('the ports of a host', () => {
  afterEach(killProcesses);

  it('listen on every address, except for the admin port', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    if (outside === undefined) return;
    const host = await spawnHost({ snakes, server: { host: '0.0.0.0' } });
    expect((await fetch(`http://${outside}:${host.port}/healthz`)).status).to.equal(200);
    const admin = host.admin.replace('127.0.0.1', outside);
    expect(await fetch(admin).catch((thrown: unknown) => thrown)).to.be.an('error');
  });

  it('serve the snakes without an admin port', async () => {
    const host = await spawnHost({ snakes, server: { admin: 'off' } });
    expect(host.admin).to.equal('off');
    expect((await new WalkingSnake({ url: host.url, timeout: 5000 }).move()).move).to.equal('left');
  });
});
