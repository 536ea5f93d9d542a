/** Errors that an inline strategy throws later count as its failures: the host and the other snakes keep playing. */
import { expect } from 'chai';
import { killProcesses, spawnHost } from '../../support/host-process.js';
import { WalkingSnake } from '../../support/walking-snake.js';

const REASONS: readonly RegExp[] = [
  /^uncaughtException outside of its calls: from the import \(at .*\/stray-often\.js:4:\d+\)+$/,
  /^uncaughtException outside of its calls: from a timer \(at .*\/stray-often\.js:7:\d+\)+$/,
  /^uncaughtException outside of its calls: from an immediate \(at .*\/stray-often\.js:8:\d+\)+$/,
  /^uncaughtException outside of its calls: from a tick \(at .*\/stray-often\.js:9:\d+\)+$/,
  /^uncaughtException outside of its calls: from a microtask \(at .*\/stray-often\.js:10:\d+\)+$/,
  /^unhandledRejection outside of its calls: from a promise \(at .*\/stray-often\.js:11:\d+\)+$/,
  /^unhandledRejection of an inline snake, this or another: .*"a string"/,
  /^uncaughtException of an inline snake, this or another: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  /^uncaughtException outside of its calls: again and again \(at .*\/stray-often\.js:14:\d+\)+$/,
];

describe('a host with an inline strategy that leaves errors behind', () => {
  after(killProcesses);

  it("logs each as that strategy's warning with file and line, and plays on", async () => {
    const host = await spawnHost({
      snakes: [
        { prefix: '/stray', strategy: 'stray-often', isolation: 'inline' },
        { prefix: '/inline', strategy: 'good', isolation: 'inline' },
        { prefix: '/process', strategy: 'good' },
      ],
    });
    const games = ['stray', 'inline', 'process'].map((name) => new WalkingSnake({ url: `${host.url}/${name}` }));
    for (const game of games) await game.start();
    for (let turn = 0; turn < 3; turn++) for (const game of games) expect((await game.move()).move).to.equal('left');
    for (const reason of REASONS) await host.logged(({ msg, reason: said }) => isWarning(msg, said, reason));
    for (const game of games) for (let turn = 0; turn < 3; turn++) await game.move();

    const lines = host.lines.filter(({ level }) => level >= 40);
    for (const { snake, msg, reason } of lines.filter(({ msg: text }) => text !== INLINE_WARNING)) {
      const isCertain = !String(reason).includes('this or another');
      expect(snake).to.be.oneOf(isCertain ? ['/stray'] : ['/stray', '/inline'], JSON.stringify(reason));
      expect(msg).to.equal('strategy warning');
    }
    // A timer that throws forever must not fill the log.
    expect(lines.length).to.be.below(20);
    expect((await fetch(`${host.url}/healthz`)).status).to.equal(200);
  });
});

const INLINE_WARNING = 'runs inline: an endless loop would stop every snake';

function isWarning(msg: string, said: unknown, reason: RegExp): boolean {
  return msg === 'strategy warning' && reason.test(String(said));
}
