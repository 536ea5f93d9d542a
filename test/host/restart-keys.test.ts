import { expect } from 'chai';
import { findRestartKeys } from '../../src/host/reloader.js';
import { useConfigFolder } from '../support/config-folder.js';

const SNAKES = 'snakes: [{ prefix: /greedy, strategy: greedy }]';

describe('findRestartKeys', () => {
  const folder = useConfigFolder();
  const read = (yaml: string) => folder.read(`${yaml}\n${SNAKES}`).config;

  it('names every key that a running host leaves as it was, and no value', () => {
    const before = read('journal: off');
    const server =
      '{ port: 1, drain: 1, limits: { newGames: 7 }, admin: { token: secret }, trustedProxies: [10.0.0.1] }';
    expect(findRestartKeys(before, read(`server: ${server}\njournal: { path: x }`))).to.have.members([
      'server.port',
      'server.drain',
      'server.limits.newGames',
      'server.admin.token',
      'server.trustedProxies',
      'journal',
    ]);
    expect(findRestartKeys(before, read('server: { admin: off }\njournal: off'))).to.deep.equal(['server.admin']);
  });

  it('names nothing if only snakes have changed', () => {
    const after = folder.read('snakes: [{ prefix: /other, strategy: random }]').config;
    expect(findRestartKeys(read(''), after)).to.deep.equal([]);
  });
});
