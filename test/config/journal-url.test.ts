import { expect } from 'chai';
import { useConfigFolder } from '../support/config-folder.js';

const URL = 'postgres://snakes:open%20sesame@db.example:5432/journal';
const withJournal = (journal: string) => `journal: ${journal}
snakes: [{ prefix: /greedy, strategy: greedy }]
`;
const SUCH = 'a URL such as "postgres://user:password@host:5432/database"';

describe('the URL of the journal', () => {
  const folder = useConfigFolder();
  const urlOf = (journal: string, env = {}) => {
    const { config } = folder.read(withJournal(journal), env);
    return config.journal === 'off' ? 'off' : config.journal.url;
  };

  it('is none by default', () => {
    expect(urlOf('{ keepFor: 3d }')).to.equal(undefined);
  });

  it('is kept together with the path of the host’s own file', () => {
    const { config } = folder.read(withJournal(`{ url: "${URL}", path: /var/own.db }`));
    expect(config.journal).to.deep.equal({
      path: '/var/own.db',
      url: URL,
      keepFor: 30 * 86_400_000,
      maxSize: 1024 ** 3,
    });
  });

  it('is taken from the environment', () => {
    expect(urlOf('{ url: $JOURNAL_URL }', { JOURNAL_URL: ` ${URL}\n` })).to.equal(URL);
  });

  it('comes from SERPENTARIUM_JOURNAL, whatever the file says, unless the journal is off', () => {
    const env = { SERPENTARIUM_JOURNAL: URL };
    for (const journal of ['{ url: $NOT_SET }', '{ url: "postgres://other/one" }', '{ keepFor: 3d }'])
      expect(urlOf(journal, env), journal).to.equal(URL);
    expect(urlOf('off', env)).to.equal('off');
  });

  it('is in another variable if SERPENTARIUM_JOURNAL names that', () => {
    expect(urlOf('{}', { SERPENTARIUM_JOURNAL: '$DATABASE_URL', DATABASE_URL: URL })).to.equal(URL);
    expect(folder.faults(withJournal('{}'), { SERPENTARIUM_JOURNAL: '$DATABASE_URL' })).to.deep.equal([
      'environment variable "SERPENTARIUM_JOURNAL" names "$DATABASE_URL", which is not set.',
    ]);
  });

  it('may lead to a socket', () => {
    const socket = 'postgresql:///journal?host=/var/run/postgresql';
    expect(urlOf(`{ url: "${socket}" }`)).to.equal(socket);
  });

  const wrong: [written: string, fault: string][] = [
    ['secret', `:1:17 "url" is not ${SUCH}.`],
    ['"snakes:secret@db/journal"', `:1:17 "url" is not ${SUCH}.`],
    ['"mysql://me:secret@db/journal"', ':1:17 "url" begins with "mysql://". The journal takes "postgres://".'],
    ['"redis://me:secret@db/0"', ':1:17 "url" begins with "redis://". The journal takes "postgres://".'],
    ['"postgres://me:secret#1@db/journal"', ':1:17 "url" is not'],
    ['"postgres://me:secret/1@db/journal"', 'In a password, write "/" as "%2F"'],
    ['"postgres://me:secret%@db/journal"', '"%" as "%25"'],
    ['"postgres://me:secret@db:port/journal"', ':1:17 "url" is not'],
    ['"postgres:///journal"', `:1:17 "url" names no host. Expected ${SUCH}.`],
    ['"postgres://me:secret@db"', `:1:17 "url" names no database. Expected ${SUCH}.`],
    ['"postgres://me:secret@db/"', ':1:17 "url" names no database.'],
    ['$NOT_SET', ':1:17 environment variable "NOT_SET" is not set. Did you forget it, or the file ".env"?'],
    ['$WRONG', `:1:17 "url" is not ${SUCH}. It comes from environment variable "WRONG".`],
    ['5432', ':1:17 "url" is not a string.'],
  ];
  for (const [written, fault] of wrong) {
    it(`is refused, without its password: ${written}`, () => {
      const faults = folder.faults(withJournal(`{ url: ${written} }`), { WRONG: 'secret' }).join('\n');
      expect(faults).to.include(fault).and.not.include('secret');
    });
  }

  it('is refused if the environment has a wrong one', () => {
    expect(folder.faults(withJournal('{}'), { SERPENTARIUM_JOURNAL: 'http://me:secret@db/x' })).to.deep.equal([
      'environment variable "SERPENTARIUM_JOURNAL" begins with "http://". The journal takes "postgres://".',
    ]);
  });
});
