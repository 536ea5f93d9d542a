/** The promises of every runner with child processes, whatever they do: `childrenContract(name, make)`. */
import { expect } from 'chai';
import { ask, useRunners, type MakeRunner, type RunnerLimits } from '../support/runners.js';

export function childrenContract(name: string, make: (limits?: RunnerLimits) => MakeRunner): void {
  describe(`${name}, as every runner with children`, () => {
    const run = useRunners();

    const runaways: [string, RegExp][] = [
      ['loop', /killed: move had not returned 50 ms after its deadline/],
      ['proposes', /killed: move had not returned/],
      ['flood-propose', /killed: move had not returned/],
      ['spawn', /killed: move had not returned/],
    ];
    for (const [strategy, reason] of runaways) {
      it(`answers at the deadline and replaces the child of the strategy ${strategy}`, async () => {
        const { runner, next } = await run(make(), strategy);
        expect(await ask(runner, {}, 200)).to.include({ kind: 'late' });
        await next('childStopped', reason);
        expect(await ask(runner, { turn: 1 }, 200)).to.include({ kind: 'late' });
      });
    }

    const deaths: [string, RegExp][] = [
      ['exit', /^the process exited with code 0$/],
      ['abort', /^the process aborted/],
      ['kill', /^the process was ended by SIGKILL$/],
      ['grow-array', /memory/],
      ['grow-map', /memory/],
      ['grow-objects', /memory/],
      ['grow-buffers', /^the process was killed: it took \d+ MB of memory, more than its 128$/],
      ['flood-channel', /^the process was killed: it sent more than 1000 messages in a turn$/],
      ['write-garbage', /^the process was killed: it wrote "hello" to its channel, which is not a message$/],
      ['write-foreign', /^the process was killed: it wrote "{"cmd":"NODE_HANDLE_ACK"}" to its channel, which is not/],
      ['write-endless', /^the process was killed: it sent a message of more than 1048576 bytes$/],
      ['close-channel', /^the process was killed: it closed its channel$/],
    ];
    for (const [strategy, reason] of deaths) {
      it(`returns failed and replaces the child of the strategy ${strategy}`, async () => {
        const { runner, events } = await run(make({ memoryMb: 128 }), strategy);
        const outcome = await ask(runner);
        expect(outcome.kind === 'failed' && outcome.reason).to.match(reason);
        expect(events.at(-1)).to.include({ kind: 'childStarted' });
        expect(await ask(runner, { turn: 1 })).to.include({ kind: 'failed' });
      });
    }
  });
}
