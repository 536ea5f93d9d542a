import { expect } from 'chai';
import { EventWriter } from '../../../src/journal/delivery/event-writer.js';
import { createJournalHost } from '../../../src/journal/store/hosts.js';
import { beganEvent, useFolder } from '../../support/journals.js';
import { until } from '../../support/soon.js';

describe('EventWriter', () => {
  const folder = useFolder();

  /** The numbers that it reports as done if these numbers of events wait in batches 1, 2, …. */
  async function doneOf(...sizes: number[]): Promise<number[]> {
    const done: number[] = [];
    const writer = new EventWriter(
      {
        path: folder.path(`${sizes.join('-')}.db`),
        url: undefined,
        host: createJournalHost(),
        retention: { keepDays: 36_500, keepMb: 1024 },
        now: Date.now(),
        finished: 0,
      },
      {
        report() {},
        done: (number) => void done.push(number),
        spooled() {},
        openGames: () => Promise.resolve([]),
      },
    );
    for (const [index, size] of sizes.entries()) {
      writer.add({ number: index + 1, host: 'host', events: Array.from({ length: size }, () => beganEvent()) });
    }
    writer.start();
    await until(() => done.at(-1) === sizes.length);
    await writer.close();
    return done;
  }

  const cases: [sizes: number[], done: number[]][] = [
    [[1, 1, 1], [3]],
    [
      [3999, 1, 1],
      [2, 3],
    ],
    [
      [4000, 1],
      [1, 2],
    ],
  ];
  for (const [sizes, done] of cases) {
    it(`writes batches of ${sizes.join(', ')} events up to number ${done.join(', then ')}`, async () => {
      expect(await doneOf(...sizes)).to.deep.equal(done);
    });
  }
});
