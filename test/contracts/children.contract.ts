/** The promises of every runner with child processes, whatever they do: `childrenContract(name, make)`. */
import { expect } from 'chai';
import { ask, useRunners, type MakeRunner, type RunnerLimits } from '../support/runners.js';

/** Names of snakes, each with why its child is stopped or has ended. */
export interface ChildrenThatEnd {
  readonly runaways: readonly (readonly [name: string, reason: RegExp])[];
  readonly deaths: readonly (readonly [name: string, reason: RegExp])[];
}

const STRATEGIES: ChildrenThatEnd = {
  runaways: [
    ['loop', /killed: move had not returned 50 ms after its deadline/],
    ['proposes', /killed: move had not returned/],
    ['flood-propose', /killed: move had not returned/],
    ['spawn', /killed: move had not returned/],
  ],
  deaths: [
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
  ],
};

/** @param ends the snakes whose children end; by default, they are strategies. */
export function childrenContract(
  name: string,
  make: (limits?: RunnerLimits) => MakeRunner,
  { runaways, deaths } = STRATEGIES,
): void {
  describe(`${name}, as every runner with children`, () => {
    const run = useRunners();

    for (const [strategy, reason] of runaways) {
      it(`answers at the deadline and replaces the child of ${strategy}`, async () => {
        const { runner, next } = await run(make(), strategy);
        expect(await ask(runner, {}, 300)).to.include({ kind: 'late' });
        await next('childStopped', reason);
        expect(await ask(runner, { turn: 1 }, 300)).to.include({ kind: 'late' });
      });
    }

    for (const [strategy, reason] of deaths) {
      it(`returns failed and replaces the child of ${strategy}`, async () => {
        const { runner, events } = await run(make({ memoryMb: 128 }), strategy);
        const outcome = await ask(runner);
        expect(outcome.kind === 'failed' && outcome.reason).to.match(reason);
        expect(events.at(-1)).to.include({ kind: 'childStarted' });
        expect(await ask(runner, { turn: 1 })).to.include({ kind: 'failed' });
      });
    }

    it('returns the last proposal of a strategy that loops', async () => {
      const { runner } = await run(make(), 'proposes');
      const proposal = { move: 'down', shout: 'better' };
      expect(await ask(runner, {}, 1000)).to.deep.include({ kind: 'late', proposal });
    });

    it('does not take the proposals of a long turn for a flood', async () => {
      const { runner } = await run(make(), 'propose-often');
      expect(await ask(runner, {}, 2000)).to.include({ kind: 'moved' });
    });

    it('calls start again, with `resumed` set, when a game moves to a new child', async () => {
      const { runner, next } = await run(make(), 'good-then-exit');
      expect(await ask(runner)).to.include({ kind: 'moved' });
      expect(await ask(runner, { turn: 1 })).to.include({ kind: 'failed' });
      await next('childStopped', /exited with code 3/);
      const outcome = await ask(runner, { turn: 2 });
      const memory = outcome.kind === 'moved' && JSON.parse(outcome.move.shout!);
      expect(memory).to.deep.equal({ resumed: true, startedOn: 2 });
    });

    it('gives a game that is queued behind a looping one to the new child', async () => {
      const { runner } = await run(make({ processes: 1 }), 'loop-one-game');
      const stuck = ask(runner, { game: 'stuck' }, 300);
      const waiting = ask(runner, { game: 'waiting' }, 10_000);
      expect(await stuck).to.include({ kind: 'late' });
      expect(await waiting).to.include({ kind: 'moved' });
    });
  });
}
