/**
 * The verdict on an experiment whose sides have a URL each: the games in which both played decide. In the rest, the
 * opponents of a side depend on its rating, so its score there does not show which side is better.
 */
import type { AloneLine, SideBySideVerdict } from '../../views/report-lines.js';
import { createMeetings } from '../../stats/confidence-sequence.js';
import { ranksOf } from '../../stats/rank-score.js';
import { describeEarlier, compareInOrder, type ExperimentGame, type OnGame } from './compare-in-order.js';
import { ResultSums } from './result-sums.js';

/** @param seats in the order in which they began; at least one. */
export function compareMeetings(seats: readonly ExperimentGame[], onGame: OnGame): SideBySideVerdict {
  const { experiment, sides } = seats.at(-1)!;
  const isPresent = (seat: ExperimentGame) => seat.sides === sides;
  const games = new Map<string, ExperimentGame[]>();
  for (const seat of seats) {
    const key = JSON.stringify([seat.game, seat.run]);
    games.set(key, [...(games.get(key) ?? []), seat]);
  }
  const ofVariant = (variant: string, among = seats) => among.filter((seat) => seat.variant === variant);
  const meetings: ExperimentGame[] = [];
  const alone: ExperimentGame[] = [];
  let twice = 0;
  for (const players of games.values()) {
    const [base, ...others] = ofVariant('base', players);
    const [candidate, ...more] = ofVariant('candidate', players);
    if (others.length + more.length > 0) twice++;
    else if (base && candidate) meetings.push(toMeeting(base, candidate));
    else alone.push(...players.filter((seat) => isPresent(seat) && seat.result !== null));
  }
  const outlived = { base: 0, candidate: 0 };
  const { comparison: _, ...verdict } = compareInOrder(meetings, isPresent, createMeetings(), (count, now, game) => {
    if (game.place !== 1.5) outlived[game.place === 1 ? 'candidate' : 'base']++;
    onGame(count, now, game);
  });
  return {
    design: 'side by side',
    snakes: { base: ofVariant('base').at(-1)?.snake, candidate: ofVariant('candidate').at(-1)?.snake },
    experiment,
    ...verdict,
    outlived,
    unknown: meetings.filter((game) => isPresent(game) && game.result !== null && game.place === null).length,
    twice,
    alone: { base: sumUp(ofVariant('base', alone)), candidate: sumUp(ofVariant('candidate', alone)) },
    ...describeEarlier(seats, isPresent),
    earlier: meetings.filter((game) => !isPresent(game) && game.place !== null).length,
  };
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
    sides: base.sides === candidate.sides ? base.sides : '',
    ruleset: '',
    snakes: 2,
    place: isKnown ? ranksOf([-candidate.place, -base.place])[0]! : null,
    result: (unfinished ?? candidate).result,
    started_at: Math.min(base.started_at, candidate.started_at),
    ended_at: unfinished?.result === null ? null : Math.max(base.ended_at ?? 0, candidate.ended_at ?? 0),
  };
}

function sumUp(seats: readonly ExperimentGame[]): AloneLine {
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
