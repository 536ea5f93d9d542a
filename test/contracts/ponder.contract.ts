/** The promises of every runner that lets strategies ponder: `ponderContract(name, make)`. */
import { expect } from 'chai';
import { Cores } from '../../src/snakes/schedule/cores.js';
import { Lane } from '../../src/snakes/schedule/lane.js';
import type { Runner } from '../../src/snakes/strategy/runner.js';
import { ask, job, useRunners, type MakeRunner, type RunnerEvent, type RunnerLimits } from '../support/runners.js';
import type { RequestSketch } from '../support/requests.js';
import { until } from '../support/soon.js';

const LEFT = { kind: 'moved', move: { move: 'left' } } as const;

export function ponderContract(name: string, make: (limits?: RunnerLimits) => MakeRunner): void {
  describe(`${name}, as every runner that ponders`, () => {
    const run = useRunners();
    const runWith = (how: string, cores = 2, limits: RunnerLimits = {}, thinks = 0) =>
      run(make({ lane: new Lane(new Cores({ cores })), ...limits }), 'ponders', { how, thinks });

    it('ponders the turn that was answered until the next one comes, which is answered', async () => {
      const { runner, next } = await runWith('untilTold');
      for (const turn of [1, 2, 3]) {
        expect(await play(runner, { turn })).to.deep.equal(LEFT);
        await next('logged', new RegExp(`pondering ${turn} after left`));
      }
      expect(await ask(runner, { turn: 4 })).to.deep.equal(LEFT);
      for (const turn of [1, 2, 3]) await next('logged', new RegExp(`pondered ${turn}: done`));
    });

    it('receives a turn of any size while it ponders, and the turns that come with it, in order', async () => {
      const { runner, next } = await runWith('untilTold', 2, { processes: 1 });
      const snakes = [{ id: 'you', body: [[1, 1]], shout: 'x'.repeat(200_000) }] as const;
      await play(runner, { turn: 1 });
      await next('logged', /pondering 1/);
      const outcomes = Array.from({ length: 5 }, (_, place) =>
        ask(runner, { turn: 2, game: `g${place}`, snakes, you: 'you' }),
      );
      for (const outcome of await Promise.all(outcomes)) expect(outcome).to.deep.equal(LEFT);
    });

    it('aborts the signal of what it awaits', async () => {
      const { runner, next } = await runWith('awaiting');
      await play(runner, { turn: 1 });
      await next('logged', /pondering 1/);
      expect(await ask(runner, { turn: 2 })).to.deep.equal(LEFT);
      await next('logged', /pondered 1: AbortError/);
    });

    it('counts no thinking of the next move as what it awaits', async () => {
      const { runner, next, events } = await runWith('awaiting', 2, {}, 200);
      for (const turn of [1, 2]) {
        expect(await play(runner, { turn })).to.deep.equal(LEFT);
        await next('logged', new RegExp(`pondering ${turn}`));
      }
      expect(await ask(runner, { turn: 3 })).to.deep.equal(LEFT);
      expect(events.map(({ kind }) => kind)).to.not.include('childStopped');
    });

    it('counts no thinking of a turn that comes just as it is to begin', async () => {
      const { runner, events } = await runWith('briefly', 2, {}, 200);
      for (const turn of [1, 2, 3]) {
        expect(await play(runner, { turn })).to.deep.equal(LEFT);
        // The runner begins after the answer has left: in the phase of the loop in which this continues.
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(events.map(({ kind }) => kind)).to.not.include('childStopped');
    });

    it('does not warn of one that throws because its signal has aborted', async () => {
      const { runner, next, events } = await runWith('aborted');
      for (const turn of [1, 2]) {
        expect(await play(runner, { turn })).to.deep.equal(LEFT);
        await next('logged', new RegExp(`pondering ${turn}`));
      }
      expect(await ask(runner, { turn: 3 })).to.deep.equal(LEFT);
      expect(events.filter(({ kind }) => kind === 'warned')).to.deep.equal([]);
    });

    it('ends when the game does', async () => {
      const { runner, next } = await runWith('untilTold');
      await play(runner, { turn: 1 });
      await next('logged', /pondering 1/);
      runner.end(job({ turn: 2 }));
      await next('logged', /pondered 1: done/);
    });

    it('knows if the next turn has the bodies and healths that were expected', async () => {
      const { runner, next } = await runWith('expecting');
      expect(await play(runner, at(1, 8, 90))).to.not.have.property('found');
      await next('logged', /pondering 1/);
      expect(await play(runner, { ...at(2, 7, 89), food: [[0, 0]] })).to.include({ found: true });
      await next('logged', /pondering 2/);
      expect(await play(runner, at(3, 6, 50))).to.include({ found: false });
      expect(await ask(runner, at(4, 5, 49))).to.not.have.property('kind', 'failed');
    });

    it('ignores what it expects once it has to stop', async () => {
      const { runner, next } = await runWith('expectingLate');
      await play(runner, at(1, 8, 90));
      await next('logged', /pondering 1/);
      expect(await ask(runner, at(2, 7, 89))).to.not.have.property('found');
      expect(await ask(runner, at(3, 6, 88))).to.not.have.property('found');
    });

    it('logs as many lines a turn as for a move, however often it resumes, and by whichever call', async () => {
      const { runner, next, events } = await runWith('talking', 1);
      await play(runner, { turn: 1 });
      for (const times of [1, 2, 3]) {
        // The second time, it is the last line that is kept.
        if (times < 3) await until(() => countOf(events, 'thought 3') === times);
        expect(await ask(runner, { game: 'other' })).to.deep.equal(LEFT);
      }
      await next('warned', /logged 27 lines more than the 20 that are kept of a turn/);
      expect(await ask(runner, { turn: 2 })).to.deep.equal(LEFT);
      expect(events.filter(({ kind }) => kind === 'logged')).to.have.lengthOf(20);
      expect(events.filter(({ kind }) => kind === 'warned')).to.have.lengthOf(1);
    });

    it('ignores its proposals and notes', async () => {
      const { runner, next } = await runWith('quietly');
      await play(runner, { turn: 1 });
      await next('logged', /pondering 1/);
      expect(await ask(runner, { turn: 2 })).to.deep.equal(LEFT);
    });

    it('gives its core to the move of another game, and ponders again afterwards', async () => {
      const { runner, next, events } = await runWith('untilTold', 1);
      await play(runner, { turn: 1 });
      await next('logged', /pondering 1/);
      expect(await ask(runner, { game: 'other' })).to.deep.equal(LEFT);
      await next('logged', /pondered 1: done/);
      await until(() => countOf(events, 'pondering 1') === 2);
      expect(await ask(runner, { turn: 2 })).to.deep.equal(LEFT);
    });

    it('has its time to stop each time that others need its core', async () => {
      const { runner, events } = await runWith('working', 1);
      await play(runner, { turn: 1 });
      for (const times of [1, 2, 3]) {
        await until(() => countOf(events, 'worked') === times);
        expect(await ask(runner, { game: 'other' })).to.deep.equal(LEFT);
      }
      expect(await ask(runner, { turn: 2 })).to.deep.equal(LEFT);
      expect(events.map(({ kind }) => kind)).to.not.include('childStopped');
    });

    it('is called once a turn if it returns without "stop"', async () => {
      const { runner, next, events } = await runWith('briefly');
      await play(runner, { turn: 1 });
      await next('logged', /pondered 1/);
      await ask(runner, { game: 'other' });
      await ask(runner, { turn: 2 });
      expect(countOf(events, 'pondering 1')).to.equal(1);
    });

    it('ponders no turn that its strategy was not asked', async () => {
      const { runner, next, events } = await runWith('briefly');
      await ask(runner, { turn: 1 });
      runner.ponder!(job({ turn: 2 }), 'right');
      await ask(runner, { turn: 3, game: 'other' });
      await play(runner, { turn: 4 });
      await next('logged', /pondered 4/);
      expect(countOf(events, 'pondering')).to.equal(1);
    });

    it('does not ponder a game that has had no second turn, nor if it may not', async () => {
      const { runner, events } = await runWith('briefly');
      await ask(runner);
      runner.ponder!(job(), 'left');
      await ask(runner, { turn: 1 });
      const forbidden = await runWith('briefly', 2, { ponders: false });
      await play(forbidden.runner, { turn: 1 });
      await ask(forbidden.runner, { turn: 2 });
      expect([...events, ...forbidden.events].map(({ kind }) => kind)).to.deep.equal(['childStarted', 'childStarted']);
    });

    it('warns once a game of one that throws, and loses no turn', async () => {
      const { runner, next, events } = await runWith('throwing');
      for (const turn of [1, 2, 3]) {
        expect(await play(runner, { turn })).to.deep.equal(LEFT);
        await next('logged', new RegExp(`pondering ${turn}`));
      }
      expect(await ask(runner, { turn: 4 })).to.deep.equal(LEFT);
      const warnings = events.filter(({ kind }) => kind === 'warned');
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]!.text).to.match(/ponder threw: thought too far \(at .*ponders\.js/);
    });

    it('does not call it in other games either once it has cost a process', async () => {
      const { runner, next, events } = await runWith('endlessly', 1);
      await play(runner, { turn: 1 });
      await next('logged', /pondering 1/);
      expect(await play(runner, { game: 'other', turn: 1 })).to.deep.equal(LEFT);
      await next('warned', /ponder is no longer called/);
      // Answered by the next process, whose coming has let begin what could.
      for (const turn of [2, 3]) expect(await ask(runner, { turn })).to.deep.equal(LEFT);
      expect(await ask(runner, { game: 'other', turn: 2 })).to.deep.equal(LEFT);
      expect(countOf(events, 'pondering')).to.equal(1);
    });

    it('ponders on after a move has ended its process', async () => {
      const { runner, next } = await runWith('poisoning');
      await play(runner, { turn: 1 });
      await next('logged', /pondering 1/);
      expect(await ask(runner, { turn: 2 })).to.include({ kind: 'failed' });
      expect(await play(runner, { turn: 3 })).to.deep.equal(LEFT);
      await next('logged', /pondering 3/);
    });

    for (const how of ['never', 'spawning']) {
      it(`loses no turn to one that keeps computing ${how}`, async () => {
        const { runner, next } = await runWith(how);
        for (const turn of [1, 2]) {
          expect(await play(runner, { turn })).to.deep.equal(LEFT);
          await next('logged', new RegExp(`pondering ${turn}`));
        }
        expect(await ask(runner, { turn: 3 })).to.deep.equal(LEFT);
      });
    }

    for (const how of ['endlessly', 'exiting', 'flooding']) {
      it(`loses no turn to one that keeps computing ${how}, and does not call it again`, async () => {
        const { runner, next, events } = await runWith(how);
        await play(runner, { turn: 1 });
        await next('logged', /pondering 1/);
        expect(await play(runner, { turn: 2 })).to.deep.equal(LEFT);
        // One that is busy dying, or being read, may not stop in time either.
        const { text } = await next('warned', /ponder is no longer called, because it has cost a process/);
        expect(text).to.match(/: the process (exited with code 1|was killed: (it sent more|ponder had not returned))/);
        expect(await ask(runner, { turn: 3 })).to.deep.equal(LEFT);
        expect(countOf(events, 'pondering')).to.equal(1);
      });
    }
  });
}

function countOf(events: readonly RunnerEvent[], words: string): number {
  return events.filter(({ text }) => text.includes(words)).length;
}

/** Has a turn answered and pondered. */
async function play(runner: Runner, sketch: RequestSketch) {
  const outcome = await ask(runner, sketch);
  runner.ponder!(job(sketch), 'left');
  return outcome;
}

/** A snake of three cells that goes left. */
function at(turn: number, x: number, health: number): RequestSketch {
  return {
    turn,
    snakes: [
      {
        id: 'you',
        health,
        body: [
          [x, 5],
          [x + 1, 5],
          [x + 2, 5],
        ],
      },
    ],
    you: 'you',
  };
}
