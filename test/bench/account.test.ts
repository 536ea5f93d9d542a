import { expect } from 'chai';
import { sharesOf, type CpuProfile } from './support/account.js';

const APP = 'file:///app/dist/src';
const PACKAGES = '/app/node_modules';

/** A profile in which each stack, the outermost function first, was seen for its µs. */
function profileOf(seen: readonly (readonly [us: number, ...stack: string[]])[]): CpuProfile {
  const nodes: { id: number; callFrame: { functionName: string; url: string }; children: number[] }[] = [];
  const add = (name: string) => {
    const [functionName = '', url = ''] = name.split(' in ');
    nodes.push({ id: nodes.length + 1, callFrame: { functionName, url }, children: [] });
    return nodes.at(-1)!;
  };
  const root = add('(root)');
  const samples: number[] = [];
  const timeDeltas = [0];
  for (const [us, ...stack] of seen) {
    let node = root;
    for (const name of stack) {
      const inner = add(name);
      node.children.push(inner.id);
      node = inner;
    }
    samples.push(node.id);
    timeDeltas.push(us);
  }
  return { nodes, samples, timeDeltas };
}

describe('the account of a move', () => {
  it('gives each sample to the innermost stage, and all that was busy adds up to 1', () => {
    const koa = `handleRequest in ${PACKAGES}/koa/lib/application.js`;
    const shares = sharesOf(
      profileOf([
        [10, '(garbage collector)'],
        [100, '(idle)'],
        [20, 'parserOnBody in node:_http_common'],
        [5, koa, `dispatch in ${PACKAGES}/koa-compose/index.js`],
        [15, koa, `read in ${APP}/http/body/body.js`, `parse in ${PACKAGES}/@hapi/bourne/lib/index.js`],
        [10, koa, `respond in ${PACKAGES}/koa/lib/application.js`, `get in ${PACKAGES}/delegates/index.js`, 'writev'],
        [30, koa, `answer in ${APP}/snakes/mounted-snake.js`, `observe in ${APP}/snakes/game/overhead.js`],
        [
          10,
          'processImmediate in node:internal/timers',
          `answered in ${APP}/host/host-events.js`,
          'now in node:perf_hooks',
        ],
      ]),
    );
    expect(Object.fromEntries(shares)).to.deep.equal({
      'garbage collection': 0.1,
      'socket and parser': 0.2,
      Koa: 0.05,
      body: 0.15,
      answer: 0.1,
      budget: 0.3,
      metrics: 0.1,
    });
  });
});
