/**
 * The promises of every runner, as tests that each implementation passes: `runnerContract(name, make)`. Runners that
 * speak the Battlesnake API are not tested for what it cannot express: notes, proposals, and a turn left to the host.
 */
import { expect } from 'chai';
import type { Runner } from '../../src/snakes/strategy/runner.js';
import { ask, job, useRunners, type MakeRunner } from '../support/runners.js';
import { until } from '../support/soon.js';
import { JAVASCRIPT, type RunnerWords } from './runner-words.js';

/** @param words the messages about misbehaving snakes (default: of JavaScript strategies). */
export function runnerContract(name: string, make: MakeRunner, words = JAVASCRIPT): void {
  describe(`${name}, as every runner`, () => {
    const runWith = useRunners();
    const run = (...args: Parameters<MakeRunner>) => runWith(make, ...args);

    it('returns the move and the shout of the strategy', async () => {
      const { runner } = await run('good', { greeting: 'hi' });
      const outcome = await ask(runner);
      expect(outcome).to.deep.equal({
        kind: 'moved',
        move: { move: 'left', shout: '{"turns":1,"resumed":false,"startedOn":0,"greeting":"hi"}' },
      });
    });

    it('calls start once per game, and keeps its memory from turn to turn', async () => {
      const { runner } = await run('good');
      runner.start(job());
      await ask(runner);
      runner.start(job());
      const outcome = await ask(runner, { turn: 1 });
      expect(shoutOf(outcome)).to.include({ turns: 2, startedOn: 0, resumed: false });
    });

    it('calls start in the middle of an unknown game, with `resumed` set', async () => {
      const { runner } = await run('good');
      const outcome = await ask(runner, { turn: 40 });
      expect(shoutOf(outcome)).to.include({ turns: 1, startedOn: 40, resumed: true });
    });

    it('keeps the memories of two snakes in one game apart', async () => {
      const { runner } = await run('good');
      const snakes = [
        { id: 'a', body: [[1, 1]] },
        { id: 'b', body: [[9, 9]] },
      ];
      await ask(runner, { snakes, you: 'a' });
      await ask(runner, { snakes, you: 'a', turn: 1 });
      expect(shoutOf(await ask(runner, { snakes, you: 'b', turn: 1 }))).to.include({ turns: 1 });
    });

    it('forgets a game on demand', async () => {
      const { runner } = await run('good');
      await ask(runner);
      runner.forget(job().key);
      expect(shoutOf(await ask(runner))).to.include({ turns: 1 });
    });

    it('calls end once, with the memory of the game', async () => {
      const { runner, next, events } = await run('good');
      await ask(runner);
      runner.end(job({ turn: 1 }));
      runner.end(job({ turn: 1 }));
      await next('logged', /ended {"turns":1}/);
      expect(shoutOf(await ask(runner, { turn: 2 }))).to.include({ turns: 1 });
      expect(events.filter(({ text }) => text.includes('ended'))).to.have.lengthOf(1);
    });

    for (const [strategy, reason] of words.failures) {
      it(`returns failed for the strategy ${strategy}`, async () => {
        const outcome = await ask((await run(strategy)).runner);
        expect(outcome).to.include({ kind: 'failed' });
        expect(reasonOf(outcome)).to.match(reason);
      });
    }

    for (const [strategy, reason] of words.nonsense) {
      it(`returns illegal for the strategy ${strategy}`, async () => {
        const outcome = await ask((await run(strategy)).runner);
        expect(outcome).to.include({ kind: 'illegal' });
        expect(reasonOf(outcome)).to.match(reason);
      });
    }

    const { decisions, lacks = [] } = words;
    if (decisions !== undefined) describeDecisions(run, decisions, lacks);

    it('gives up a move that nobody waits for any more', async () => {
      const { runner, next } = await run('waits-for-signal');
      await ask(runner, {}, 150);
      await until(() => runner.status().every(({ state }) => state === 'idle'));
      const given = job({ turn: 1 });
      const outcome = runner.move(given, performance.now() + 60_000);
      runner.abandon(given);
      expect(await outcome).to.include({ kind: 'late', reason: 'the client closed the connection before the answer' });
      await next('logged', /aborted AbortError/);
    });

    it('does not give up a move that has its outcome, nor one of another turn', async () => {
      const { runner } = await run('good');
      const given = job();
      expect(await runner.move(given, performance.now() + 10_000)).to.include({ kind: 'moved' });
      runner.abandon(given);
      const second = ask(runner, { turn: 1 });
      runner.abandon(given);
      expect(shoutOf(await second)).to.include({ turns: 2 });
    });

    it('cuts a shout of a megabyte to 256 characters', async () => {
      const outcome = await ask((await run('big-shout')).runner);
      expect(outcome.kind === 'moved' && outcome.move.shout).to.have.lengthOf(256);
    });

    for (const strategy of ['never', 'slow']) {
      it(`returns late for the strategy ${strategy}, and keeps its process`, async () => {
        const { runner, events } = await run(strategy);
        expect(await ask(runner, {}, 150)).to.include({ kind: 'late' });
        expect(await ask(runner, { turn: 1 }, 150)).to.include({ kind: 'late' });
        expect(events.filter(({ kind }) => kind === 'childStopped')).to.have.lengthOf(0);
      });
    }

    it('warns when start throws, and still calls move', async () => {
      const { runner, next } = await run('throw-start');
      runner.start(job());
      await next('warned', words.start);
      expect(await ask(runner)).to.include({ kind: 'moved' });
    });

    it('warns when end throws', async () => {
      const { runner, next } = await run('throw-end');
      await ask(runner);
      runner.end(job({ turn: 1 }));
      await next('warned', words.end);
    });
  });
}

