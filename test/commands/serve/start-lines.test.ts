import { expect } from 'chai';
import { formatStart } from '../../../src/commands/serve/serve.js';
import { useConfigFolder } from '../../support/config-folder.js';

describe('formatStart', () => {
  const folder = useConfigFolder();
  const YAML = `
server: { host: 0.0.0.0 }
snakes: [{ prefix: /one, strategy: greedy }, { prefix: /two, strategy: cautious, name: second, key: two-secret }]
experiments: [{ prefix: /live, name: bold, base: /one, candidate: /two, split: 0.5 }]
`;

  it('has the addresses to click: the page first, then one line a snake', () => {
    const text = formatStart(folder.read(YAML).config, { port: 8123, admin: 9123 });
    expect(text.split('\n').map((line) => line.split(/ {2,}/))).to.deep.equal([
      ['serving 2 snakes:'],
      ['the page', 'http://localhost:9123'],
      ['greedy', 'http://localhost:8123/one'],
      ['second', 'http://localhost:8123/two?key=two-secret'],
      ['experiment bold', 'http://localhost:8123/live'],
    ]);
  });

  it('names no page without an admin port', () => {
    expect(formatStart(folder.read(YAML).config, { port: 1, admin: undefined })).not.to.include('the page');
  });
});
