/**
 * No turn is lost, whatever a strategy does: a host with a snake for every way to fail, and a neighbour that must not
 * notice.
 */
import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { commandFixture, python } from '../../support/command-fixtures.js';
import { WalkingSnake, type TimedMove } from '../../support/walking-snake.js';
import { killProcesses, spawnHost, type HostProcess, type LogLine } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

/** What the log says about each of its turns. */
interface BadTurns {
  readonly kind?: RegExp;
  readonly reason: RegExp;
}

type BadSnake = BadTurns & SnakeFixture;

/** The name of a strategy, or of a command. */
type SnakeFixture = { readonly strategy: string } | { readonly command: string };

const LATE = {
  kind: /^move late$/,
  reason: /^(no answer (within the \d+ ms budget|by its deadline)|it had the CPU for \d+ of \d+ ms|the host itself)/,
};
/**
 * A turn may also be late, because the next child has to start first and this can take the whole turn on a busy
 * machine.
 */
const death = (reason: RegExp) => ({
  kind: /^move (failed|late)$/,
  reason: new RegExp(`${reason.source}|${LATE.reason.source}`),
});
const MEMORY = death(/memory/);

const BAD_TURNS: readonly BadSnake[] = [
  { strategy: 'loop', ...LATE },
  { strategy: 'never', ...LATE },
  { strategy: 'slow', ...LATE },
  { strategy: 'busy', ...LATE },
  { strategy: 'spawn', ...LATE },
  { strategy: 'flood-propose', ...LATE },
  { strategy: 'throw', reason: /^move threw: out of ideas \(at .*move \(.*throw\.js:4:9\)\)$/ },
  { strategy: 'reject', reason: /^move threw: out of promises/ },
  { strategy: 'throw-nothing', reason: /^move threw: something that cannot be shown$/ },
  { strategy: 'mutate', reason: /^move threw: torn/ },
  { strategy: 'number', kind: /^move illegal$/, reason: /^move returned a number, not a move$/ },
  { strategy: 'illegal-word', kind: /^move illegal$/, reason: /"move" is "north" \(up, down, left, right\)$/ },
  { strategy: 'trap', kind: /^move illegal$/, reason: /throws when read: trapped$/ },
  { strategy: 'exit', ...death(/^the process exited with code 0$/) },
  { strategy: 'abort', ...death(/^the process aborted/) },
  { strategy: 'kill', ...death(/^the process was ended by SIGKILL$/) },
  { strategy: 'flood-channel', ...death(/^the process was killed: it sent more than 1000 messages in a turn$/) },
  { strategy: 'write-garbage', ...death(/^the process was killed: it wrote "hello" to its channel, which is not/) },
  { strategy: 'write-foreign', ...death(/^the process was killed: it wrote .* to its channel, which is not/) },
  { strategy: 'write-endless', ...death(/^the process was killed: it sent a message of more than 1048576 bytes$/) },
  { strategy: 'close-channel', ...death(/^the process was killed: it closed its channel$/) },
  { strategy: 'detach', ...LATE },
  { strategy: 'grow-array', ...MEMORY },
  { strategy: 'grow-map', ...MEMORY },
  { strategy: 'grow-objects', ...MEMORY },
  { strategy: 'grow-buffers', ...MEMORY },
  { strategy: 'sort', ...MEMORY },
  { command: 'loop', ...LATE },
  { command: 'mute', ...LATE },
  { command: 'never', ...LATE },
  { command: 'slow', ...LATE },
  { command: 'busy', ...LATE },
  { command: 'half-line', ...LATE },
  { command: 'never-reads', ...LATE },
  { command: 'spawn', ...LATE },
  { command: 'detach', ...LATE },
  { command: 'flood-propose', ...LATE },
  { command: 'throw', reason: /^RuntimeError: out of ideas \(at throw\.py:8\)$/ },
  { command: 'not-a-number', reason: /^what move returned is no JSON/ },
  { command: 'number', kind: /^move illegal$/, reason: /^move returned a number, not a move$/ },
  { command: 'no-move', kind: /^move illegal$/, reason: /^the answer has no "move"$/ },
  { command: 'exit', ...death(/^the process exited with code 0/) },
  { command: 'abort', ...death(/^the process aborted/) },
  { command: 'kill', ...death(/^the process was ended by SIGKILL/) },
  { command: 'flood-channel', ...death(/^the process was killed: it sent more than 1000 messages in a turn$/) },
  { command: 'write-garbage', ...death(/^the process was killed: it wrote "hello" to standard output, which is for/) },
  { command: 'write-foreign', ...death(/^the process was killed: it wrote .* to standard output, which is for/) },
  { command: 'write-endless', ...death(/^the process was killed: it sent a message of more than 1048576 bytes$/) },
  { command: 'close-output', ...death(/^the process was killed: it closed its channel$/) },
  { command: 'grow', ...MEMORY },
  { command: 'grow-child', ...MEMORY },
];