function describeDecisions(
  run: MakeRunner,
  words: NonNullable<RunnerWords['decisions']>,
  lacks: readonly string[],
): void {
  it('leaves the move to the host when a strategy returns nothing', async () => {
    const { runner } = await run('no-idea');
    expect(await ask(runner)).to.include({ kind: 'delegated' });
    expect(await ask(runner, { turn: 1 })).to.include({ kind: 'delegated' });
  });

  it('returns the last proposal of a strategy that returns nothing', async () => {
    const { runner } = await run('proposes-only');
    expect(await ask(runner)).to.deep.equal({ kind: 'delegated', proposal: { move: 'right' } });
  });

  const itReturns = lacks.includes('no-return') ? it.skip : it;
  itReturns('asks once a game whether a "return" was forgotten', async () => {
    const { runner, events, next } = await run('no-return');
    await ask(runner);
    await ask(runner, { turn: 1 });
    await ask(runner, { turn: 2 });
    runner.end(job({ turn: 3 }));
    await next('logged', /the game is over/);
    const warnings = events.filter(({ kind }) => kind === 'warned');
    expect(warnings.map(({ text }) => text).join()).to.match(
      /^[^,]*move returned undefined: the safe move was sent\. Did you forget "return"\?$/,
    );
  });

  it('returns all notes of a turn in one, the later ones first, and cut', async () => {
    const { note } = await ask((await run('notes')).runner);
    expect(note).to.deep.equal({
      score: Number.MAX_VALUE,
      depth: 4,
      nodes: 3,
      line: Array(32).fill('left'),
      cells: [
        { x: 1, y: 1 },
        { x: 3, y: 4 },
      ],
      text: 'x'.repeat(256),
    });
  });

  it('warns once of what is no note, and keeps the rest', async () => {
    const { runner, events } = await run('bad-notes');
    const outcome = await ask(runner);
    expect(outcome).to.deep.include({ kind: 'moved', note: { depth: 1 } });
    const warnings = events.filter(({ kind }) => kind === 'warned').map(({ text }) => text);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.match(words.note);
  });

  it('keeps the notes of a strategy that is late', async () => {
    const { runner } = await run('notes-late');
    const given = job();
    const later = new Promise((resolve) => (given.onLateNote = resolve));
    const outcome = await runner.move(given, performance.now() + 1000);
    expect(outcome).to.deep.include({ kind: 'late', proposal: { move: 'right' } });
    // A runner may learn of the outcome just after it has given up.
    expect(outcome.note ?? (await later)).to.deep.equal({ depth: 7 });
  });

  it('aborts the signal at the deadline', async () => {
    const { runner, next } = await run('waits-for-signal');
    await ask(runner, {}, 150);
    const { text } = await next('logged', /aborted/);
    expect(text).to.match(/aborted TimeoutError/);
  });

  it('does not abort the signal of a call that has ended', async () => {
    const { runner, next } = await run('keeps-signal');
    expect(await ask(runner, {}, 600)).to.include({ kind: 'moved' });
    await next('logged', /later: aborted false/);
  });

  it('logs the first 20 lines of a flood, also with the turn, and warns of the number of the others', async () => {
    const { runner, events, next } = await run('flood-log');
    const outcome = await ask(runner);
    expect(outcome).to.include({ kind: 'moved' });
    expect(outcome.note?.log).to.have.lengthOf(20);
    expect(outcome.note?.log?.[7]).to.match(/^line 7 \{"\w+":7\}$/);
    await next('warned', words.flood);
    expect(events.filter(({ kind }) => kind === 'logged')).to.have.lengthOf(20);
    const again = await ask(runner, { turn: 1 });
    expect(again.note?.log?.[0], 'the log of a turn begins empty').to.match(/^line 0 /);
  });
}

function shoutOf(outcome: Awaited<ReturnType<Runner['move']>>): Record<string, unknown> {
  if (outcome.kind !== 'moved') throw new Error(`not moved but ${outcome.kind}: ${reasonOf(outcome)}`);
  return JSON.parse(outcome.move.shout ?? '{}') as Record<string, unknown>;
}

function reasonOf(outcome: Awaited<ReturnType<Runner['move']>>): string {
  return 'reason' in outcome ? outcome.reason : '';
}
