import { expect } from 'chai';
import type { Reply } from '../../../src/arena/game/arena-snake.js';
import { play } from '../../../src/arena/game/play.js';
import { LocalSnake } from '../../../src/arena/snakes/local-snake.js';
import type { Answer } from '../../../src/wire/responses.js';
import { createMount } from '../../support/mounts.js';

/** How a snake replies on turn 0 if the mount answers like this, and what the mount was called for in a game. */
async function replyWith(answer: Answer): Promise<{ reply: Reply; calls: string[] }> {
  const mount = createMount('/a', { answer: () => Promise.resolve(answer) });
  const replies: Reply[] = [];
  await play({
    participants: [{ snake: new LocalSnake(mount), name: 'a' }],
    seed: 'local',
    maxTurns: 1,
    watchers: [{ played: (turn) => void replies.push(turn.replies[0]!) }],
  });
  return { reply: replies[0]!, calls: mount.calls.map(({ action }) => action) };
}

describe('LocalSnake', () => {
  const known = { latency: 0, took: 3, found: true, note: { depth: 5 } };
  const cases: [what: string, answer: Answer, reply: Reply][] = [
    [
      'a move',
      { kind: 'moved', move: 'left', shout: 'hi', took: 3, found: true, note: { depth: 5 } },
      { move: 'left', shout: 'hi', ...known },
    ],
    [
      'the move of a host, which the strategy left to it',
      { kind: 'moved', move: 'up', isDelegated: true, took: 3, found: true, note: { depth: 5 } },
      { move: 'up', shout: '', ...known, isDelegated: true },
    ],
    [
      'a move in place of a failed one',
      { kind: 'failed', move: 'up', fallback: 'safe', reason: 'oops', took: 3, found: true, note: { depth: 5 } },
      { move: 'up', shout: '', ...known, failure: 'failed', fallback: 'safe', problem: 'failed: oops' },
    ],
  ];
  for (const [what, answer, expected] of cases) {
    it(`replies with ${what}`, async () => {
      const { reply, calls } = await replyWith(answer);
      expect(reply).to.deep.equal(expected);
      expect(calls).to.deep.equal(['start', 'move', 'end']);
    });
  }
});
