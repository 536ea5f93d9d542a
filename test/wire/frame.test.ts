import { expect } from 'chai';
import * as fc from 'fast-check';
import { fromPlain } from '../../src/rules/plain.js';
import { eliminateSnake } from '../../src/rules/snakes.js';
import { toPosition } from '../../src/wire/to-position.js';
import { toFrame, toRequest, toRequestText, type FrameSettings } from '../../src/wire/frame.js';
import { readRequest } from '../../src/wire/reader.js';
import { anyPosition } from '../support/arbitraries.js';
import { gameRequest, REQUEST_NAMES, sketchRequest, requestJson } from '../support/requests.js';
import { isSamePosition } from '../support/same-position.js';

/** Shows everything that is on a position. */
const WHOLE: FrameSettings = { showsEliminated: true, showsOffBoard: true };
const profile = {
  name: 'a',
  latency: '7',
  shout: 'mine',
  customizations: { color: '#fff', head: 'evil', tail: 'bolt' },
};

describe('a frame', () => {
  for (const name of REQUEST_NAMES) {
    it(`restores ${name} from its position`, () => {
      const request = gameRequest(name);
      const frame = toFrame(toPosition(request).position, request.board.snakes, WHOLE);
      expect(toRequest(request.game, frame, request.you)).to.deep.equal(request);
      expect(JSON.parse(toRequestText(request.game, frame, request.you))).to.deep.equal(requestJson(name));
    });
  }

  it('restores any position that comes from a request', () => {
    fc.assert(
      fc.property(anyPosition, (plain) => {
        const snakes = plain.snakes.map(({ id, health, body, squad }) => ({ id, health, body, squad }));
        const position = fromPlain({ ...plain, snakes, rules: undefined });
        const frame = toFrame(
          position,
          Array.from({ length: position.snakeCount }, () => profile),
          WHOLE,
        );
        const { game, you } = sketchRequest();
        const request = readRequest(toRequest(game, frame, you));
        expect(isSamePosition(toPosition(request).position, position)).to.equal(true);
      }),
    );
  });

  it('omits eliminated snakes and hazards off the board if the engine does', () => {
    const request = sketchRequest({
      hazards: '3,3 3,14',
      snakes: [
        { id: 'a', body: '1,1' },
        { id: 'b', body: '2,2' },
      ],
    });
    const { position } = toPosition(request);
    eliminateSnake(position, 0, 'out-of-health', -1);
    const frame = toFrame(position, [profile, profile], { showsEliminated: false, showsOffBoard: false });
    expect(frame.board.snakes.map(({ id }) => id)).to.deep.equal(['b']);
    expect(frame.snakes.map(({ id }) => id)).to.deep.equal(['a', 'b']);
    expect(frame.board.hazards).to.deep.equal([{ x: 3, y: 3 }]);
  });

  it('shares nothing with the requests made of it', () => {
    const { game, board, you } = gameRequest('standard-move-40');
    const frame = { turn: 40, board, snakes: board.snakes };
    const text = toRequestText(game, frame, you);
    const request = toRequest(game, frame, you);
    const tear = (part: Record<string, unknown>): void => {
      for (const [key, value] of Object.entries(part)) {
        if (typeof value === 'object' && value !== null) tear(value as Record<string, unknown>);
        part[key] = 'torn';
      }
    };
    tear(request);
    expect(toRequestText(game, frame, you)).to.equal(text);
  });
});
