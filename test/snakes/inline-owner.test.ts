import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../support/fixtures.js';

/**
 * What a strategy does, and whether everything has to be remembered from then on.
 *
 * Until Node 22, that costs every promise of the host something, and can be seen: what follows an "await" then has a
 * number. From Node 24 on it costs nothing, and there is nothing to be seen.
 */
const CALLS: [does: string, call: string, isRemembered: boolean][] = [
  ['returns at once', `owner.run(() => 'up')`, false],
  ['throws at once', `try { owner.run(() => { throw 1; }); } catch {}`, false],
  ['is imported', `await owner.import(() => importBundle('import "node:os"', tmpdir()))`, false],
  ['starts a timer that throws', `owner.run(() => void setTimeout(() => { throw 'text'; }))`, true],
  [
    'starts such a timer after a hundred calls',
    `for (let call = 0; call < 100; call++) owner.run(() => 'up');
     owner.run(() => void setTimeout(() => { throw 'text'; }));
     owner.run(() => 'up')`,
    true,
  ],
  [
    'leaves such a promise after a hundred calls, and a timer',
    `for (let call = 0; call < 100; call++) owner.run(() => 'up');
     owner.run(() => void Promise.reject('text'));
     owner.run(() => void setTimeout(() => {}));
     owner.run(() => 'up')`,
    true,
  ],
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
      const { hasCost, canCost, blamed, uncaught } = run(call, isRemembered ? 1 : 0);
      expect({ hasCost, blamed, uncaught }).to.deep.equal({
        hasCost: isRemembered && canCost,
        blamed: isRemembered ? ['text'] : [],
        uncaught: [],
      });
    });
  }

  it('leaves an error of the host alone, also after a strategy that left nothing behind', () => {
    const call = `for (let call = 0; call < 100; call++) owner.run(() => 'up');
      setTimeout(() => { throw new Error('of the host'); })`;
    const { blamed, uncaught } = run(call, 1);
    expect({ blamed, uncaught }).to.deep.equal({ blamed: [], uncaught: ['Error: of the host'] });
  });
});

/** What became of a call, and of what it left behind. */
interface Run {
  readonly hasCost: boolean;
  readonly canCost: boolean;
  readonly blamed: readonly string[];
  /** Errors that nobody was found to blame for. */
  readonly uncaught: readonly string[];
}

/**
 * Each call has a process of its own, because what it leaves behind counts for all later ones. The process waits for
 * that to throw `errors` times.
 */
function run(call: string, errors: number): Run {
  const program = `
    import { AsyncLocalStorage, executionAsyncId } from 'node:async_hooks';
    import { tmpdir } from 'node:os';
    import { setTimeout as wait } from 'node:timers/promises';
    import { blameInlineStrategy, InlineOwner } from ${toModule('inline-owner.js')};
    import { importBundle } from ${toModule('strategy/import-bundle.js')};
    const blamed = [];
    const owner = new InlineOwner('', (reason) => blamed.push(/text/.exec(reason)?.[0] ?? reason));
    const uncaught = [];
    process.on('uncaughtException', (thrown, origin) => blameInlineStrategy(thrown, origin) || uncaught.push(thrown));
    ${call};
    do await wait(10); while (blamed.length + uncaught.length < ${errors});
    await null;
    const hasCost = executionAsyncId() !== 0;
    new AsyncLocalStorage().run(0, () => undefined);
    await null;
    const canCost = executionAsyncId() !== 0;
    console.log(JSON.stringify({ hasCost, canCost, blamed, uncaught: uncaught.map(String) }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: 50_000,
  });
  expect(stderr).to.equal('');
  return JSON.parse(stdout) as Run;
}

/** The name of a compiled module, as a program imports it. */
function toModule(file: string): string {
  return JSON.stringify(pathToFileURL(inRepository(`dist/src/snakes/${file}`)).href);
}
