/**
 * The verdict on an experiment whose sides have a URL each: the games in which both played decide. In the rest, the
 * opponents of a side depend on its rating, so its score there does not show which side is better.
 */
import type { AloneLine, SideBySideVerdict } from '../../views/report-lines.js';
import { addMeeting, assumeMeeting, createMeetings, type MeetingOutcome } from '../../stats/confidence-sequence.js';
import { describeEarlier, judgeInOrder, type ExperimentGame, type OnGame, type Timed } from './judge-in-order.js';
import { compareNames, ResultSums } from './result-sums.js';

/** A game in which both sides played. */
interface Meeting extends Timed {
  readonly isPresent: boolean;
  readonly outcome: MeetingOutcome | undefined;
}

/** @param seats in the order in which they began; at least one. */
export function judgeMeetings(seats: readonly ExperimentGame[], onGame?: OnGame<unknown>): SideBySideVerdict {
  const { experiment, sides } = seats.at(-1)!;
  const isPresent = (seat: ExperimentGame) => seat.sides === sides;
  const games = new Map<string, ExperimentGame[]>();
  for (const seat of seats) {
    const key = JSON.stringify([seat.game, seat.run]);
    games.set(key, [...(games.get(key) ?? []), seat]);
  }
  const meetings: Meeting[] = [];
  const alone: Record<'base' | 'candidate', ExperimentGame[]> = { base: [], candidate: [] };
  let twice = 0;
  for (const players of games.values()) {
    const base = players.filter(({ variant }) => variant === 'base');
    const candidate = players.filter(({ variant }) => variant === 'candidate');
    if (base.length > 1 || candidate.length > 1) twice += Number(players.every(isPresent));
    else if (base[0] && candidate[0]) meetings.push(toMeeting(base[0], candidate[0], isPresent));
    else for (const seat of players.filter(isPresent)) alone[base[0] ? 'base' : 'candidate'].push(seat);
  }
  const outlived = { base: 0, candidate: 0 };
  const { comparison: _, ...verdict } = judgeInOrder(meetings, createMeetings(), {
    isPresent: (meeting) => meeting.isPresent,
    add: (before, { outcome }) => (outcome === undefined ? undefined : addMeeting(before, outcome)),
    assume: (before, _meeting, isBest) => assumeMeeting(before, isBest ? 1 : -1),
    onGame(count, difference, game) {
      if (game.outcome !== 0) outlived[game.outcome === 1 ? 'candidate' : 'base']++;
      onGame?.(count, difference, game);
    },
  });
  const known = meetings.filter(({ outcome }) => outcome !== undefined);
  return {
    design: 'side by side',
    snakes: { base: prefixOf('base', seats), candidate: prefixOf('candidate', seats) },
    experiment,
    ...verdict,
    outlived,
    unknown: meetings.filter((game) => game.isPresent && game.result !== null && game.outcome === undefined).length,
    twice,
    alone: { base: sumUpAlone(alone.base), candidate: sumUpAlone(alone.candidate) },
    ...describeEarlier(seats, isPresent),
    earlier: known.filter((meeting) => !meeting.isPresent).length,
  };
}

function toMeeting(
  base: ExperimentGame,
  candidate: ExperimentGame,
  isPresent: (seat: ExperimentGame) => boolean,
): Meeting {
  const both = [base, candidate];
  const results = both.map(({ result }) => result);
  const ends = both.map((seat) => seat.ended_at);
  // A seat without an end will have none: there is nothing to wait for.
  const result = results.includes('abandoned') ? 'abandoned' : results.includes(null) ? null : results[0]!;
  const places = base.place === null || candidate.place === null ? undefined : base.place - candidate.place;
  return {
    isPresent: both.every(isPresent),
    result,
    started_at: Math.min(base.started_at, candidate.started_at),
    ended_at: ends.includes(null) ? null : Math.max(...ends.map(Number)),
    outcome: result === null || places === undefined ? undefined : (Math.sign(places) as MeetingOutcome),
  };
}

function prefixOf(variant: string, seats: readonly ExperimentGame[]): string | undefined {
  return seats.findLast((seat) => seat.variant === variant)?.snake;
}

function sumUpAlone(seats: readonly ExperimentGame[]): AloneLine {
  const sums = new ResultSums();
  const met = new Map<string, number>();
  for (const seat of seats) {
    if (seat.result === null) continue;
    sums.add({ ...seat, games: 1 });
    for (const name of new Set(JSON.parse(seat.opponents) as string[])) met.set(name, (met.get(name) ?? 0) + 1);
  }
  const { score } = sums.rates;
  const opponents = Array.from(met, ([opponent, games]) => ({ opponent, games }));
  opponents.sort((a, b) => b.games - a.games || compareNames(a.opponent, b.opponent));
  return { games: sums.games, ...(score !== undefined && { score }), opponents };
}
