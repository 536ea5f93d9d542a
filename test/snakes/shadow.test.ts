import { expect } from 'chai';
import type { CallOutcome, Runner, TurnJob } from '../../src/snakes/strategy/runner.js';
import type { Strategy } from '../../src/snakes/strategy/contract.js';
import { Shadow } from '../../src/snakes/shadow.js';
import type { JournalEvent, Player } from '../../src/journal/journal-event.js';
import type { Direction } from '../../src/rules/types.js';
import { mountStrategy } from '../support/snakes.js';

const player: Player = { strategy: 'test', hash: '0', version: '', options: {} };
/** A duel, which no health probe looks like, of two that walk on. */
const duel = (turn: number) => [
  { id: 'me', body: [5, 6, 7].map((x) => [x - turn, 5]) },
  { id: 'other', body: [1, 2, 3].map((y) => [1, y + 3 - turn]) },
];

/** A candidate that a test answers for: each `move` waits until it does. */
class Candidate implements Runner {
  readonly calls: string[] = [];
  readonly jobs: TurnJob[] = [];
  readonly #held: ((outcome: CallOutcome) => void)[] = [];

  start = ({ request }: TurnJob) => void this.calls.push(`start ${request.turn}`);
  end = ({ request }: TurnJob) => void this.calls.push(`end ${request.turn}`);
  forget = () => void this.calls.push('forget');
  status = () => [];
  close = () => Promise.resolve();

  move(job: TurnJob): Promise<CallOutcome> {
    this.calls.push(`move ${job.request.turn}`);
    this.jobs.push(job);
    return new Promise((resolve) => this.#held.push(resolve));
  }

  /** Answers the oldest call, and lets the word get around. */
  async says(move: Direction): Promise<void> {
    this.#held.shift()!({ kind: 'moved', move: { move } });
    await turnLoop();
  }
}

function mountShadowed(strategy: Partial<Strategy> = {}, delay = 0) {
  const entries: JournalEvent[] = [];
  const candidate = new Candidate();
  const recorder = { player, record: (event: JournalEvent) => void entries.push(event) };
  const shadow = new Shadow({ runner: candidate, loopDelay: () => delay });
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
  return { base, candidate, move, end, told: () => entries.map(inShort) };
}

describe('a shadow', () => {
  it('is asked after the answer, and what it says is kept with the turn', async () => {
    const { candidate, move, told } = mountShadowed();
    expect(await move(0)).to.include({ kind: 'moved', move: 'left' });
    expect(candidate.calls).to.include('move 0');
    expect(told()).to.deep.equal(['began', 'turn 0']);
    await candidate.says('up');
    expect(told()).to.deep.equal(['began', 'turn 0', 'turn 0 up']);
  });

  it('starts with the game, and ends after its last turn', async () => {
    const { base, candidate, move, end, told } = mountShadowed();
    base.start({ snakes: duel(0) });
    await move(0);
    await end(1);
    expect(candidate.calls).to.deep.equal(['forget', 'start 0', 'move 0']);
    expect(told().at(-1)).to.equal('ended');
    await candidate.says('up');
    expect(candidate.calls.at(-1)).to.equal('end 1');
    // The end comes again, so that the last turn counts with its shadow.
    expect(told()).to.deep.equal(['began', 'turn 0', 'ended', 'turn 0 up', 'ended']);
  });

  it('sees the request as it arrived, and nothing of a last turn: no answer of its own was sent', async () => {
    const tearing = {
      move(turn: { board: { snakes: unknown[] } }) {
        turn.board.snakes.length = 0;
        return 'left' as const;
      },
    };
    const { candidate, move } = mountShadowed(tearing);
    await move(0);
    await candidate.says('left');
    await move(1);
    expect(candidate.jobs.map(({ request }) => request.board.snakes.length)).to.deep.equal([2, 2]);
    expect(candidate.jobs.map(({ lastTurn }) => lastTurn)).to.deep.equal([undefined, undefined]);
  });

  it('is asked one turn at a time, and skips the one that the next overtakes', async () => {
    const { candidate, move, told } = mountShadowed();
    for (const turn of [0, 1, 2]) await move(turn);
    expect(candidate.jobs.map(({ request }) => request.turn)).to.deep.equal([0]);
    await candidate.says('up');
    expect(candidate.jobs.map(({ request }) => request.turn)).to.deep.equal([0, 2]);
    expect(told().slice(1)).to.deep.equal(['turn 0', 'turn 1', 'turn 2', 'turn 1 skipped', 'turn 0 up']);
  });

  it('takes the games in turn', async () => {
    const { candidate, move } = mountShadowed();
    await move(0, 'a');
    await move(0, 'b');
    await move(1, 'a');
    await candidate.says('up');
    await candidate.says('up');
    expect(candidate.jobs.map(({ request }) => `${request.game.id} ${request.turn}`)).to.deep.equal(['a 0', 'b 0', 'a 1']); // prettier-ignore
  });

  it('is not asked while the host is late', async () => {
    const { candidate, move, told } = mountShadowed({}, 30);
    await move(0);
    expect(candidate.jobs).to.deep.equal([]);
    expect(told().at(-1)).to.equal('turn 0 skipped');
  });

  it('says nothing more of a run that began anew', async () => {
    const { candidate, move, end, told } = mountShadowed();
    await move(0);
    await end(1);
    await move(0);
    await candidate.says('up');
    expect(told()).to.deep.equal(['began', 'turn 0', 'ended', 'began', 'turn 0']);
    await candidate.says('down');
    expect(told().at(-1)).to.equal('turn 0 down');
  });

  it('says nothing more when its snake is closed', async () => {
    const { base, candidate, move, told } = mountShadowed();
    await move(0);
    await base.snake.close();
    await candidate.says('up');
    expect(told()).to.deep.equal(['began', 'turn 0']);
  });
});

function inShort(entry: JournalEvent): string {
  if (entry.kind !== 'turn') return entry.kind;
  const { turn, shadow } = entry.facts;
  const said = shadow?.kind === 'moved' ? shadow.move : shadow?.kind;
  return said === undefined ? `turn ${turn}` : `turn ${turn} ${said}`;
}

/** Until all that was put off has happened. */
async function turnLoop(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
