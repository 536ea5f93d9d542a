import { expect } from 'chai';
import { join } from 'node:path';
import { useConfigFolder } from '../support/config-folder.js';

const snake = (allow: string) => `journal: { path: ../data/games.db }
snakes:
  - { prefix: /a, strategy: greedy, isolation: sandbox, allow: ${allow} }
`;

describe('what a snake is allowed to reach', () => {
  const folder = useConfigFolder();

  it('is relative to the configuration, as absolute paths', () => {
    folder.write('books/openings.json', '[]');
    const { config } = folder.read(snake('{ network: true, read: [../books/openings.json], write: [../books] }'));
    expect(config.snakes[0]!.allow).to.deep.equal({
      network: true,
      read: [join(folder.path, 'books/openings.json')],
      write: [join(folder.path, 'books')],
    });
  });

  it('must be there', () => {
    const [fault] = folder.faults(snake('{ read: [../book] }'));
    expect(fault).to.match(/:3:\d+ no file or folder at "book"\.$/);
  });

  it('holds neither the configuration nor the journal', () => {
    folder.write('data/games.db', '');
    expect(folder.faults(snake('{ read: [..], write: [../data] }'))).to.have.lengthOf(2);
    expect(folder.faults(snake('{ read: [.] }'))[0]).to.match(
      /"\." holds the configuration\. Name another folder or file/,
    );
    expect(folder.faults(snake('{ write: [../data] }'))[0]).to.match(/"\.\.\/data" holds the journal\./);
  });
});
