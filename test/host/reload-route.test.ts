import { expect } from 'chai';
import { addReloadRoute } from '../../src/host/report-reload.js';
import { closeServed, serveAdmin } from '../support/served.js';

describe('POST /reload', () => {
  afterEach(closeServed);

  it('reads the configuration again, and says what has changed or everything that is wrong', async () => {
    const changes = { added: ['/a'], changed: [], removed: [], restartNeeded: ['server.port'], warnings: [] };
    const faults = [{ source: 'snakes.yaml', line: 3, column: 5, message: 'unknown key "x".' }];
    const outcomes = [
      { outcome: 'applied', version: 2, ...changes, mounted: [], ongoing: [] } as const,
      { outcome: 'failed', version: 2, faults } as const,
    ];
    const reload = () => Promise.resolve(outcomes.shift()!);
    const { url } = await serveAdmin({ extend: (router) => addReloadRoute(router, reload) });
    const applied = await fetch(`${url}/reload`, { method: 'POST' });
    expect([applied.status, await applied.json()]).to.deep.equal([200, { outcome: 'applied', version: 2, ...changes }]);
    const failed = await fetch(`${url}/reload`, { method: 'POST' });
    const message = 'the configuration has a fault; version 2 is still served';
    const error = { code: 'invalid_configuration', message };
    expect([failed.status, await failed.json()]).to.deep.equal([422, { outcome: 'failed', version: 2, error, faults }]);
    const read = await fetch(`${url}/reload`);
    expect([read.status, read.headers.get('allow')]).to.deep.equal([405, 'POST']);
  });
});