/** Snakes that misbehave but lose no turn, and the warnings that a game of two turns leaves in the log. */
const WARNINGS: readonly (SnakeFixture & { readonly reasons: readonly RegExp[] })[] = [
  { strategy: 'big-shout', reasons: [] },
  { strategy: 'terminate', reasons: [] },
  { strategy: 'send-anything', reasons: [] },
  { strategy: 'send-handle', reasons: [] },
  { strategy: 'stray', reasons: [] },
  { strategy: 'flood-log', reasons: [/^logged 99980 lines more/, /^logged 99980 lines more/] },
  { strategy: 'flood-console', reasons: [/^logged 19980 lines more/, /^logged 19980 lines more/] },
  { strategy: 'throw-start', reasons: [/^start threw: not today/] },
  { strategy: 'throw-end', reasons: [/^end threw: no goodbye/] },
  { command: 'big-shout', reasons: [] },
  { command: 'odd-text', reasons: [] },
  { command: 'in-pieces', reasons: [] },
  { command: 'two-answers', reasons: [] },
  { command: 'deep', reasons: [] },
  { command: 'flood-log', reasons: [/^logged 280 lines more/, /^logged 280 lines more/] },
  { command: 'throw-start', reasons: [/^start raised RuntimeError: not today \(at throw-start\.py:8\)/] },
  { command: 'throw-end', reasons: [/^end raised RuntimeError: no goodbye/] },
];

/** Without Python, there are none but strategies. */
const canPlay = (snake: SnakeFixture) => python !== undefined || 'strategy' in snake;
const BAD = BAD_TURNS.filter(canPlay);
const WARNING = WARNINGS.filter(canPlay);

const isCount = ({ msg }: LogLine) => msg === 'faults repeated';
const TURNS = 3;
/** The pause between the neighbour's moves, in ms. Without it, the neighbour would take the CPU from the others. */
const PAUSE_MS = 20;

