import { expect } from 'chai';
import path from 'node:path';
import { findEnvFiles, loadEnvFiles } from '../../src/config/env-files.js';
import { readConfig } from '../../src/config/read-config.js';
import { secretsOf } from '../../src/config/secrets.js';
import { formatFault, UsageError } from '../../src/errors/errors.js';
import { useConfigFolder } from '../support/config-folder.js';

describe('the files .env', () => {
  const folder = useConfigFolder();
  const load = (env: Record<string, string>) => {
    loadEnvFiles(folder.write('config/snakes.yaml'), env);
    return env;
  };

  it('are the one of this folder, then the one of the project of the configuration', () => {
    const config = folder.write('config/snakes.yaml');
    expect(findEnvFiles(config)).to.deep.equal([]);
    const own = folder.write('strategies/.env', 'A=own\nB=own');
    const projects = folder.write('.env', '\uFEFFA=project\r\nC="a b"\r\n');
    process.chdir(path.dirname(own));
    expect(findEnvFiles(config)).to.deep.equal([own, projects]);
    expect(load({ B: 'set' })).to.deep.equal({ A: 'own', B: 'set', C: 'a b' });
    process.chdir(folder.path);
    expect(findEnvFiles(config)).to.deep.equal([projects]);
  });

  it('leave an empty variable as it is', () => {
    folder.write('.env', 'A=1');
    expect(load({ A: '' })).to.deep.equal({ A: '' });
  });

  it('are named if they cannot be read, as PowerShell writes them', () => {
    process.chdir(folder.path);
    folder.write('.env', Buffer.from('\uFEFFA=1', 'utf16le'));
    const found = (() => {
      try {
        return load({});
      } catch (thrown) {
        return thrown instanceof UsageError && thrown.faults.map(formatFault);
      }
    })();
    expect(found).to.deep.equal(['.env is UTF-16 text, not UTF-8. Did an editor save it in another encoding?']);
  });

  it('are secrets of the host, both', () => {
    const config = folder.write('config/snakes.yaml');
    const files = [folder.write('.env'), folder.write('strategies/.env')];
    process.chdir(path.join(folder.path, 'strategies'));
    const secrets = secretsOf(config, 'off').filter(({ name }) => name === 'the file ".env"');
    expect(secrets.map((one) => one.path)).to.have.members(files);
  });
});

describe('the secrets of a configuration', () => {
  const folder = useConfigFolder();

  it('have no journal without one', () => {
    const yaml =
      'journal: off\nsnakes: [{ prefix: /a, strategy: greedy, isolation: sandbox, allow: { read: [../data] } }]\n';
    folder.write('data/');
    for (const use of ['host', 'home'] as const) readConfig(folder.write('config/snakes.yaml', yaml), {}, use);
  });

  for (const use of ['host', 'home'] as const) {
    it(`include a journal at a configured path, for "${use}" as well`, () => {
      folder.write('games/own.db');
      const file = folder.write(
        'config/snakes.yaml',
        'journal: { path: ../games/own.db }\n' +
          'snakes: [{ prefix: /a, strategy: greedy, isolation: sandbox, allow: { read: [../games] } }]\n',
      );
      expect(() => readConfig(file, {}, use)).to.throw('"../games" holds the journal.');
    });
  }
});
