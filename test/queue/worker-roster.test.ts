import { expect } from 'chai';
import type { GameRecord } from '../../src/arena/contest/game-record.js';
import { formatWorkerCounts, formatWorkers } from '../../src/commands/contest/format-workers.js';
import type { WorkerFacts, WorkerStatus } from '../../src/queue/job-queue.js';
import { WorkerRoster } from '../../src/queue/worker-roster.js';
import { recordWonBy, workerNamed } from '../support/queues/queue-parts.js';

const ANN = workerNamed('ann');
const BOB = workerNamed('bob');
const CARL = workerNamed('carl');

describe('WorkerRoster', () => {
  it('counts games, rates and lost turns of each worker', () => {
    const { roster, play, pass } = createRoster();
    roster.workers([playing(ANN), playing(BOB)]);
    pass(30_000);
    play(ANN, 20);
    play(BOB, 4);
    play(BOB, 1, 1);
    pass(30_000);
    const [ann, bob] = roster.list();
    expect(ann).to.include({ name: 'ann', games: 40, gamesPerMinute: 40, lostTurns: 0, state: 'playing' });
    expect(bob).to.include({ name: 'bob', games: 10, gamesPerMinute: 10, lostTurns: 2 });
  });

  it('does not list who has left nothing but results, nor counts them to the rate of others', () => {
    const { roster, play, pass } = createRoster();
    play(ANN, 20);
    play(BOB, 20);
    roster.workers([playing(ANN)]);
    pass(60_000);
    play(ANN, 3);
    const list = roster.list();
    expect(list.map(({ name }) => name)).to.deep.equal(['ann']);
    expect(list[0]).to.include({ games: 46, gamesPerMinute: 6 });
    expect(roster.counts()).to.deep.equal({ playing: 1, silent: 0, refused: 0 });
  });

  it('knows who is silent, refused, or gone', () => {
    const { roster } = createRoster();
    roster.workers([playing(ANN), playing(BOB)]);
    roster.workers([refused(BOB, 'too slow'), playing(CARL)]);
    expect(roster.list().map(({ name, state }) => [name, state])).to.deep.equal([
      ['bob', 'refused'],
      ['carl', 'playing'],
      ['ann', 'silent'],
    ]);
    expect(roster.counts()).to.deep.equal({ playing: 1, silent: 1, refused: 1 });
  });

  it('shows no more of a hostile name than one short line', () => {
    const { roster } = createRoster();
    roster.workers([playing(workerNamed(`a\u001B[2J\nb${'c'.repeat(1000)}`))]);
    expect(roster.list()[0]!.name).to.equal(`a [2J b${'c'.repeat(53)}`);
  });

  it('lists at most a number of them, those first that are refused', () => {
    const { roster } = createRoster();
    const others = Array.from({ length: 9 }, (_, index) => playing(workerNamed(`w${index}`)));
    roster.workers([...others, refused(BOB, 'too slow')]);
    expect(roster.list(3).map(({ name }) => name)).to.deep.equal(['bob', 'w0', 'w1']);
  });

  it('is printed as a part of the live line, and as a table', () => {
    expect(formatWorkerCounts({ playing: 1, silent: 0, refused: 0 })).to.equal('1 worker');
    expect(formatWorkerCounts({ playing: 12, silent: 1, refused: 2 })).to.equal('12 workers (1 silent, 2 refused)');
    const { roster, play, pass } = createRoster();
    pass(60_000);
    play(ANN, 20);
    roster.workers([playing(ANN), refused(BOB, 'it has another version')]);
    const text = formatWorkers(roster.list(), 80);
    expect(text).to.match(/ann on machine +playing +40 /);
    expect(text).to.include('worker "bob" does not play: it has another version.');
    for (const width of [60, 80]) {
      const lines = formatWorkers(roster.list(), width).split('\n');
      expect(Math.max(...lines.map(({ length }) => length))).to.be.at.most(width);
    }
  });
});

function createRoster() {
  let at = 0;
  let pair = 0;
  const roster = new WorkerRoster(() => at);
  return {
    roster,
    pass: (ms: number) => void (at += ms),
    play(worker: WorkerFacts, pairs: number, lostTurns = 0) {
      for (let count = 0; count < pairs; count++) {
        const records = [0, 1].map((game) => recordOf(game, lostTurns && game));
        roster.settled({ pair, records }, worker);
        pair++;
      }
    },
  };
}

function recordOf(winner: number, lostTurns: number): GameRecord {
  const record = recordWonBy(winner);
  if (record.kind === 'crashed') return record;
  return { ...record, seats: record.seats.map((seat) => ({ ...seat, lostTurns })) };
}

function playing(facts: WorkerFacts): WorkerStatus {
  return { facts, state: { kind: 'playing' } };
}

function refused(facts: WorkerFacts, reason: string): WorkerStatus {
  return { facts, state: { kind: 'refused', reason } };
}
