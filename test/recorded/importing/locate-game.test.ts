/** What a user pastes leads to a game. */
import { expect } from 'chai';
import { locateGame } from '../../../src/recorded/importing/locate-game.js';
import { SourceError } from '../../../src/recorded/importing/game-boards.js';

describe('locateGame', () => {
  for (const [word, base, id] of [
    ['http://localhost:8090/games/1c0b2ace', 'http://localhost:8090', '1c0b2ace'],
    ['https://example.org/watch/games/ab%20c?turn=7#x', 'https://example.org/watch', 'ab c'],
    ['https://arena.example/api/games/7/frames?offset=0', 'https://arena.example/api', '7'],
    ['https://board.example/?game=7&engine=https%3A%2F%2Fengine.example%2F', 'https://engine.example', '7'],
    ['https://board.example/?engine=http://localhost:8090/&game=a-b', 'http://localhost:8090', 'a-b'],
    ['https://board.example/?game=7', 'https://engine.battlesnake.com', '7'],
    ['https://name:secret@example.org/games/7', 'https://example.org', '7'],
    ['https://play.battlesnake.com/g/7/', 'https://engine.battlesnake.com', '7'],
    ['https://play.battlesnake.com/game/7', 'https://engine.battlesnake.com', '7'],
    ['https://exporter.battlesnake.com/games/7/gif', 'https://engine.battlesnake.com', '7'],
    ['wss://engine.battlesnake.com/games/7/events', 'https://engine.battlesnake.com', '7'],
    ['arena.battlesnake.com/games/7', 'https://arena.battlesnake.com', '7'],
    ['board.battlesnake.com/?game=7', 'https://engine.battlesnake.com', '7'],
    ['localhost:8090/games/7', 'http://localhost:8090', '7'],
    ['9bfde4e9-ff7f-4833', 'https://arena.battlesnake.com/api', '9bfde4e9-ff7f-4833'],
  ] as const) {
    it(`finds the game of ${word}`, () => {
      expect(locateGame(word)).to.deep.equal({ base, id });
    });
  }

  it('looks for a bare id on the given engine', () => {
    expect(locateGame('7', 'http://localhost:1/x/')).to.deep.equal({ base: 'http://localhost:1/x', id: '7' });
  });

  for (const [word, message] of [
    ['ftp://example.org/games/7', 'begins with "ftp://"'],
    ['file:///etc/games/passwd', 'begins with "file://"'],
    ['https://board.example/?game=7&engine=javascript:alert(1)', 'begins with "javascript://"'],
    ['https://example.org/', 'neither "/games/ID" nor "?game=ID"'],
    ['http://', 'has an invalid URL'],
    ['no such file.json', 'is a file that does not exist'],
    ['no such game', 'is not a file, and not the URL or id'],
    ['games/7', 'is not a file, and not the URL or id'],
    ['../x/games/7', 'is not a file, and not the URL or id'],
    ['../x', 'is not a file, and not the URL or id'],
  ] as const) {
    it(`refuses ${word}`, () => {
      expect(() => locateGame(word)).to.throw(SourceError, message);
    });
  }
});
