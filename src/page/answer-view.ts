/** Answers as the page shows them, of live and recorded games. Called for every shown turn. */
import type { AnswerView } from '../views/game.js';
import type { TurnFacts } from '../journal/journal-event.js';

export function toAnswerView({
  answer,
  budget,
  overhead,
}: Pick<TurnFacts, 'answer' | 'budget' | 'overhead'>): AnswerView {
  const { kind, move, shout, took, note } = answer;
  return {
    move,
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

function sourceOf(answer: TurnFacts['answer']): AnswerView['source'] {
  if (answer.kind === 'seen') return 'unknown';
  if (answer.kind === 'moved') return answer.isDelegated ? 'delegated' : 'strategy';
  return answer.fallback === 'proposed' ? 'proposal' : 'safe';
}
