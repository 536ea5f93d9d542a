import { expect } from 'chai';
import { viewerLink } from '../../src/views/viewer-link.js';

describe('viewerLink', () => {
  it('names the game, and where the viewer asks for it', () => {
    const link = new URL(viewerLink('http://localhost:8090', '5a4fb0f6bb9832af'));
    expect(link.origin).to.equal('https://board.battlesnake.com');
    expect(Object.fromEntries(link.searchParams)).to.deep.equal({
      game: '5a4fb0f6bb9832af',
      engine: 'http://localhost:8090',
    });
  });

  it('escapes what would end the parameter', () => {
    const link = new URL(viewerLink('https://host/watch', 'a&engine=b#c'));
    expect(link.searchParams.getAll('engine')).to.deep.equal(['https://host/watch']);
    expect(link.searchParams.get('game')).to.equal('a&engine=b#c');
  });
});
