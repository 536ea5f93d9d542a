import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../support/fixtures.js';

/** What a strategy does, and whether everything has to be remembered from then on. */
const CALLS: [does: string, call: string, isRemembered: boolean][] = [
  ['returns at once', `owner.run(() => 'up')`, false],
  ['throws at once', `try { owner.run(() => { throw 1; }); } catch {}`, false],
  ['is imported', `await owner.import(() => importBundle('import "node:os"', tmpdir()))`, false],
  ['starts a timer that throws', `owner.run(() => void setTimeout(() => { throw 'text'; }))`, true],
  ['leaves a promise that rejects', `owner.run(() => void Promise.reject('text'))`, true],
  [
    'starts a timer when it is imported',
    `await owner.import(() => importBundle('setTimeout(() => { throw "text"; }, 100)', tmpdir()))`,
    true,
  ],
];

describe('InlineOwner', () => {
  for (const [does, call, isRemembered] of CALLS) {
    const rest = isRemembered ? 'and finds it to blame' : 'and costs nothing';
    it(`remembers ${isRemembered ? 'everything' : 'nothing'} after a strategy that ${does}, ${rest}`, () => {
      expect(run(call)).to.deep.equal({ isRemembered, blamed: isRemembered ? ['text'] : [] });
    });
  }
});

/** Each call has a process of its own, because what it leaves behind counts for all later ones. */
function run(call: string): { isRemembered: boolean; blamed: string[] } {
  const program = `
    import { executionAsyncId } from 'node:async_hooks';
    import { tmpdir } from 'node:os';
    import { setTimeout as wait } from 'node:timers/promises';
    import { blameInlineStrategy, InlineOwner } from ${toModule('inline-owner.js')};
    import { importBundle } from ${toModule('strategy/import-bundle.js')};
    const blamed = [];
    const owner = new InlineOwner('', (reason) => blamed.push(/text/.exec(reason)?.[0] ?? reason));
    const uncaught = [];
    process.on('uncaughtException', (thrown, origin) => blameInlineStrategy(thrown, origin) || uncaught.push(thrown));
    ${call};
    await wait(200);
    // Only while everything is remembered does what follows an "await" have a number.
    await null;
    const isRemembered = executionAsyncId() !== 0;
    if (uncaught.length > 0) throw uncaught[0];
    console.log(JSON.stringify({ isRemembered, blamed }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(stderr).to.equal('');
  return JSON.parse(stdout) as { isRemembered: boolean; blamed: string[] };
}

/** The name of a compiled module, as a program imports it. */
function toModule(file: string): string {
  return JSON.stringify(pathToFileURL(inRepository(`dist/src/snakes/${file}`)).href);
}
