import { expect } from 'chai';
import { createPrefixes, tidyPath } from '../../src/http/lookup.js';
import { createMount } from '../support/mounts.js';
import { mountedNow } from '../support/served.js';

const prefixes = createPrefixes(mountedNow(['/', '/greedy', '/team/shy'].map((prefix) => createMount(prefix))));

const all = () => true;

function find(path: string): [string, string] | undefined {
  const place = prefixes.find(tidyPath(path));
  return place && [place.present!.mount.prefix, place.rest];
}

describe('prefixes', () => {
  const cases: [path: string, found: [string, string] | undefined][] = [
    ['/', ['/', '/']],
    ['//', ['/', '/']],
    ['/move', ['/', '/move']],
    ['/greedy', ['/greedy', '/']],
    ['/greedy/', ['/greedy', '/']],
    ['/greedy/start', ['/greedy', '/start']],
    ['/greedy//move', ['/greedy', '/move']],
    ['//greedy/end/', ['/greedy', '/end']],
    ['/team/shy/move', ['/team/shy', '/move']],
    ['/team', undefined],
    ['/team/move', undefined],
    ['/greedy/mov', undefined],
    ['/greedy/move/move', undefined],
    ['/greedymove', undefined],
    ['/Greedy', undefined],
    ['/healthz', undefined],
  ];
  for (const [path, found] of cases) {
    it(`finds ${found === undefined ? 'nothing' : found.join(' and ')} for ${path}`, () => {
      expect(find(path)).to.deep.equal(found);
    });
  }

  it('suggests the nearest path', () => {
    expect(prefixes.suggestPath('/gredy/move', all)).to.equal(' Did you mean "/greedy/move"?');
    expect(prefixes.suggestPath('/GREEDY', all)).to.equal(' Did you mean "/greedy"?');
  });

  it('lists the prefixes if no path is near, at most ten', () => {
    const many = createPrefixes(mountedNow(Array.from({ length: 12 }, (_, index) => createMount(`/snake-${index}`))));
    const listed = Array.from({ length: 10 }, (_, index) => `/snake-${index}`).join(', ');
    expect(many.suggestPath('/wp-login.php', all)).to.equal(` Snakes: ${listed}, and 2 more.`);
  });

  it('suggests nothing if there are no snakes', () => {
    expect(createPrefixes(mountedNow([])).suggestPath('/greedy', all)).to.equal('');
  });
});
