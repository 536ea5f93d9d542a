import { expect } from 'chai';
import { keepKnownFields } from '../../src/wire/known-fields.js';
import { readRequest } from '../../src/wire/reader.js';
import { REQUEST_NAMES, requestJson } from '../support/requests.js';

describe('keepKnownFields', () => {
  it('keeps all of the recorded requests', () => {
    for (const name of REQUEST_NAMES) {
      expect(keepKnownFields(readRequest(requestJson(name)))).to.deep.equal(requestJson(name));
    }
  });

  it('drops unknown fields, wherever they are', () => {
    const request = readRequest(requestJson());
    const { board, game, you } = structuredClone(request);
    for (const part of [request, request.board, request.game.ruleset.settings, request.you, request.you.body[0]!]) {
      Object.assign(part, { pad: 'x' });
    }
    expect(keepKnownFields(request)).to.deep.equal({ game, turn: request.turn, board, you });
  });
});
