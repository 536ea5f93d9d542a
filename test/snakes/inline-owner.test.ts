import { expect } from 'chai';
import type * as InlineOwnerModule from '../../src/snakes/inline-owner.js';

/** A copy of the module that no strategy of another test file is in. */
const COPY = '../../src/snakes/inline-owner.js?copy';
const { blameInlineStrategy, InlineOwner } = (await import(COPY)) as typeof InlineOwnerModule;

/** A bundle that was made from a file in `/strategies`. */
function bundleOf(file: string): string {
  const map = JSON.stringify({ sources: [file], sourceRoot: 'file:///strategies/' });
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
}

function errorAt(...places: string[]): Error {
  const stack = ['Error: text', ...places.map((place) => `    at run (${place})`)].join('\n');
  return Object.assign(new Error('text'), { stack });
}

const blame = (thrown: unknown) => blameInlineStrategy(thrown, 'uncaughtException');

describe('blameInlineStrategy', () => {
  const reports: string[] = [];
  const own = (name: string, file: string) =>
    new InlineOwner(bundleOf(file), (reason) => reports.push(`${name}: ${reason}`));

  before(() => {
    own('a', 'a.ts');
    own('b', 'b.ts');
  });

  afterEach(() => {
    reports.length = 0;
  });

  it('reports an error to the strategy whose file is in its stack', () => {
    expect(blame(errorAt('node:internal/timers:1:1', '/strategies/b.ts:3:7'))).to.equal(true);
    expect(reports).to.have.lengthOf(1);
    expect(reports[0]).to.match(/^b: uncaughtException outside of its calls: text/);
  });

  it('blames an inline snake for an error without any file', () => {
    expect([blame('text'), blame(errorAt('node:internal/timers:1:1'))]).to.deep.equal([true, true]);
    for (const report of reports)
      expect(report).to.match(/^a: uncaughtException of an inline snake, this or another: /);
  });

  it('leaves an error of the host alone', () => {
    expect(blame(errorAt('/app/host.js:2:1'))).to.equal(false);
    expect(reports).to.deep.equal([]);
  });
});
