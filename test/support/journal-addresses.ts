/** Where the journals of tests are: in files, or in databases of a PostgreSQL cluster. */
import { useFolder } from './journals.js';
import { usePostgres } from './servers/postgres.js';

/** The address of a name: a file's path or a URL. The same name has the same address; no name has a new one. */
export type FindAddress = (name?: string) => Promise<string>;

/** One kind of addresses for the tests of a `describe`. */
export interface JournalAddresses {
  /** The name of the database, for titles. */
  readonly name: string;
  /** To be called inside a `describe`. */
  use(): FindAddress;
}

let names = 0;
const newName = () => `new-${names++}.db`;

/** Files in a folder that is deleted after the tests. */
export const FILES: JournalAddresses = {
  name: 'SQLite',
  use() {
    const folder = useFolder();
    return (name = newName()) => Promise.resolve(folder.path(name));
  },
};

/** Databases of a cluster that is removed after the tests; skipped by name where PostgreSQL is missing. */
export const DATABASES: JournalAddresses = {
  name: 'PostgreSQL',
  use() {
    const postgres = usePostgres();
    const urls = new Map<string, Promise<string>>();
    return (name = newName()) => {
      const known = urls.get(name) ?? postgres.cluster.createDatabase().then(({ url }) => url);
      urls.set(name, known);
      return known;
    };
  },
};

/** Whether this is `npm run test:e2e`, which may start a database. */
const HAS_DATABASES = process.env['SERPENTARIUM_TESTS'] === 'e2e';

/**
 * Declares a suite that holds in every database: on SQLite in `npm test`, on PostgreSQL in `npm run test:e2e`. The
 * addresses outlive the hooks of the suite.
 */
export function onEveryDatabase(title: string, declare: (find: FindAddress) => void): void {
  const addresses = HAS_DATABASES ? DATABASES : FILES;
  describe(`in ${addresses.name}`, () => {
    const find = addresses.use();
    describe(title, () => declare(find));
  });
}

/** Declares a suite on PostgreSQL alone. */
export function onPostgres(title: string, declare: () => void): void {
  if (HAS_DATABASES) describe(title, declare);
}
