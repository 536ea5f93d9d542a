import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { inRepository } from './support/fixtures.js';

const FULL = '/dev/full';

/** Logs a line, and another when the first could not be written; then ends as the host does. */
const PROGRAM = `
  import { setTimeout as wait } from 'node:timers/promises';
  import { createLog } from ${JSON.stringify(inRepository('dist/src/log.js'))};
  const { log, flush } = createLog('info', false);
  for (const line of ['one', 'two']) {
    log.info(line);
    await wait(100);
  }
  flush();
  process.exit(7);
`;

describe('the log', () => {
  it('on a full disk neither ends the host nor holds it up', function () {
    if (!existsSync(FULL)) this.skip();
    const args = ['--input-type=module', '--eval', PROGRAM];
    const { status, signal } = spawnSync(process.execPath, args, {
      stdio: ['ignore', openSync(FULL, 'w'), 'ignore'],
      timeout: 10_000,
      killSignal: 'SIGKILL',
    });
    expect({ status, signal }).to.deep.equal({ status: 7, signal: null });
  });
});
