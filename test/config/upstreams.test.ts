import { expect } from 'chai';
import { useConfigFolder } from '../support/config-folder.js';

describe('upstreams in the configuration', () => {
  const folder = useConfigFolder();
  const NODE = `'${process.execPath}'`;

  it('are named after the prefix, so that nobody reads a URL', () => {
    const { config } = folder.read(snakes(`upstream: 'https://me:pass@host:1/deep/?token=x'`));
    expect(config.snakes[0]).to.deep.include({
      name: '0',
      source: { kind: 'upstream', name: '0', url: 'https://me:pass@host:1/deep/?token=x' },
    });
  });

  const faults: [string, RegExp][] = [
    [`upstream: 'host:8081'`, /"upstream" is not a URL such as .* Did you forget "http:\/\/"\?$/],
    [`upstream: 'ftp://host'`, /"upstream" begins with "ftp:\/\/"\. Servers take "http:\/\/" or "https:\/\/"\.$/],
    [`upstream: 'http://host:99999'`, /"upstream" is not a URL such as/],
    [`upstream: 'http://host/a/move/'`, /"upstream" ends in "\/move", which the host adds itself\. Remove it\.$/],
    [`upstream: 'http://host/a#b'`, /"upstream" has a "#", which no server sees/],
    [`upstream: 'http://localhost:8000/x'`, /"upstream" points back to this host: port 8000 is its own/],
    [`upstream: 'http://[::1]:8090/x'`, /"upstream" points back to this host: port 8090 is its own/],
    [`upstream: 'http://host', options: { a: 1 }`, /"options" has no effect with "upstream"/],
    [`upstream: 'http://host', isolation: process`, /"isolation" has no effect with "upstream"/],
    [`upstream: 'http://host', memory: 64mb`, /"memory" belongs to "run", which the snake does not have\.$/],
    [`upstream: 'http://host', run: [${NODE}]`, /"run" serves on this machine, but "upstream" points elsewhere/],
    [`upstream: 'http://host', command: [${NODE}]`, /"upstream" cannot be combined with "command"/],
    [`command: [${NODE}], run: [${NODE}]`, /"run" belongs to "upstream", and the snake has "command"/],
    [`upstream: 'http://127.0.0.1:8081', run: [./nowhere]`, /program "\.\/nowhere" does not exist/],
  ];
  for (const [keys, fault] of faults) {
    it(`are refused with { ${keys.replace(NODE, 'node')} }`, () => {
      const found = folder.faults(snakes(keys), { PATH: process.env['PATH'] });
      expect(found).to.have.lengthOf(1);
      expect(found[0]).to.match(fault);
    });
  }

  it('are run once for each port', () => {
    const run = `upstream: 'http://127.0.0.1:8081', run: [${NODE}]`;
    const found = folder.faults(snakes(run, run.replace('127.0.0.1', 'localhost')), { PATH: process.env['PATH'] });
    expect(found.join()).to.match(/3:\d+ port 8081 is served by the "run" of line 2\. Remove one of them\.$/);
  });
});

function snakes(...keys: string[]): string {
  return `snakes:\n${keys.map((one, at) => `  - { prefix: /${at}, ${one} }`).join('\n')}`;
}
