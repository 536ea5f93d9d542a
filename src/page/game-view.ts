/** Games and turns as the page shows them, live or recorded. Called for every shown turn. */
import type { AnswerView, GameBoardView, GameView, TurnView } from '../views/game.js';
import type { AnswerFeedback, TurnAnswer, TurnRow } from '../views/game-rows.js';
import { cutString } from '../wire/limits.js';
import type { Game } from '../wire/resources.js';

/** Longest shown strings, in characters. */
const MAX_SHOWN = 80;
const MAX_LATENCY = 12;

/** Answers of each kind. */
export type AnswerCounts = Pick<GameView, 'moved' | 'late' | 'failed' | 'illegal' | 'lost'>;

/** Who plays a game, where it was begun. */
type Played = Pick<GameView, 'id' | 'snake' | 'game' | 'you' | 'startedAt' | 'strategy' | 'version'> &
  Pick<GameView, 'experiment' | 'variant'>;

/** A game in progress. `board` is the first one that is known. */
export function toGameView(
  { version, ...played }: Played,
  { ruleset, map, source }: Game,
  { width, height, snakes }: GameBoardView,
): Omit<GameView, 'turns' | keyof AnswerCounts> {
  return {
    ...played,
    version: cutString(version, MAX_SHOWN),
    ruleset: cutString(ruleset.name, MAX_SHOWN),
    map: cutString(map, MAX_SHOWN),
    source: cutString(source, MAX_SHOWN),
    width,
    height,
    snakes: snakes.length,
    opponents: snakes.flatMap(({ name, isYou }) => (isYou ? [] : name)),
  };
}

export function toTurnView(
  { turn, feedback, shadow, ...asked }: Omit<TurnRow, 'at' | 'body'>,
  board: GameBoardView,
): TurnView {
  return {
    turn,
    board,
    answer: toAnswerView(asked),
    ...(feedback && { feedback: cutFeedback(feedback) }),
    ...(shadow && { shadow: { kind: shadow.kind, ...('move' in shadow && { move: shadow.move }) } }),
  };
}

/** Engines send the latency as a string. */
export function cutFeedback({ used, latency }: AnswerFeedback): AnswerFeedback {
  return { used, latency: cutString(latency, MAX_LATENCY) };
}

/**
 * The final board as a turn. `last` is the turn before it, which may be on the same board: some engines ask the living
 * for a move on it. The dead had nothing to answer.
 */
export function toFinalTurn(end: Pick<TurnView, 'turn' | 'board'>, last: TurnView | undefined): TurnView {
  const isAlive = end.board.snakes.some(({ isYou, death }) => isYou && death === undefined);
  return { ...(isAlive && last?.turn === end.turn && last), ...end, isFinal: true };
}

export function toAnswerView({
  answer,
  budget,
  overhead,
}: Pick<TurnRow, 'answer' | 'budget' | 'overhead'>): AnswerView {
  const { kind, move, shout, took, note } = answer;
  return {
    ...(move !== undefined && { move }),
    kind,
    source: sourceOf(answer),
    ...('reason' in answer && { reason: answer.reason, ...(answer.cause && { cause: answer.cause }) }),
    ...(shout !== undefined && { shout }),
    ...(took !== undefined && { took: Math.round(took * 100) / 100 }),
    ...(budget !== undefined && { budget }),
    ...(overhead !== undefined && { overhead }),
    ...(note !== undefined && { note }),
  };
}

function sourceOf(answer: TurnAnswer): AnswerView['source'] {
  if (answer.kind === 'seen') return 'unknown';
  if (answer.kind === 'moved') return answer.isDelegated ? 'delegated' : 'strategy';
  return answer.fallback === 'proposed' ? 'proposal' : 'safe';
}
