import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { hasSqlite, missingPackages } from '../../src/processes/optional-packages.js';
import { inRepository } from '../support/fixtures.js';

const run = promisify(execFile);

describe('optional packages', () => {
  it('lack nothing where all are installed', () => {
    const parts = ['the embedded journal', 'a journal in PostgreSQL', 'a queue in Redis', 'a GIF'] as const;
    expect(parts.map(missingPackages)).to.deep.equal(parts.map(() => undefined));
  });

  it('are named with what to type where none is', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'));
    try {
      cpSync(inRepository('dist/src/processes/optional-packages.js'), path.join(folder, 'optional-packages.mjs'));
      const program = `import { hasSqlite, missingPackages } from './optional-packages.mjs';
        const parts = ['a journal in PostgreSQL', 'a queue in Redis', 'a GIF'];
        console.log([...parts.map(missingPackages), hasSqlite() ? '' : missingPackages('the embedded journal')].join('\\n'))`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
      expect(stdout.trimEnd().split('\n').slice(0, 3)).to.deep.equal([
        'a journal in PostgreSQL needs the package "pg": npm install pg.',
        'a queue in Redis needs the packages "bullmq" and "ioredis": npm install bullmq ioredis.',
        'a GIF needs the packages "@resvg/resvg-js" and "gifenc": npm install @resvg/resvg-js gifenc.',
      ]);
      mkdirSync(path.join(folder, 'project/node_modules/pg'), { recursive: true });
      writeFileSync(path.join(folder, 'project/node_modules/pg/index.js'), '');
      const call = `console.log((await import('../optional-packages.mjs')).missingPackages('a journal in PostgreSQL'))`;
      const inProject = await run(process.execPath, ['--input-type=module', '-e', call], {
        cwd: path.join(folder, 'project'),
      });
      expect(inProject.stdout).to.equal(
        'a journal in PostgreSQL needs packages that only this project has. Install Serpentarium in it, too: it is run instead.\n',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('know in which Node SQLite is built in', () => {
    expect(['20.19.0', '22.15.1', '22.16.0', '24.0.0'].map(hasSqlite)).to.deep.equal([false, false, true, true]);
  });
});
