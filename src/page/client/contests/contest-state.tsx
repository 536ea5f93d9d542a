/** What a contest is doing, or what it has found, as a word in a colour. */
import type { ContestLine } from '../../api/contests.js';
import type { Tone } from '../format/words.js';
import { Badge } from '../kit/badge.js';

interface ContestStateProps {
  readonly contest: Pick<ContestLine, 'state' | 'verdict'>;
  /** Its command does not answer any more. */
  readonly isGone?: boolean;
}

/** A test that has come to its end says how; all else, whether it runs. */
export function ContestState({ contest: { state, verdict }, isGone = false }: ContestStateProps) {
  const [word, tone] = isGone ? (['gone', 'warning'] as const) : wordOf(state, verdict);
  return <Badge tone={tone}>{word}</Badge>;
}

function wordOf(state: ContestLine['state'], verdict: ContestLine['verdict']): readonly [string, Tone?] {
  if (verdict === 'H1') return ['H1 accepted', 'good'];
  if (verdict === 'H0') return ['H0 accepted', 'bad'];
  if (state === 'over') return verdict === 'undecided' ? ['undecided', 'warning'] : ['over'];
  return state === 'running' ? ['running', 'good'] : ['stopped', 'warning'];
}
