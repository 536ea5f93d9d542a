import { expect } from 'chai';
import type { CallOutcome, Runner, TurnJob } from '../../src/snakes/strategy/runner.js';
import type { Strategy } from '../../src/snakes/strategy/contract.js';
import { Shadow, type ShadowDeps } from '../../src/snakes/shadow.js';
import type { JournalEvent, StrategyFacts } from '../../src/journal/journal-event.js';
import type { Direction } from '../../src/rules/types.js';
import { sketchRequest } from '../support/requests.js';
import { SimulatedCores } from '../support/simulated-cores.js';
import { mountStrategy } from '../support/snakes.js';

const player: StrategyFacts = { strategy: 'test', hash: '0', version: '', options: {} };
/** A duel, which no health probe looks like, of two that walk on. */
const duel = (turn: number) => [
  { id: 'me', body: [5, 6, 7].map((x) => [x - turn, 5]) },
  { id: 'other', body: [1, 2, 3].map((y) => [1, y + 3 - turn]) },
];

/** A candidate whose answers a test gives: each `move` waits for one. */
class Candidate implements Runner {
  readonly calls: string[] = [];
  readonly jobs: TurnJob[] = [];
  readonly #held: ((outcome: CallOutcome) => void)[] = [];

  start = ({ request }: TurnJob) => void this.calls.push(`start ${request.turn}`);
  end = ({ request }: TurnJob) => void this.calls.push(`end ${request.turn}`);
  forget = () => void this.calls.push('forget');
  abandon = () => void this.calls.push('abandon');
  status = () => [];
  close = () => Promise.resolve();

