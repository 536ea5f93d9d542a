/** Which page a path is, and back; which pages there are for whom. */
import { expect } from 'chai';
import { assert, constantFrom, oneof, property, string, type Arbitrary } from 'fast-check';
import type { PageInfo } from '../../../../src/views/page-info.js';
import {
  formatQuery,
  formatRoute,
  hasPage,
  parseRoute,
  type PageRoute,
} from '../../../../src/page/client/shell/routes.js';

describe('the routes of the page', () => {
  it('finds the page of each path', () => {
    expect(parseRoute('/')).to.deep.equal({ page: 'now' });
    expect(parseRoute('/games')).to.deep.equal({ page: 'games' });
    expect(parseRoute('/games/')).to.deep.equal({ page: 'games' });
    expect(parseRoute('/games/01ab')).to.deep.equal({ page: 'game', id: '01ab' });
    expect(parseRoute('/snakes')).to.deep.equal({ page: 'snakes' });
    expect(parseRoute('/experiments')).to.deep.equal({ page: 'experiments' });
    expect(parseRoute('/contest')).to.deep.equal({ page: 'contest' });
  });

  it('reads a prefix with all its slashes', () => {
    expect(parseRoute('/snakes/greedy')).to.deep.equal({ page: 'snake', prefix: '/greedy' });
    expect(parseRoute('/snakes/team/greedy')).to.deep.equal({ page: 'snake', prefix: '/team/greedy' });
    expect(parseRoute('/snakes/')).to.deep.equal({ page: 'snake', prefix: '/' });
  });

  it('knows no page for other paths', () => {
    for (const path of ['/nothing', '/games/1/2', '/games/%', '/api/games']) {
      expect(parseRoute(path), path).to.equal(undefined);
    }
  });

  it('reads back every path that it writes', () => {
    const name = string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/^[./]*$/.test(text));
    const route: Arbitrary<PageRoute> = oneof(
      constantFrom<PageRoute>(
        { page: 'now' },
        { page: 'games' },
        { page: 'snakes' },
        { page: 'experiments' },
        { page: 'contest' },
      ),
      name.map((id) => ({ page: 'game', id }) as const),
      name.map((id) => ({ page: 'snake', prefix: `/${id.replaceAll('/', '')}` }) as const),
    );
    assert(
      property(route, (given) => {
        expect(parseRoute(formatRoute(given))).to.deep.equal(given);
      }),
    );
  });

  it('writes only the values that are there', () => {
    expect(formatQuery({ snake: '/a b', turn: 0, map: undefined, cause: '' })).to.equal('?snake=%2Fa+b&turn=0');
    expect(formatQuery({ map: undefined })).to.equal('');
    expect(formatRoute({ page: 'game', id: 'x' }, { turn: 7 })).to.equal('/games/x?turn=7');
  });
});

const ALL = ['now', 'games', 'game', 'snakes', 'snake', 'experiments', 'contest'] as const;

function pagesFor(page: PageInfo['page'], hasJournal: boolean) {
  const info: PageInfo = { version: '1.0.0', base: '', page, hasJournal, hasToken: false };
  return ALL.filter((each) => hasPage(info, each));
}

describe('the pages of the page', () => {
  it('are all there for the operator; pages of kept games only if games are kept', () => {
    expect(pagesFor('admin', true)).to.deep.equal(ALL.filter((page) => page !== 'contest'));
    expect(pagesFor('admin', false)).to.deep.equal(['now', 'game', 'experiments']);
  });

  it('show a command what it does', () => {
    expect(pagesFor('contest', false)).to.deep.equal(['game', 'contest']);
  });

  it('are one game for a stranger with its link', () => {
    expect(pagesFor('share', true)).to.deep.equal(['game']);
  });
});
