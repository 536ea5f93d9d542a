import { expect } from 'chai';
import { explainLateness, type LateFacts } from '../../../src/snakes/process/overtime.js';

const FACTS: LateFacts = {
  budget: 374,
  starting: 0,
  time: { passed: 364, used: 363, waited: 1 },
  isReady: true,
  cpuMsWithoutReturn: 0,
  question: 'Does it loop, or never ask timeLeft()?',
};
const LATE = 'no answer within the 374 ms budget';

const CASES: readonly (readonly [name: string, facts: Partial<LateFacts>, cause: string, reason: string])[] = [
  ['computed all the time', {}, 'strategy', `${LATE} (ran 363 ms)`],
  [
    'had half of the time, and wants a core',
    { time: { passed: 364, used: 180, waited: 0 } },
    'machine',
    'it had the CPU for 180 of 364 ms: this machine is busy',
  ],
  [
    'had waited for a core, and sleeps now',
    { time: { passed: 364, used: 180, waited: 100 }, isReady: false },
    'machine',
    'it had the CPU for 180 of 364 ms: this machine is busy',
  ],
  [
    'lacked a tick of a short time',
    { budget: 20, time: { passed: 15, used: 11, waited: 4 } },
    'strategy',
    'no answer within the 20 ms budget (ran 11 ms)',
  ],
  [
    'slept',
    { time: { passed: 364, used: 2, waited: 1 }, isReady: false },
    'strategy',
    `${LATE}: it was waiting, not computing`,
  ],
  ['is not shown by the system', { time: { passed: 364 } }, 'strategy', LATE],
  [
    'computes in four threads',
    { time: { passed: 364, used: 1400 } },
    'strategy',
    `${LATE} (ran 1400 ms). Does it loop, or never ask timeLeft()?`,
  ],
  [
    'was killed for two moves before',
    { cpuMsWithoutReturn: 800 },
    'strategy',
    `${LATE} (ran 363 ms). Does it loop, or never ask timeLeft()?`,
  ],
  [
    'was killed for two moves before, and has no core now',
    { cpuMsWithoutReturn: 800, time: { passed: 364, used: 50 } },
    'machine',
    'it had the CPU for 50 of 364 ms: this machine is busy',
  ],
  [
    'was killed for many moves before, and has no core now',
    { cpuMsWithoutReturn: 1100, time: { passed: 364, used: 50 } },
    'strategy',
    `${LATE}. Does it loop, or never ask timeLeft()?`,
  ],
  [
    'starts because it was killed in a move',
    { cpuMsWithoutReturn: 90, starting: 'all', time: undefined },
    'strategy',
    `${LATE}: its process was still starting, since the last one was killed in a move. ${FACTS.question}`,
  ],
  [
    'started most of the time because it was killed in a move',
    { cpuMsWithoutReturn: 90, starting: 300 },
    'strategy',
    `${LATE}: its process was still starting for 300 ms of it, since the last one was killed in a move. ${FACTS.question}`,
  ],
  [
    'starts, and was asked after its deadline',
    { budget: -29, starting: 'all', time: undefined },
    'machine',
    'the host itself was delayed: this machine is busy',
  ],
  ['starts', { starting: 'all' }, 'start', `${LATE}: its process was still starting`],
  ['started most of the time', { starting: 300 }, 'start', `${LATE}: its process was still starting for 300 ms of it`],
  ['started a little of the time', { starting: 60 }, 'strategy', `${LATE} (ran 363 ms)`],
  ['was not measured', { time: undefined }, 'machine', 'the host itself was delayed: this machine is busy'],
  [
    'was asked after its deadline',
    { budget: -3, time: undefined },
    'machine',
    'the host itself was delayed: this machine is busy',
  ],
  [
    'had hardly any time',
    { budget: 5, time: { passed: 3, used: 0 }, isReady: false },
    'strategy',
    'no answer within the 5 ms budget',
  ],
  [
    'does something else',
    { waitsFor: 'its process was still busy with an earlier move' },
    'strategy',
    `${LATE}: its process was still busy with an earlier move`,
  ],
];

describe('explainLateness', () => {
  for (const [name, facts, cause, reason] of CASES) {
    it(`knows why a move is late whose process ${name}`, () => {
      expect(explainLateness({ ...FACTS, ...facts })).to.deep.equal({ cause, reason });
    });
  }
});
