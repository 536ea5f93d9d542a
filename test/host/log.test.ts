import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { inRepository } from '../support/fixtures.js';

const FULL = '/dev/full';

/** Logs a line, and another after the first could not be written; then exits as the host does. */
const PROGRAM = `
  import fs from 'node:fs';
  import { createLog } from ${JSON.stringify(inRepository('dist/src/host/log.js'))};
  const { write } = fs;
  let hasFailed;
  fs.write = (...args) => {
    const done = args.pop();
    return write(...args, (error, ...rest) => {
      done(error, ...rest);
      if (error) hasFailed();
    });
  };
  const { log, flush } = await createLog('info', false);
  for (const line of ['one', 'two']) {
    await new Promise((resolve) => {
      hasFailed = resolve;
      log.info(line);
    });
  }
  flush();
  process.exit(7);
`;

describe('createLog', () => {
  it('neither ends nor blocks the host on a full disk', function () {
    if (!existsSync(FULL)) this.skip();
    const args = ['--input-type=module', '--eval', PROGRAM];
    const { status, signal } = spawnSync(process.execPath, args, {
      stdio: ['ignore', openSync(FULL, 'w'), 'ignore'],
      timeout: 50_000,
      killSignal: 'SIGKILL',
    });
    expect({ status, signal }).to.deep.equal({ status: 7, signal: null });
  });
});