  move(job: TurnJob): Promise<CallOutcome> {
    this.calls.push(`move ${job.request.turn}`);
    this.jobs.push(job);
    return new Promise((resolve) => this.#held.push(resolve));
  }

  /** Answers the oldest call, and waits until the answer is recorded. */
  async replies(move: Direction): Promise<void> {
    await this.settles({ kind: 'moved', move: { move } });
  }

  async settles(outcome: CallOutcome): Promise<void> {
    this.#held.shift()!(outcome);
    await turnLoop();
  }
}

function mountShadowed(strategy: Partial<Strategy> = {}, delay = 0, idle?: ShadowDeps['cores']) {
  const events: JournalEvent[] = [];
  const candidate = new Candidate();
  const recorder = { player, record: (event: JournalEvent) => void events.push(event) };
  const shadow = new Shadow({ runner: candidate, loopDelay: () => delay, cores: idle });
  const base = mountStrategy(strategy, {}, recorder, shadow);
  const move = async (turn: number, game = 'game') => {
    const answer = await base.move({ game, turn, snakes: duel(turn) });
    await turnLoop();
    return answer;
  };
  const end = async (turn: number) => {
    base.end({ turn, snakes: duel(turn) });
    await turnLoop();
  };
  return { base, candidate, move, end, recorded: () => events.map(inShort) };
}

describe('Shadow', () => {
  it('is asked after the answer has left, and its answer is recorded with the turn', async () => {
    const { candidate, move, recorded } = mountShadowed();
    expect(await move(0)).to.include({ kind: 'moved', move: 'left' });
    expect(candidate.calls).to.include('move 0');
    expect(recorded()).to.deep.equal(['began', 'turn 0']);
    await candidate.replies('up');
    expect(recorded()).to.deep.equal(['began', 'turn 0', 'turn 0 up']);
  });

  it('is reported by whether it agrees with its base, or why it has no answer', async () => {
    const { base, candidate, move } = mountShadowed();
    for (const turn of [0, 1, 2]) await move(turn);
    await candidate.replies('left');
    await candidate.replies('up');
    await move(3);
    await candidate.settles({ kind: 'late', cause: 'strategy', reason: 'slow' });
    const reported = (await base.events()).flatMap((event) =>
      event.type === 'shadowAnswered' ? [[event.snake, event.outcome]] : [],
    );
    expect(reported).to.deep.equal(['skipped', 'agreed', 'differed', 'late'].map((outcome) => ['/test', outcome]));
  });

  it('is recorded with the safe move if it returns nothing, or else with its last proposal', async () => {
    const { candidate, move, recorded } = mountShadowed();
    await move(0);
    await candidate.settles({ kind: 'delegated' });
    await move(1);
    await candidate.settles({ kind: 'delegated', proposal: { move: 'down' } });
    expect(recorded()[2]).to.match(/^turn 0 (up|down|left)$/);
    expect(recorded().at(-1)).to.equal('turn 1 down');
  });

  it('starts with the game, and ends after its last turn', async () => {
    const { base, candidate, move, end, recorded } = mountShadowed();
    base.start({ snakes: duel(0) });
    await move(0);
    await end(1);
    expect(candidate.calls).to.deep.equal(['forget', 'start 0', 'move 0']);
    expect(recorded().at(-1)).to.equal('ended');
    await candidate.replies('up');
    expect(candidate.calls.at(-1)).to.equal('end 1');
    // The end comes again, so that the last turn counts with its shadow.
    expect(recorded()).to.deep.equal(['began', 'turn 0', 'ended', 'turn 0 up', 'ended']);
  });

  it('gets the request as it arrived, and no last turn, because its answer was not sent', async () => {
    const tearing = {
      move(turn: { board: { snakes: unknown[] } }) {
        turn.board.snakes.length = 0;
        return 'left' as const;
      },
    };
    const { candidate, move } = mountShadowed(tearing);
    await move(0);
    await candidate.replies('left');
    await move(1);
    expect(candidate.jobs.map(({ request }) => request.board.snakes.length)).to.deep.equal([2, 2]);
    expect(candidate.jobs.map(({ lastTurn }) => lastTurn)).to.deep.equal([undefined, undefined]);
  });

  it('skips turns, and forgets games, whose requests are too long to be kept waiting', async () => {
    const { base, candidate, move, recorded } = mountShadowed();
    await move(0, 'first');
    const long = {
      text: `${JSON.stringify(sketchRequest({ game: 'long', snakes: duel(0) }))}${' '.repeat(5_000_000)}`,
    };
    await base.move({ game: 'long', snakes: duel(0) }, long);
    await turnLoop();
    expect(recorded().filter((event) => event === 'turn 0 skipped')).to.have.lengthOf(1);
    await move(1, 'first');
    base.end({ game: 'first', turn: 2, snakes: duel(2) }, long);
    expect(candidate.calls.at(-1)).to.equal('forget');
  });

  it('is asked one turn at a time, and skips a turn if the next one comes first', async () => {
    const { candidate, move, recorded } = mountShadowed();
    for (const turn of [0, 1, 2]) await move(turn);
    expect(candidate.jobs.map(({ request }) => request.turn)).to.deep.equal([0]);
    await candidate.replies('up');
    expect(candidate.jobs.map(({ request }) => request.turn)).to.deep.equal([0, 2]);
    expect(recorded().slice(1)).to.deep.equal(['turn 0', 'turn 1', 'turn 2', 'turn 1 skipped', 'turn 0 up']);
  });

  it('serves its games in turn', async () => {
    const { candidate, move } = mountShadowed();
    await move(0, 'a');
    await move(0, 'b');
    await move(1, 'a');
    await candidate.replies('up');
    await candidate.replies('up');
    const asked = candidate.jobs.map(({ request }) => `${request.game.id} ${request.turn}`);
    expect(asked).to.deep.equal(['a 0', 'b 0', 'a 1']);
  });

  it('is not asked while the event loop of the host is late', async () => {
    const { candidate, move, recorded } = mountShadowed({}, 30);
    await move(0);
    expect(candidate.jobs).to.deep.equal([]);
    expect(recorded().at(-1)).to.equal('turn 0 skipped');
  });

  it('begins no turn while one that will be sent waits for a core', async () => {
    const cores = new SimulatedCores({ cores: 1 });
    const lane = cores.join();
    const { base, candidate, move, end, recorded } = mountShadowed({}, 0, cores.schedule);
    const asked = () => candidate.jobs.map(({ request }) => request.turn);
    await move(0);
    expect(asked()).to.deep.equal([0]);
    await candidate.replies('up');

    for (const key of ['first', 'second']) lane.begin(key);
    const [, second] = ['first', 'second'].map((key) => cores.think(lane, { key }));
    for (const turn of [1, 2]) await move(turn);
    expect([asked(), cores.schedule.waiting()]).to.deep.equal([[0], 1]);
    expect(recorded().at(-1)).to.equal('turn 1 skipped');
    await end(3);
    cores.clock.pass(300);
    await turnLoop();
    expect(second!.begunAt).to.be.a('number');
    expect(asked()).to.deep.equal([0, 2]);
    await candidate.replies('up');
    expect(candidate.calls.at(-1)).to.equal('end 3');
    await base.snake.close();
  });

  it('drops the last turn of a game that restarted', async () => {
    const { candidate, move, end, recorded } = mountShadowed();
    await move(0);
    await end(1);
    await move(0);
    await candidate.replies('up');
    expect(recorded()).to.deep.equal(['began', 'turn 0', 'ended', 'began', 'turn 0']);
    await candidate.replies('down');
    expect(recorded().at(-1)).to.equal('turn 0 down');
  });

  it('drops its last turn when the snake is closed', async () => {
    const { base, candidate, move, recorded } = mountShadowed();
    await move(0);
    await base.snake.close();
    await candidate.replies('up');
    expect(recorded()).to.deep.equal(['began', 'turn 0']);
  });
});

function inShort(event: JournalEvent): string {
  if (event.kind !== 'turn') return event.kind;
  const { turn, shadow } = event.facts;
  const answer = shadow?.kind === 'moved' ? shadow.move : shadow?.kind;
  return answer === undefined ? `turn ${turn}` : `turn ${turn} ${answer}`;
}

/** Waits until everything deferred has happened. */
async function turnLoop(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
