/** Which pages there are for whom. */
import { expect } from 'chai';
import type { SessionState } from '../../../../src/page/api/session.js';
import { hasPage } from '../../../../src/page/client/shell/pages-of.js';

const ALL = ['now', 'games', 'game', 'snakes', 'snake', 'experiments', 'match'] as const;

function pagesFor(page: SessionState['page'], hasJournal: boolean) {
  const session: SessionState = { version: '1.0.0', page, access: 'open', hasJournal };
  return ALL.filter((each) => hasPage(session, each));
}

describe('the pages', () => {
  it('are all there for the operator, and those of kept games only if games are kept', () => {
    expect(pagesFor('admin', true)).to.deep.equal(ALL);
    expect(pagesFor('admin', false)).to.deep.equal(['now', 'game', 'experiments', 'match']);
  });

  it('show games, and no reports, to everybody', () => {
    expect(pagesFor('watch', true)).to.deep.equal(['now', 'games', 'game']);
    expect(pagesFor('watch', false)).to.deep.equal(['now', 'game']);
  });

  it('show a command what it does', () => {
    expect(pagesFor('contest', false)).to.deep.equal(['now', 'game', 'match']);
  });
});
