/** "No turn is ever lost, whatever a strategy does": one host, a snake for every way to fail, and a neighbour that must not notice. */
import { expect } from 'chai';
import type { MountStatus } from '../../src/snakes/mount.js';
import { EngineGame, type Reply } from '../support/engine.js';
import { endProcesses, startHost, until, type HostProcess, type Line } from '../support/host-process.js';

/** What a strategy does and what the log says of each of its turns. */
interface Case {
  readonly strategy: string;
  readonly kind?: RegExp;
  readonly reason: RegExp;
}

const LATE = { kind: /^move late$/, reason: /^move had not returned at its deadline$/ };
/** The next child has to start first: on a machine that is busy with other things, this takes all of a turn's time. */
const death = (reason: RegExp) => ({ kind: /^move (failed|late)$/, reason: new RegExp(`${reason.source}|deadline$`) });
const MEMORY = death(/memory/);

const BAD_TURNS: readonly Case[] = [
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
  { strategy: 'illegal-word', kind: /^move illegal$/, reason: /"move" is "north"$/ },
  { strategy: 'trap', kind: /^move illegal$/, reason: /throws when read: trapped$/ },
  { strategy: 'exit', ...death(/^the process exited with code 0$/) },
  { strategy: 'abort', ...death(/^the process aborted/) },
  { strategy: 'kill', ...death(/^the process was ended by SIGKILL$/) },
  { strategy: 'flood-channel', ...death(/^the process was killed: it sent more than 1000 messages in a turn$/) },
  { strategy: 'grow-array', ...MEMORY },
  { strategy: 'grow-map', ...MEMORY },
  { strategy: 'grow-objects', ...MEMORY },
  { strategy: 'grow-buffers', ...MEMORY },
  { strategy: 'sort', ...MEMORY },
];

/** Strategies whose wrongs cost no turn, and the complaints that one game of two turns leaves in the log. */
const COMPLAINTS: readonly { readonly strategy: string; readonly reasons: readonly RegExp[] }[] = [
  { strategy: 'big-shout', reasons: [] },
  { strategy: 'terminate', reasons: [] },
  { strategy: 'send-anything', reasons: [] },
  { strategy: 'stray', reasons: [] },
  { strategy: 'flood-log', reasons: [/^logged 99980 lines more/, /^logged 99980 lines more/] },
  { strategy: 'flood-console', reasons: [/^logged 19980 lines more/, /^logged 19980 lines more/] },
  { strategy: 'throw-start', reasons: [/^start threw: not today/] },
  { strategy: 'throw-end', reasons: [/^end threw: no goodbye/] },
];

const TURNS = 3;

describe('a host of misbehaving snakes', function () {
  this.timeout(60_000);
  let host: HostProcess;
  let neighbour: Neighbour;

  before(async () => {
    const strategies = [...BAD_TURNS, ...COMPLAINTS].map(({ strategy }) => strategy);
    host = await startHost({
      // Of an engine's second a strategy gets 390 ms: the rest is for a machine that is busy with other things.
      snakes: ['good', 'loop-start', 'loop-end', ...strategies].map((strategy) => {
        return { prefix: `/${strategy}`, strategy, memoryMb: 128, overhead: 600 };
      }),
    });
    neighbour = new Neighbour(host);
  });
  after(endProcesses);
  beforeEach(() => neighbour.play());
  afterEach(() => neighbour.rest());

  const newGame = (strategy: string) => new EngineGame({ url: `${host.url}/${strategy}` });
  /** Until the next child of a snake that has just lost one waits for something to do. */
  const isReady = (strategy: string) =>
    until(async () => {
      const snakes = (await (await fetch(`${host.admin}/snakes`)).json()) as MountStatus[];
      return snakes.some(({ prefix, children }) => prefix === `/${strategy}` && children[0]?.state === 'idle');
    });
  const warnings = (strategy: string) =>
    host.lines.filter(({ level, snake }) => level >= 40 && snake === `/${strategy}`);

  for (const { strategy, kind = /^move failed$/, reason } of BAD_TURNS) {
    it(`answers every turn when a strategy does as ${strategy} does, and says once what is wrong`, async () => {
      const game = newGame(strategy);
      await game.start();
      for (let turn = 0; turn < TURNS; turn++) await game.move();
      await game.end();
      await host.logged((line) => isEnd(line, game));
      const told = warnings(strategy);
      expect(told.map(({ turn }) => turn)).to.deep.equal([0, 1, 2]);
      for (const line of told) {
        expect(line).to.include({ level: 40, snake: `/${strategy}`, game: game.game });
        expect(line.msg).to.match(kind);
        expect(line['reason']).to.match(reason);
      }
    });
  }

  for (const { strategy, reasons } of COMPLAINTS) {
    it(`plays what the strategy says when it does as ${strategy} does, and complains where that helps`, async () => {
      const game = newGame(strategy);
      await game.start();
      for (let turn = 0; turn < 2; turn++) expect((await game.move()).move).to.equal('left');
      await game.end();
      await host.logged(({ snake, level }) => snake === `/${strategy}` && level >= 40, reasons.length);
      await host.logged((line) => isEnd(line, game));
      const told = warnings(strategy);
      expect(told.map(({ msg }) => msg)).to.deep.equal(reasons.map(() => 'strategy complaint'));
      told.forEach((line, index) => expect(line['reason']).to.match(reasons[index]!));
    });
  }

  it('sends the last proposal of a strategy that loops', async () => {
    const game = newGame('loop');
    game.turn = 1;
    await isReady('loop');
    expect(await game.move()).to.include({ move: 'right', shout: 'so far' });
  });

  it('cuts a shout of a megabyte', async () => {
    expect((await newGame('big-shout').move()).shout).to.have.lengthOf(256);
  });

  it('answers while start loops, and does not wait for it', async () => {
    const game = newGame('loop-start');
    await game.start();
    for (let turn = 0; turn < 2; turn++) await game.move();
    const [, second] = await host.logged(({ msg, snake }) => msg === 'move late' && snake === '/loop-start', 2);
    expect(second).to.include({ turn: 1, fallback: 'safe' });
  });

  it('replaces a child that loops in end, and plays the next game', async () => {
    const game = newGame('loop-end');
    expect((await game.move()).move).to.equal('left');
    await game.end();
    const [replaced] = await host.logged(({ msg, snake }) => msg === 'child replaced' && snake === '/loop-end');
    expect(replaced!['reason']).to.include('end had not returned 50 ms after its allowance');
    await isReady('loop-end');
    expect((await newGame('loop-end').move()).move).to.equal('left');
  });

  it('is still the same process, with its neighbour unharmed', async () => {
    expect((await fetch(`${host.url}/healthz`)).status).to.equal(200);
    expect(warnings('good')).to.deep.equal([]);
    expect(host.lines.filter(({ level }) => level > 40)).to.deep.equal([]);
  });
});

function isEnd({ msg, game }: Line, { game: id }: EngineGame): boolean {
  return msg === 'game ended' && game === id;
}

/** A well-behaved snake that plays one game all along: it keeps its child, its memory and its time. */
class Neighbour {
  readonly #game: EngineGame;
  #playing: Promise<void> | undefined;
  #resting = true;

  constructor({ url }: HostProcess) {
    this.#game = new EngineGame({ url: `${url}/good`, timeout: 3000 });
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
    while (!this.#resting) check(await this.#game.move(), this.#game.turn);
  }
}

function check({ move, shout }: Reply, turns: number): void {
  expect(move).to.equal('left');
  expect(JSON.parse(shout!)).to.deep.equal({ turns, resumed: false, startedOn: 0, greeting: 'hello' });
}
