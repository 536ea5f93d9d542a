import { expect } from 'chai';
import { Cores } from '../../../../src/snakes/schedule/cores.js';
import type { Ponderer } from '../../../../src/snakes/schedule/idle-cores.js';
import { Lane } from '../../../../src/snakes/schedule/lane.js';
import { childrenContract, type ChildrenThatEnd } from '../../../contracts/children.contract.js';
import { runnerContract } from '../../../contracts/runner.contract.js';
import { PYTHON } from '../../../contracts/runner-words.js';
import { python } from '../../../support/command-fixtures.js';
import { isRunning } from '../../../support/host-process.js';
import { asCommand, ask, job, useRunners } from '../../../support/runners.js';
import { until } from '../../../support/soon.js';

const COMMANDS: ChildrenThatEnd = {
  runaways: [
    ['loop', /killed: move had not returned 50 ms after its deadline/],
    ['mute', /killed: move had not returned/],
    ['half-line', /killed: move had not returned/],
    ['never-its-id', /killed: move had not returned/],
    ['never-reads', /killed: move had not returned/],
    ['proposes', /killed: move had not returned/],
    ['flood-propose', /killed: move had not returned/],
    ['spawn', /killed: move had not returned/],
  ],
  deaths: [
    ['exit', /^the process exited with code 0$/],
    ['abort', /^the process aborted/],
    ['kill', /^the process was ended by SIGKILL$/],
    ['terminate', /^the process was ended by SIGTERM$/],
    ['exit-start', /^the process exited with code 1/],
    ['grow', /^the process was killed: it took \d+ MB of memory, more than its 128$|memory/],
    ['flood-channel', /^the process was killed: it sent more than 1000 messages in a turn$/],
    [
      'write-garbage',
      /^the process was killed: it wrote "hello" to standard output, which is for messages only: .* standard error$/,
    ],
    ['write-foreign', /^the process was killed: it wrote "\["left"\]" to standard output, which is for messages only/],
    ['write-endless', /^the process was killed: it sent a message of more than 1048576 bytes$/],
    ['close-output', /^the process was killed: it closed its channel$/],
  ],
};

if (python !== undefined) {
  runnerContract('ProcessRunner of a command', asCommand(), PYTHON);
  childrenContract('ProcessRunner of a command', asCommand, COMMANDS);
  runnerContract(
    'ProcessRunner of a command with a schedule',
    (...args) => asCommand({ lane: new Lane(new Cores()) })(...args),
    PYTHON,
  );
}

const describeAll = python === undefined ? describe.skip : describe;

describeAll('ProcessRunner of a command', () => {
  const run = useRunners();

  for (const name of [
    'in-pieces',
    'two-answers',
    'wrong-id',
    'send-anything',
    'deep',
    'flood-error',
    'flood-console',
  ]) {
    it(`plays the moves of ${name}, in one process`, async () => {
      const { runner, events } = await run(asCommand(), name);
      for (let turn = 0; turn < 5; turn++) {
        expect(await ask(runner, { turn })).to.deep.include({ kind: 'moved', move: { move: 'left' } });
      }
      expect(events.filter(({ kind }) => kind === 'childStarted')).to.have.lengthOf(1);
    });
  }

  it('stops nobody who ponders for a start whose end it does not report', async () => {
    const cores = new Cores({ cores: 1 });
    const { runner } = await run(asCommand({ lane: new Lane(cores) }), 'no-move');
    const ponderer: { -readonly [Key in keyof Ponderer]: Ponderer[Key] } = {
      state: 'running',
      isReady: false,
      begin() {},
      stop: () => void (ponderer.state = 'stopping'),
    };
    cores.idle.add(ponderer);
    runner.start(job());
    expect(ponderer.state).to.equal('running');
    const outcome = ask(runner);
    expect(ponderer.state).to.equal('stopping');
    await outcome;
  });

  it('takes an answer without a move for an illegal one', async () => {
    const { runner } = await run(asCommand(), 'no-move');
    expect(await ask(runner)).to.deep.include({ kind: 'illegal', reason: 'the answer has no "move"' });
  });

  it('warns of an answer to a move that was never asked for', async () => {
    const { runner, next } = await run(asCommand(), 'wrong-id');
    await ask(runner);
    await next('warned', /it answered the move 1000000000, which it was never asked for/);
  });

  it('passes on a shout of half a character as text', async () => {
    const { runner } = await run(asCommand(), 'odd-text');
    expect(await ask(runner)).to.have.nested.property('move.move', 'left');
  });

  it('logs what a snake prints, on both of its streams, before its first move as well', async () => {
    const { runner, next } = await run(asCommand(), 'prints');
    await ask(runner, { turn: 3 });
    for (const line of [/printed at import/, /printed on 3/, /and below/, /as an error/]) await next('logged', line);
  });

  it('fails a move whose answer no JSON can hold, and plays on', async () => {
    const { runner, events } = await run(asCommand(), 'not-a-number');
    for (const turn of [0, 1]) {
      const outcome = await ask(runner, { turn });
      expect(outcome.kind === 'failed' && outcome.reason).to.match(/what move returned is no JSON/);
    }
    expect(events.filter(({ kind }) => kind === 'childStarted')).to.have.lengthOf(1);
  });

  for (const name of ['spawn', 'detach']) {
    it(`ends what ${name} has started`, async function () {
      if (process.platform !== 'linux') this.skip();
      const { runner, next } = await run(asCommand(), name);
      await ask(runner, {}, 1000);
      const { text } = await next('logged', /spawned/);
      const pids = [...text.matchAll(/\d{2,}(?=[,\]}])/g)].map(([pid]) => Number(pid));
      expect(pids.length).to.be.above(0);
      await next('childStopped');
      await until(() => pids.every((pid) => !isRunning(pid)));
    });
  }

  const broken: [string, RegExp][] = [
    ['silent', /it had not loaded after 500 ms\. Does it read its input, say "hello"/],
    ['exit-load', /the process exited with code 2\. It wrote last: "cannot find the model"/],
    [
      'print-load',
      /wrote "Starting the snake" to standard output, which is for messages only: print to standard error$/,
    ],
    ['other-protocol', /it speaks the protocol 99, and this host the protocol 1/],
    ['not-there', /exited with code 2.*(No such file|not-there)/],
  ];
  for (const [name, reason] of broken) {
    it(`says why ${name} cannot be loaded`, async () => {
      const limits = name === 'silent' ? { timeouts: { load: 500, grace: 50 } } : {};
      const loading = run(asCommand(limits), name);
      await loading.then(
        () => expect.fail('it was loaded'),
        ({ message }: Error) => expect(message).to.match(reason),
      );
    });
  }
});
