import { expect } from 'chai';
import type { ArenaSnake, Reply, SnakeRequest } from '../../../src/arena/game/arena-snake.js';
import { RecordingSnake } from '../../../src/arena/workers/play-pairing.js';

/** The recording snake never looks at a request. */
const request = {} as SnakeRequest;

/** A snake that gives these replies, one after the other. */
function createScripted(replies: readonly Partial<Reply>[]): ArenaSnake {
  const rest = [...replies];
  return {
    introduce: () => ({ info: {} }),
    start: () => undefined,
    move: async () => ({ move: 'up', shout: '', latency: 0, took: 1, ...rest.shift() }),
    end: () => undefined,
  };
}

async function recordOf(...replies: Partial<Reply>[]) {
  const snake = new RecordingSnake(createScripted(replies), () => undefined);
  for (const _ of replies) await snake.move(request);
  return snake.toRecord(5, 'out-of-health');
}

describe('RecordingSnake', () => {
  it('counts answers and their times', async () => {
    const record = await recordOf({ took: 0 }, { took: 0 }, { took: 0.001 });
    expect(record).to.deep.equal({
      answers: 3,
      ownMoves: 3,
      lostTurns: 0,
      failures: 0,
      fallbacks: 0,
      took: { 0: 2, 8: 1 },
      length: 5,
      deaths: { 'out-of-health': 1 },
    });
  });

  it('counts late and missing answers as lost turns, and other failures apart', async () => {
    const record = await recordOf(
      { failure: 'late', problem: 'late: first' },
      { move: undefined, problem: 'no answer' },
      { failure: 'failed', problem: 'failed: last' },
    );
    expect(record).to.deep.include({ answers: 3, lostTurns: 2, failures: 1, fallbacks: 2, problem: 'late: first' });
  });

  it("counts the strategy's moves, proposals included, but not safe or missing moves", async () => {
    const record = await recordOf(
      {},
      { isDelegated: true },
      { move: undefined, problem: 'no answer' },
      { failure: 'failed', fallback: 'safe', problem: 'failed' },
      { failure: 'late', fallback: 'proposed', problem: 'late' },
    );
    expect(record).to.deep.include({ answers: 5, ownMoves: 2 });
  });

  it('counts the turns that pondering found, of those for which there was any', async () => {
    const record = await recordOf({}, { found: true }, { found: false }, { found: true });
    expect(record).to.deep.include({ answers: 4, pondered: { turns: 3, found: 2 } });
  });

  it('traces each call before it passes it on', async () => {
    const calls: string[] = [];
    const inner = createScripted([]);
    expect(new RecordingSnake(inner, () => undefined).ponder).to.equal(undefined);
    const loud: ArenaSnake = {
      ...inner,
      end: () => void calls.push('the snake’s end'),
      ponder: async () => void calls.push('the snake’s thoughts'),
    };
    const snake = new RecordingSnake(loud, (call) => calls.push(call));
    await snake.start(request);
    await snake.move(request);
    await snake.ponder!(request, 'up');
    await snake.end(request);
    expect(calls).to.deep.equal(['start', 'move', 'ponder', 'the snake’s thoughts', 'end', 'the snake’s end']);
  });
});
