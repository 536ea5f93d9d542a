/** Plays games over simulated networks against the estimator of the overhead. Nothing waits: times are numbers. */
import { createChance, type Chance } from '../../src/rules/chance.js';
import { budgetOf, OverheadHistory } from '../../src/snakes/game/overhead.js';
import { isTimeout } from '../../src/inference/move-used.js';
import { type Used } from '../../src/views/game-rows.js';

/** The engine's allowance, in ms. */
export const TIMEOUT = 500;
/** The overhead that is configured, in ms. */
const CONFIGURED = 60;
/** Turns of a game. */
export const TURNS = 200;
/** Games over a network, one after the other. */
export const GAMES = 7;
/** The game in which something happens, if something happens in one only. */
export const BAD_GAME = 1;
/** Share of the turns in which the snake keeps its direction: its step does not show whether the move was used. */
const STRAIGHT = 0.6;
/** The most that an answer leaves after its deadline, in ms. */
const LATE_MS = 3;

/** Where a turn is in a simulation. */
interface Moment {
  readonly game: number;
  readonly turn: number;
  readonly chance: Chance;
}

/** A network, and how its engine reports latencies. */
export interface Network {
  /** Network latency of one turn, both ways, in ms. */
  readonly delay: (moment: Moment) => number;
  /** The latency that the engine reports, unless it measures properly. */
  readonly report?: (moment: Moment, latency: number) => string | undefined;
}

const about = (ms: number, { chance }: Moment) => ms + 10 * (chance.fraction() - 0.5);
const pick = <T>(items: readonly T[], chance: Chance): T => items[chance.below(items.length)]!;
const absurd = (chance: Chance) => pick(['-5', '-400', 'NaN', 'soon', '', '99999', '1e9', 'Infinity'], chance);
const isBad = ({ game, turn }: Moment) => game === BAD_GAME && turn >= 60 && turn < 70;

export const NETWORKS: Readonly<Record<string, Network>> = {
  steady: { delay: (moment) => about(40, moment) },
  slow: { delay: (moment) => about(300, moment) },
  spiky: {
    delay: (moment) => (moment.chance.fraction() < 0.05 ? 150 + 200 * moment.chance.fraction() : about(40, moment)),
  },
  drifting: {
    delay: (moment) => about(40 + 200 * (1 - Math.abs((2 * moment.turn) / TURNS - 1)), moment),
  },
  outage: { delay: (moment) => (isBad(moment) ? Number.POSITIVE_INFINITY : about(40, moment)) },
  'a slow game': { delay: (moment) => about(moment.game === BAD_GAME ? 300 : 40, moment) },
  garbage: { delay: (moment) => about(40, moment), report: ({ chance }) => absurd(chance) },
  'a garbage game': {
    delay: (moment) => about(40, moment),
    report: ({ game, chance }) => (game === BAD_GAME ? absurd(chance) : undefined),
  },
  'a wrong clock': { delay: (moment) => about(40, moment), report: (_, latency) => String(Math.round(latency * 3)) },
};

/** What one game came to. Budgets in ms. */
export interface PlayedGame {
  readonly lost: number;
  readonly budgets: readonly number[];
}

/**
 * Plays games one after the other with a snake that always thinks to its deadline.
 *
 * @param dialect what the engine reports after a timeout: the command-line engine the real time, the arena "0".
 */
export function playOver(network: Network, dialect: 'cli' | 'arena', seed: number): PlayedGame[] {
  const chance = createChance(seed);
  const history = new OverheadHistory(CONFIGURED);
  return Array.from({ length: GAMES }, (_, game) => playGame(network, history, dialect, { game, chance }));
}

function playGame(
  { delay, report }: Network,
  history: OverheadHistory,
  dialect: 'cli' | 'arena',
  { game, chance }: Omit<Moment, 'turn'>,
): PlayedGame {
  const overhead = history.begin();
  const budgets: number[] = [];
  let lost = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const moment = { game, turn, chance };
    const budget = budgetOf(TIMEOUT, overhead, 0);
    budgets.push(budget);
    const took = budget + LATE_MS * chance.fraction();
    const passed = delay(moment) + took;
    const isLost = passed > TIMEOUT;
    if (isLost) lost++;
    const honest = isLost ? (dialect === 'cli' ? TIMEOUT + chance.below(4) : 0) : Math.round(passed);
    const latency = report?.(moment, honest) ?? String(honest);
    const hasTimedOut = isTimeout(latency, TIMEOUT);
    const used = usedBy({ isLost, hasTimedOut, isStraight: chance.fraction() < STRAIGHT });
    overhead.observe({ used, latency, took, timeout: TIMEOUT });
  }
  history.add(overhead);
  return { lost, budgets };
}

/** What `wasMoveUsed` finds. */
function usedBy({ isLost, hasTimedOut, isStraight }: Record<'isLost' | 'hasTimedOut' | 'isStraight', boolean>): Used {
  if (!isStraight) return isLost ? 'no' : 'yes';
  return hasTimedOut ? 'unlikely' : 'unknown';
}
