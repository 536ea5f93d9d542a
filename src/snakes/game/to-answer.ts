/** From what became of a strategy's `move` to a move that can be sent. Called by `mounted-snake.ts`. */
import type { CleanMove } from '../../wire/move.js';
import type { Answer } from '../../wire/responses.js';
import type { CallOutcome } from '../strategy/runner.js';
import type { LiveGame } from './live-game.js';

/** Turns every outcome into a move that can be sent, with the strategy's note. `took` in ms. */
export function toAnswer(outcome: CallOutcome, game: LiveGame, took: number): Answer {
  const answer = toAnswerWithoutNote(outcome, game, took);
  return outcome.note === undefined ? answer : { ...answer, note: outcome.note };
}

function toAnswerWithoutNote(outcome: CallOutcome, game: LiveGame, took: number): Answer {
  if (outcome.kind === 'moved') return toMoved(outcome.move, took);
  if (outcome.kind === 'delegated') {
    if (outcome.proposal !== undefined) return toMoved(outcome.proposal, took);
    return { kind: 'moved', move: game.safeMove(), took, isDelegated: true };
  }
  const { kind, reason, proposal } = outcome;
  if (proposal !== undefined) return { kind, ...proposal, took, fallback: 'proposed', reason };
  return { kind, move: game.safeMove(), took, fallback: 'safe', reason };
}

function toMoved({ move, shout }: CleanMove, took: number): Answer {
  return shout === undefined ? { kind: 'moved', move, took } : { kind: 'moved', move, shout, took };
}