describe('a host of misbehaving snakes', () => {
  let host: HostProcess;
  let neighbour: Neighbour;

  before(async () => {
    const others = ['good', 'loop-start', 'loop-end'].map((strategy) => ({ strategy }));
    host = await spawnHost({
      // A snake gets 390 ms of the engine's second; the rest is slack for a busy machine.
      snakes: [...others, ...BAD, ...WARNING].map((snake) => {
        const source = 'command' in snake ? { command: commandFixture(snake.command) } : { strategy: snake.strategy };
        return { prefix: `/${nameOf(snake)}`, ...source, memory: '128mb', overhead: 600 };
      }),
    });
    neighbour = new Neighbour(host);
  });
  after(killProcesses);
  beforeEach(() => neighbour.play());
  afterEach(() => neighbour.rest());

  const newGame = (name: string) => new WalkingSnake({ url: `${host.url}/${name}` });
  /** Resolves when a snake that has just lost its child has a new idle one. */
  const untilReady = (strategy: string) =>
    until(async () => {
      const snakes = await host.snakes();
      return snakes.some(({ prefix, children }) => prefix === `/${strategy}` && children[0]?.state === 'idle');
    });
  const warnings = (strategy: string) =>
    host.lines.filter(({ level, snake }) => level >= 40 && snake === `/${strategy}`);

  for (const { kind = /^move failed$/, reason, ...snake } of BAD) {
    const name = nameOf(snake);
    it(`answers every turn of ${describeSnake(snake)}, and logs what was wrong, and on how many turns`, async () => {
      const game = newGame(name);
      await game.start();
      for (let turn = 0; turn < TURNS; turn++) await game.move();
      await game.end();
      await host.logged((line) => isEnd(line, game));
      const lines = warnings(name).filter((line) => !isCount(line));
      const counts = warnings(name).filter(isCount);
      expect(lines[0]?.turn).to.equal(0);
      const faults = counts.flatMap((line) => line['faults'] as { times: number; reason: string }[]);
      expect(faults.reduce((sum, { times }) => sum + times, lines.length)).to.equal(TURNS);
      for (const fault of faults) expect(fault.reason).to.match(reason);
      for (const line of lines) {
        expect(line).to.include({ level: 40, snake: `/${name}`, game: game.game });
        expect(line.msg).to.match(kind);
        expect(line['reason']).to.match(reason);
      }
    });
  }

  for (const { reasons, ...snake } of WARNING) {
    const name = nameOf(snake);
    it(`plays the moves of ${describeSnake(snake)}, and logs the expected warnings`, async () => {
      const game = newGame(name);
      await game.start();
      for (let turn = 0; turn < 2; turn++) expect((await game.move()).move).to.equal('left');
      await game.end();
      await host.logged((line) => line['snake'] === `/${name}` && line.level >= 40, reasons.length);
      await host.logged((line) => isEnd(line, game));
      const lines = warnings(name);
      expect(lines.map(({ msg }) => msg)).to.deep.equal(reasons.map(() => 'strategy warning'));
      lines.forEach((line, index) => expect(line['reason']).to.match(reasons[index]!));
    });
  }

  it('answers with the last proposal of a strategy that loops', async () => {
    const game = newGame('loop');
    game.turn = 1;
    await untilReady('loop');
    expect(await game.move()).to.include({ move: 'right', shout: 'so far' });
  });

  it('cuts a shout of a megabyte to 256 characters', async () => {
    expect((await newGame('big-shout').move()).shout).to.have.lengthOf(256);
  });

  it('answers without waiting for a start that loops', async () => {
    const game = newGame('loop-start');
    await game.start();
    for (let turn = 0; turn < 2; turn++) await game.move();
    await game.end();
    await host.logged((line) => isEnd(line, game));
    const late = host.lines.filter(({ msg, snake }) => msg === 'move late' && snake === '/loop-start');
    for (const line of late) expect(line).to.include({ fallback: 'safe' });
    const counted = host.lines.find(({ msg, snake }) => msg === 'faults repeated' && snake === '/loop-start');
    const faults = (counted?.['faults'] ?? []) as { kind: string; times: number }[];
    expect(faults.every(({ kind }) => kind === 'late')).to.equal(true);
    expect(faults.reduce((sum, { times }) => sum + times, late.length)).to.equal(2);
  });

  it('replaces a child that loops in end, and plays the next game', async () => {
    const game = newGame('loop-end');
    expect((await game.move()).move).to.equal('left');
    await game.end();
    const [replaced] = await host.logged(({ msg, snake }) => msg === 'child killed' && snake === '/loop-end');
    expect(replaced!['reason']).to.include('end had not returned 50 ms after its allowance');
    await untilReady('loop-end');
    expect((await newGame('loop-end').move()).move).to.equal('left');
  });

  it('has not restarted, and its well-behaved neighbour has no warning', async () => {
    expect((await fetch(`${host.url}/healthz`)).status).to.equal(200);
    expect(warnings('good')).to.deep.equal([]);
    expect(host.lines.filter(({ level }) => level > 40)).to.deep.equal([]);
  });
});

function nameOf(snake: SnakeFixture): string {
  return 'command' in snake ? `command-${snake.command}` : snake.strategy;
}

function describeSnake(snake: SnakeFixture): string {
  return 'command' in snake ? `the command ${snake.command}` : `the strategy ${snake.strategy}`;
}

function isEnd({ msg, game }: LogLine, { game: id }: WalkingSnake): boolean {
  return msg === 'game ended' && game === id;
}

/** A well-behaved snake that plays one game throughout, and has to keep its child, its memory and its time. */
class Neighbour {
  readonly #game: WalkingSnake;
  #playing: Promise<void> | undefined;
  #resting = true;

  constructor({ url }: HostProcess) {
    this.#game = new WalkingSnake({ url: `${url}/good`, timeout: 3000 });
  }

  play(): void {
    this.#resting = false;
    this.#playing = this.#loop();
  }

  async rest(): Promise<void> {
    this.#resting = true;
    await this.#playing;
  }

  async #loop(): Promise<void> {
    while (!this.#resting) {
      check(await this.#game.move(), this.#game.turn);
      await wait(PAUSE_MS);
    }
  }
}

function check({ move, shout }: TimedMove, turns: number): void {
  expect(move).to.equal('left');
  expect(JSON.parse(shout!)).to.deep.equal({ turns, resumed: false, startedOn: 0, greeting: 'hello' });
}
