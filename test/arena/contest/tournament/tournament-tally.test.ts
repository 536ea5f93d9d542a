import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GameRecord } from '../../../../src/arena/contest/game-record.js';
import type { SeatRecord } from '../../../../src/arena/contest/seat-figures.js';
import type { Pairing } from '../../../../src/arena/contest/contest.js';
import { playContest } from '../../../../src/arena/contest/play-contest.js';
import { readContestFile, saveContest } from '../../../../src/arena/contest/contest-file.js';
import {
  scheduleTournament,
  type TournamentTally,
  reportTournament,
} from '../../../../src/arena/contest/tournament/tournament-tally.js';
import { identifyTournament, type TournamentPlan } from '../../../../src/arena/contest/tournament/tournament-plan.js';
import { TOURNAMENT } from '../../../../src/commands/tournament/tournament.js';
import { UsageError } from '../../../../src/errors/errors.js';
import { createMatch } from '../../../support/contestants.js';
import { createRandom } from '../../../support/simulated-sprt.js';

const SEAT: SeatRecord = {
  answers: 10,
  ownMoves: 10,
  lostTurns: 0,
  failures: 0,
  fallbacks: 0,
  took: { 5: 10 },
  length: 3,
};

describe('a tournament', () => {
  let duels: TournamentPlan;
  let trios: TournamentPlan;
  before(async () => {
    const { contestants, game } = await createMatch('constant', 'random', 'greedy');
    duels = { contestants, game, perGame: 2, isGauntlet: false, seed: 's', maxPairs: 400 };
    trios = { ...duels, perGame: 3 };
  });

  it('counts points of each against each, first places, lost turns and crashes', () => {
    const game: Pairing = { pair: 0, game: 0, seed: 's/0', seats: [2, 0, 1] };
    const seats = [{ ...SEAT, lostTurns: 4, problem: 'late' }, SEAT, SEAT];
    const records: GameRecord[] = [
      { kind: 'played', turns: 20, scores: [1, 0.25, 0.25], seats },
      { kind: 'crashed', seat: 1, reason: 'it went', seed: 's', turn: 3 },
    ];
    const { start, fold } = scheduleTournament(trios);
    const tally = fold(start, [game, { ...game, game: 1 }], records);
    expect(tally.points).to.deep.equal([
      [0, 0.5, 0],
      [1.5, 0, 0.5],
      [2, 1.5, 0],
    ]);
    expect(tally.outcomes.map(({ wins, draws, losses }) => [wins, draws, losses])).to.deep.equal([
      [0, 0, 2],
      [0, 1, 1],
      [1, 1, 0],
    ]);
    expect([tally.pairs, tally.played, tally.turns]).to.deep.equal([1, 1, 20]);
    expect(tally.sides.map(({ lostTurns, crashes }) => [lostTurns, crashes])).to.deep.equal([
      [0, 1],
      [0, 0],
      [4, 0],
    ]);
    const best = reportTournament(tally, trios).participants[0]!;
    expect(best).to.include({ name: 'greedy', elo: null, lostTurns: 4, problem: 'late' });
    expect(best.against[0]).to.equal(null);
  });

  it('recovers known strengths within its errors', async () => {
    const truth = [-120, 0, 120];
    const tally = await simulate(truth, 400);
    const { participants, isEloFinite } = reportTournament(tally, duels);
    expect(isEloFinite).to.equal(true);
    expect(participants.map(({ name }) => name)).to.deep.equal(['greedy', 'random', 'constant']);
    participants.forEach(({ elo, eloError }, index) => {
      expect(eloError).to.be.within(5, 25);
      expect(Math.abs(elo! - truth.toReversed()[index]!)).to.be.below(1.5 * eloError!);
    });
    const skills = participants.map(({ skill }) => skill.mean);
    expect(skills).to.deep.equal(skills.toSorted((a, b) => b - a));
  });

  /** Duels whose winners are drawn by the logistic model. */
  function simulate(truth: readonly number[], maxPairs: number): Promise<TournamentTally> {
    const random = createRandom(11);
    const pool = {
      play: (games: readonly Pairing[]) =>
        Promise.resolve(
          games.map(({ seats }): GameRecord => {
            const chance = 1 / (1 + 10 ** ((truth[seats[1]!]! - truth[seats[0]!]!) / 400));
            const scores = random() < chance ? [1, 0] : [0, 1];
            return { kind: 'played', turns: 1, scores, seats: [SEAT, SEAT] };
          }),
        ),
    };
    return playContest(scheduleTournament({ ...duels, maxPairs }), pool);
  }

  it('is read as it was saved, and refused if it is damaged', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'));
    const file = path.join(folder, 'cup.json');
    try {
      const tally = await simulate([0, 0, 0], 7);
      saveContest(file, 'tournament', {
        plan: { names: ['a'], flags: {} },
        identity: identifyTournament(duels),
        tally,
      });
      expect(readContestFile<TournamentTally>(file, TOURNAMENT).tally).to.deep.equal(tally);
      const text = readFileSync(file, 'utf8');
      const refuse = (damaged: string) => {
        writeFileSync(file, damaged);
        expect(() => readContestFile(file, TOURNAMENT)).to.throw(UsageError, /is damaged: .+ Begin a new tour/);
      };
      refuse(text.replace('"pairs": 7', '"pairs": 8'));
      refuse(text.replace('"played": 14', '"played": 15'));
      refuse(text.replace('"deviation"', '"sigma"'));
      refuse(text.replace(/"ratings": \[\s*\{[^}]*\},/, '"ratings": ['));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
