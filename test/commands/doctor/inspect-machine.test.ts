import { expect } from 'chai';
import { checkSnake } from '../../../src/commands/doctor/inspect-machine.js';
import { defaultSnake } from '../../../src/commands/choose-snake.js';
import type { Mount } from '../../../src/snakes/mount.js';
import type { Answer, LateCause } from '../../../src/wire/responses.js';
import { createMount } from '../../support/mounts.js';

const late = (cause: LateCause): Answer => ({
  kind: 'late',
  move: 'up',
  took: 450,
  fallback: 'safe',
  reason: `late because of the ${cause}`,
  cause,
});
const moved: Answer = { kind: 'moved', move: 'left', took: 3 };
const failed: Answer = { kind: 'failed', move: 'up', took: 3, fallback: 'safe', reason: 'move threw: oops' };

/** A snake that gives these answers in turn, and is busy at the first look after each. */
function createSnake(answers: Answer[]): { mount: Mount; steps: string[] } {
  const steps: string[] = [];
  const recording = createMount('/a', {
    answer: () => {
      steps.push('asked');
      return Promise.resolve(answers.shift()!);
    },
  });
  const status = () => {
    const state = steps.at(-1) === 'busy' ? 'idle' : 'busy';
    steps.push(state);
    return { ...recording.status(), children: [{ pid: 1, state, games: 0, memoryMb: 1 } as const] };
  };
  return { mount: { ...recording, status }, steps };
}

describe('doctor, probing a snake', () => {
  const { source } = defaultSnake('a', '/a.js');
  const cases: [what: string, answers: Answer[], verdict: string, message: string][] = [
    ['that moves', [moved], 'good', 'a #2e8b57 fang bolt moved left in 3.0 ms'],
    ['that was late once', [late('machine'), moved], 'good', 'a #2e8b57 fang bolt moved left in 3.0 ms'],
    [
      'that was late twice',
      [late('strategy'), late('start'), moved],
      'good',
      'a #2e8b57 fang bolt moved left in 3.0 ms',
    ],
    ['that fails', [failed], 'bad', 'a failed: move threw: oops'],
    ['that fails once it is in time', [late('machine'), failed], 'bad', 'a failed: move threw: oops'],
    [
      'that this machine has no time for',
      [late('machine'), late('machine'), late('start')],
      'warning',
      'a late: late because of the start',
    ],
    [
      'that is too slow, even if it also got no time',
      [late('machine'), late('strategy'), late('machine')],
      'bad',
      'a late: late because of the strategy',
    ],
  ];
  for (const [what, answers, verdict, message] of cases) {
    it(`says of one ${what}: ${verdict}`, async () => {
      const { mount, steps } = createSnake([...answers]);
      expect(await checkSnake(mount, { source })).to.deep.include({ verdict, check: '/a', message });
      // What follows a late answer begins when the snake has finished that one.
      const expected = answers.flatMap((_, index) => (index === 0 ? ['asked'] : ['busy', 'idle', 'asked']));
      expect(steps).to.deep.equal(expected);
    });
  }
});
