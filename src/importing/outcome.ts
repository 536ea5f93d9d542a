/** How an imported game ended for its snake: as the source says, and where it is silent, as the rules do. */
import { livingPosition } from '../inference/alive-tracker.js';
import type { GameOutcome } from '../inference/game-outcome.js';
import { playLastStep } from '../inference/last-step.js';
import { eliminationOf } from '../rules/snakes.js';
import type { SourceDeath, SourceGame, SourceTurn } from './source-game.js';

/** The last turn on which the snake was asked, and the one that stands for the end of its game. */
export interface LastTurns {
  readonly before: SourceTurn;
  readonly end: SourceTurn;
}

/**
 * The outcome for the snake `you`. `abandoned` if it still lives on the last turn, and the game is not over there.
 */
export function outcomeFor(source: SourceGame, you: string, last: LastTurns): GameOutcome {
  const { turns, deaths, isOver } = source;
  const death = deaths.find(({ id }) => id === you);
  if (death !== undefined) return outcomeOfDead(source, death, last);
  const final = turns.at(-1)!;
  if (!isOver) return { result: 'abandoned', turns: final.turn };
  const mine = final.living.find(({ id }) => id === you)!;
  const isMate = (squad: string) => squad !== '' && squad === mine.squad;
  const isLast = final.living.every(({ id, squad }) => id === you || isMate(squad));
  return { result: isLast ? 'win' : 'draw', turns: final.turn, place: (1 + final.living.length) / 2 };
}

/** Behind all that lived longer; shared with those that died on the same turn. */
function outcomeOfDead(source: SourceGame, death: SourceDeath, last: LastTurns): GameOutcome {
  const { turns, deaths } = source;
  const ids = new Set(turns.flatMap(({ living }) => living.map(({ id }) => id)));
  const diedOn = new Map(deaths.map(({ id, turn }) => [id, turn]));
  const outlived = [...ids].filter((id) => (diedOn.get(id) ?? Infinity) > death.turn).length;
  const tied = [...ids].filter((id) => diedOn.get(id) === death.turn).length;
  const known = death.cause === undefined ? inferDeath(source, death, last) : death;
  const { cause, by: killer } = known;
  return {
    result: outlived === 0 ? 'draw' : 'loss',
    turns: death.turn,
    place: outlived + (1 + tied) / 2,
    cause,
    killer,
  };
}

/** What the rules say about the last step, if the turns show it. */
function inferDeath({ game, width, height }: SourceGame, { id, turn }: SourceDeath, { before, end }: LastTurns) {
  if (before.turn !== turn - 1) return {};
  const board = { width, height, snakes: [...before.living], food: [...before.food], hazards: [...before.hazards] };
  const you = before.living.find((snake) => snake.id === id)!;
  const { position, seat } = livingPosition({ game, turn: before.turn, board, you }, new Set(), true);
  const seen = new Map([...end.living, ...end.dead].map((snake) => [snake.id, snake]));
  const step = playLastStep(position, seat, seen);
  const death = step && eliminationOf(step, seat);
  return { cause: death?.cause, by: death?.by || undefined };
}
