import { expect } from 'chai';
import { readFromChild } from '../../../src/snakes/process/messages.js';

const move = { move: 'up', shout: 'hi' };
const note = { score: 1, cells: [{ x: 1, y: 2 }] };

describe('readFromChild', () => {
  const messages: object[] = [
    { type: 'loaded', shape: { customization: {}, options: { properties: {} }, mismatches: undefined, ponders: true } },
    { type: 'broken', reason: 'r' },
    { type: 'done', id: 1 },
    { type: 'done', id: 1, outcome: { kind: 'moved', move, note, found: true } },
    { type: 'done', id: 1, outcome: { kind: 'delegated', proposal: move } },
    { type: 'done', id: 1, outcome: { kind: 'failed', reason: 'r', proposal: { move: 'left' } } },
    { type: 'done', id: 1, outcome: { kind: 'illegal', reason: 'r' } },
    { type: 'done', id: 1, outcome: { kind: 'late', cause: 'strategy', reason: 'r' } },
    { type: 'pondered', isDone: true },
    { type: 'proposed', id: 1, proposal: move },
    { type: 'logged', key: 'k', turn: 3, message: 'm', data: { a: [1] } },
    { type: 'warned', key: 'k', turn: 3, reason: 'r' },
  ];
  for (const message of messages) {
    it(`takes ${JSON.stringify(message).slice(0, 90)}, and nothing that is added to it`, () => {
      expect(readFromChild(message)).to.deep.equal(message);
      expect(readFromChild(withMore(message))).to.deep.equal(message);
    });
  }

  const wrong: unknown[] = [
    null,
    [],
    {},
    { type: 'started', before: 1 },
    { type: 'loaded' },
    { type: 'broken', reason: 'x'.repeat(3000) },
    { type: 'done', outcome: { kind: 'moved', move } },
    { type: 'done', id: 1, outcome: null },
    { type: 'done', id: 1, outcome: { kind: 'moved', move: { move: 'north' } } },
    { type: 'done', id: 1, outcome: { kind: 'moved', move: { move: 'up', shout: 'x'.repeat(300) } } },
    { type: 'done', id: 1, outcome: { kind: 'K', reason: 'r' } },
    { type: 'done', id: 1, outcome: { kind: 'late', cause: 'K', reason: 'r' } },
    { type: 'done', id: 1, outcome: { kind: 'failed', reason: 'r', proposal: { move: 7 } } },
    { type: 'proposed', id: '1', proposal: move },
    { type: 'logged', key: 'k', turn: 1.5, message: 'm' },
    { type: 'warned', key: 'k', turn: 1 },
  ];
  for (const value of wrong) {
    it(`refuses ${JSON.stringify(value).slice(0, 90)}`, () => expect(readFromChild(value)).to.equal(undefined));
  }

  it('bounds notes and mismatches', () => {
    const forged = { score: { a: 1 }, cells: [null], text: 'z'.repeat(300_000) };
    const done = readFromChild({ type: 'done', id: 1, outcome: { kind: 'moved', move, note: forged } });
    expect(done)
      .to.have.nested.property('outcome.note')
      .that.deep.equals({ cells: [], text: 'z'.repeat(256) });
    const mismatches = [{ path: ['a', 1], message: 'm', more: 1 }, { path: [{}], message: 'm' }, 7];
    const loaded = readFromChild({ type: 'loaded', shape: { customization: {}, mismatches } });
    expect(loaded)
      .to.have.nested.property('shape.mismatches')
      .that.deep.equals([{ path: ['a', 1], message: 'm' }]);
  });
});

/** With further fields, at every depth. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  if ('properties' in value || 'a' in value) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, key === 'customization' ? part : withMore(part)]);
  return { ...(Object.fromEntries(entries) as object), isDelegated: true, fallback: 'x', took: {} };
}
