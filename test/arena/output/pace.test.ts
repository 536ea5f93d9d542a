import { expect } from 'chai';
import { createPace } from '../../../src/arena/output/screen.js';
import { play } from '../../../src/arena/game/play.js';
import { createParticipants } from '../../support/local-snakes.js';

/** The pauses of a game whose turns take 30 ms each. */
async function pausesOf(delay: number, duration: number): Promise<number[]> {
  const pauses: number[] = [];
  let time = 0;
  const slow = { played: () => void (time += 30) };
  const wait = async (ms: number) => {
    pauses.push(ms);
    time += ms;
  };
  const pace = createPace({ delay, duration, signal: new AbortController().signal, now: () => time, wait });
  await play({ participants: createParticipants('greedy'), seed: 1, maxTurns: 3, watchers: [slow, pace] });
  return pauses;
}

describe('the pace of a game', () => {
  it('waits for the delay after each turn', async () => {
    expect(await pausesOf(20, 0)).to.deep.equal([20, 20, 20]);
  });

  it('makes no turn shorter than the duration', async () => {
    expect(await pausesOf(0, 50)).to.deep.equal([20, 20, 20]);
    expect(await pausesOf(40, 50)).to.deep.equal([40, 40, 40]);
  });

  it('does not wait if the turns are long enough', async () => {
    expect(await pausesOf(0, 30)).to.deep.equal([]);
  });
});
