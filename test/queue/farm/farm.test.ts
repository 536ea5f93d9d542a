import { expect } from 'chai';
import type { GameRecord } from '../../../src/arena/contest/game-record.js';
import { formatWorkerCounts, formatWorkers } from '../../../src/commands/contest/format-workers.js';
import { Farm, type AuditFindings } from '../../../src/queue/farm/farm.js';
import type { SeenWorker, WorkerFacts } from '../../../src/queue/job-queue.js';
import { pairingsOf, recordWonBy, workerNamed } from '../../support/queues/queue-parts.js';

const [ANN, BOB, CARL] = ['ann', 'bob', 'carl'].map((name) => workerNamed(name)) as [
  WorkerFacts,
  WorkerFacts,
  WorkerFacts,
];
const NOTHING: AuditFindings = { named: [], disputes: [] };

describe('Farm', () => {
  it('counts games, rates and lost turns of each worker', () => {
    const { farm, play, pass } = createFarm();
    farm.workers([playing(ANN), playing(BOB)]);
    pass(30_000);
    play(ANN, 20);
    play(BOB, 4);
    play(BOB, 1, 1);
    pass(30_000);
    const [ann, bob] = farm.rows(NOTHING);
    expect(ann).to.include({ name: 'ann', games: 40, gamesPerMinute: 40, lostTurns: 0, state: 'playing' });
    expect(bob).to.include({ name: 'bob', games: 10, gamesPerMinute: 10, lostTurns: 2 });
  });

  it('knows who is silent, refused, or gone', () => {
    const { farm } = createFarm();
    farm.workers([playing(ANN), playing(BOB)]);
    farm.workers([{ facts: BOB, state: { kind: 'refused', reason: 'too slow' } }, playing(CARL)]);
    expect(farm.rows(NOTHING).map(({ name, state }) => [name, state])).to.deep.equal([
      ['bob', 'refused'],
      ['carl', 'playing'],
      ['ann', 'silent'],
    ]);
    expect(farm.counts(NOTHING)).to.deep.equal({ playing: 1, silent: 1, refused: 1, named: 0 });
  });

  it('names the worker that others contradict, and those who differ while nobody decides', () => {
    const { farm } = createFarm();
    farm.workers([playing(ANN), playing(BOB), playing(CARL)]);
    const rows = farm.rows({
      named: [{ worker: ANN, pair: 7, others: [BOB, CARL], counted: 3 }],
      disputes: [{ pair: 9, workers: [BOB, CARL] }],
    });
    expect(rows.map(({ findings }) => findings)).to.deep.equal([
      ['its result of pair 7 is not that of "bob" and "carl"; 3 of its pairs were counted before that'],
      ['its result is not that of "carl" of pair 9, and no third worker was there to decide'],
      ['its result is not that of "bob" of pair 9, and no third worker was there to decide'],
    ]);
    expect(rows[0]).to.include({ state: 'refused', reason: 'its results differ from those of others' });
  });

  it('finds the worker on which the candidate loses, and the one that loses turns', () => {
    const { farm, play } = createFarm();
    for (let round = 0; round < 100; round++) {
      play(ANN, 1);
      play(BOB, 3);
      play(CARL, 3);
    }
    expect(farm.counts(NOTHING).named).to.equal(0);
    play(ANN, 80, 0, 1);
    play(CARL, 40, 1);
    const [ann, bob, carl] = farm.rows(NOTHING).toSorted((a, b) => a.name.localeCompare(b.name));
    expect(ann!.findings.join()).to.match(/^the candidate scores otherwise on it than on all others: by \d+\.\d stand/);
    expect(bob!.findings).to.deep.equal([]);
    expect(carl!.findings).to.deep.equal([
      'turns are lost or strategies crash in 12 % of its pairs, and in 0.0 % of all others',
    ]);
  });

  it('shows no more of a hostile name than one short line', () => {
    const { farm } = createFarm();
    farm.workers([playing(workerNamed(`a\u001B[2J\nb${'c'.repeat(1000)}`))]);
    expect(farm.rows(NOTHING)[0]!.name).to.equal(`a [2J b${'c'.repeat(53)}`);
  });

  it('lists at most so many, those first that something is wrong with', () => {
    const { farm } = createFarm();
    farm.workers([...Array.from({ length: 9 }, (_, index) => playing(workerNamed(`w${index}`))), playing(BOB)]);
    const rows = farm.rows({ named: [{ worker: BOB, pair: 1, others: [ANN, CARL], counted: 0 }], disputes: [] }, 3);
    expect(rows.map(({ name }) => name)).to.deep.equal(['bob', 'w0', 'w1']);
  });

  it('is printed as a part of the live line, and as a table', () => {
    expect(formatWorkerCounts({ playing: 1, silent: 0, refused: 0, named: 0 })).to.equal('1 worker');
    expect(formatWorkerCounts({ playing: 12, silent: 1, refused: 0, named: 2 })).to.equal(
      '12 workers (1 silent, 2 named)',
    );
    const { farm, play, pass } = createFarm();
    pass(60_000);
    play(ANN, 20);
    farm.workers([playing(ANN), { facts: BOB, state: { kind: 'refused', reason: 'it has another version' } }]);
    const text = formatWorkers(farm.rows({ named: [], disputes: [{ pair: 9, workers: [ANN, CARL] }] }));
    expect(text).to.match(/ann on machine +playing +40 /);
    expect(text).to.include('worker "bob": does not play: it has another version.');
    expect(text).to.match(/worker "ann": its result is not that of "carl" of pair 9, and no/);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).to.be.at.most(80);
  });
});

function createFarm() {
  let at = 0;
  let pair = 0;
  const farm = new Farm({ now: () => at, scoreOf });
  return {
    farm,
    pass: (ms: number) => void (at += ms),
    /** Each game is won by chance, or by `winner`. */
    play(worker: WorkerFacts, pairs: number, lostTurns = 0, winner?: number) {
      for (let count = 0; count < pairs; count++) {
        const records = [0, 1].map((game) => recordOf(winner ?? (count + game + pair) % 2, lostTurns && game));
        farm.settled({ pair, records }, worker, pairingsOf(pair));
        pair++;
      }
    },
  };
}

/** The score of contestant 1, who has seat 1. */
function scoreOf(_: unknown, records: readonly GameRecord[]): number {
  return records.reduce((sum, record) => sum + (record.kind === 'played' ? record.scores[1]! : 0), 0) / records.length;
}

function recordOf(winner: number, lostTurns: number): GameRecord {
  const record = recordWonBy(winner);
  if (record.kind === 'crashed') return record;
  return { ...record, seats: record.seats.map((seat) => ({ ...seat, lostTurns })) };
}

function playing(facts: WorkerFacts): SeenWorker {
  return { facts, state: { kind: 'playing' } };
}
