/**
 * The games of two snakes that have a URL each: the ones in which both played decide. In the rest, the opponents of a
 * side depend on its rating, so its score there does not show which side is better.
 */
import type { AloneLine } from '../../views/report-lines.js';
import { ranksOf } from '../../stats/rank-score.js';
import type { ExperimentGame } from './experiment-sides.js';
import { ResultSums } from './result-sums.js';

interface Meetings {
  /** Each game of both as one game of two: see {@link toMeeting}. */
  readonly meetings: readonly ExperimentGame[];
  /** The finished seats of games without the other side. */
  readonly alone: readonly ExperimentGame[];
  /** The seats of games of both in which only this one has no known result. */
  readonly left: readonly ExperimentGame[];
  /** Number of games in which a side had two seats. */
  readonly twice: number;
}

/** @param seats in the order in which they began. */
export function findMeetings(seats: readonly ExperimentGame[]): Meetings {
  const games = new Map<string, ExperimentGame[]>();
  for (const seat of seats) {
    const key = JSON.stringify([seat.game, seat.run]);
    games.set(key, [...(games.get(key) ?? []), seat]);
  }
  const meetings: ExperimentGame[] = [];
  const alone: ExperimentGame[] = [];
  const left: ExperimentGame[] = [];
  let twice = 0;
  for (const players of games.values()) {
    const [base, ...others] = players.filter(({ variant }) => variant === 'base');
    const [candidate, ...more] = players.filter(({ variant }) => variant === 'candidate');
    if (others.length + more.length > 0) twice++;
    else if (base && candidate) {
      meetings.push(toMeeting(base, candidate));
      const gone = [base, candidate].filter(({ place }) => place === null);
      if (gone.length === 1 && base.result !== null && candidate.result !== null) left.push(...gone);
    } else alone.push(...players.filter(({ result }) => result !== null));
  }
  return { meetings, alone, twice, left };
}

/** A game of both as a game of two, in which `place` is the candidate's: 1 if it outlived the base, 1.5, or 2. */
function toMeeting(base: ExperimentGame, candidate: ExperimentGame): ExperimentGame {
  const both = [base, candidate];
  // A seat that is abandoned will have no result: there is nothing to wait for.
  const unfinished = both.find(({ result }) => result === 'abandoned') ?? both.find(({ result }) => result === null);
  const isKnown = unfinished === undefined && base.place !== null && candidate.place !== null;
  return {
    ...candidate,
    variant: 'both',
    share: 0.5,
    sides: base.sides === candidate.sides ? base.sides : '',
    ruleset: '',
    snakes: 2,
    place: isKnown ? ranksOf([-candidate.place, -base.place])[0]! : null,
    result: (unfinished ?? candidate).result,
    started_at: Math.min(base.started_at, candidate.started_at),
    ended_at: unfinished?.result === null ? null : Math.max(base.ended_at ?? 0, candidate.ended_at ?? 0),
  };
}

export function sumUpAlone(seats: readonly ExperimentGame[]): AloneLine {
  const sums = new ResultSums();
  const met = new Map<string, number>();
  for (const seat of seats) {
    sums.add({ ...seat, games: 1 });
    for (const name of new Set(JSON.parse(seat.opponents) as string[])) met.set(name, (met.get(name) ?? 0) + 1);
  }
  const opponents = Array.from(met, ([opponent, games]) => ({ opponent, games })).sort((a, b) => b.games - a.games);
  const { score } = sums.rates;
  return { games: sums.games, ...(score !== undefined && { score }), opponents };
}
