import { expect } from 'chai';
import { join } from 'node:path';
import { useConfigFolder } from '../support/config-folder.js';

const DAY = 86_400_000;

describe('a variable', () => {
  const folder = useConfigFolder();

  const yaml = `server: { port: $PORT_A, drain: $DRAIN, grace: $GRACE, admin: { host: 0.0.0.0, token: $TOKEN } }
journal: { path: $PATH_A, maxSize: $SIZE }
snakes:
- { prefix: $PREFIX, strategy: greedy, name: $$PREFIX, options: { depth: $DEPTH, book: $BOOK, price: $5 } }
`;
  const env = { PORT_A: '7000', DRAIN: '1s', GRACE: '2s', TOKEN: '12345678', PATH_A: 'games.db', SIZE: '20mb' };
  const more = { PREFIX: '/a', DEPTH: '3', BOOK: 'true' };

  it('can stand for any value', () => {
    const { server, journal, snakes } = folder.read(yaml, { ...env, ...more }).config;
    const path = join(folder.path, 'config/games.db');
    expect(server).to.deep.include({ port: 7000, drain: 1000, grace: 2000 });
    expect(server.admin).to.deep.equal({ port: 8090, host: '0.0.0.0', token: '12345678' });
    expect(journal).to.deep.equal({ path, keepFor: 30 * DAY, maxSize: 20 * 1024 ** 2 });
    expect(snakes[0]).to.deep.include({ prefix: '/a', name: '$PREFIX' });
    expect(snakes[0]!.options).to.deep.equal({ depth: 3, book: true, price: '$5' });
  });

  it('is reported with its place if it is not set, or if its value is wrong', () => {
    expect(folder.faults(yaml, { ...env, PORT_A: 'http', GRACE: ' ' })).to.deep.equal([
      'config/snakes.yaml:1:17 "port" is "http", not a whole number. It comes from environment variable "PORT_A".',
      'config/snakes.yaml:1:48 environment variable "GRACE" is not set. Did you forget it, or the file ".env"?',
      'config/snakes.yaml:4:13 environment variable "PREFIX" is not set. Did you forget it, or the file ".env"?',
      'config/snakes.yaml:4:74 environment variable "DEPTH" is not set. Did you forget it, or the file ".env"?',
      'config/snakes.yaml:4:88 environment variable "BOOK" is not set. Did you forget it, or the file ".env"?',
    ]);
  });
});
