/** What was answered to a turn, why, and what the strategy thought. */
import type { AnswerView, TurnView } from '../../api/game.js';
import { describeUnseen, type GameFrame } from './frames.js';
import { BudgetBar, noteFacts, Thought } from '../board/answer.js';
import { formatDuration } from '../format/times.js';
import { describeSource } from '../format/words.js';
import { Badge, Facts } from '../kit/figures.js';

export function TurnPanel({ frame, timeout }: { frame: GameFrame | undefined; timeout: number }) {
  if (frame?.asked === undefined) return <Over unseen={frame?.unseen} />;
  const { asked } = frame;
  const { answer, feedback, shadow } = asked;
  const isLost = feedback?.used === 'no';
  return (
    <div class="turn-panel">
      <p class="answer">
        <strong class="move">{answer.move}</strong>, {describeSource(answer)}{' '}
        {isLost && <Badge tone="bad">not used by the engine</Badge>}
      </p>
      {answer.reason && <p class="reason">{answer.reason}</p>}
      <BudgetBar answer={answer} />
      <Facts
        facts={[
          ['Latency', feedback?.latency && `${feedback.latency} ms`],
          ['Travel', answer.overhead !== undefined && formatDuration(answer.overhead)],
          ['Timeout', formatDuration(timeout)],
          ['Shout', answer.shout && <q>{answer.shout}</q>],
          ['Shadow', shadow && describeShadow(shadow, answer)],
        ]}
      />
      <Thoughts answer={answer} />
      <Analysed analysis={asked.analysis} />
    </div>
  );
}

/** What `analyse` found; nothing if the game was not analysed. */
function Analysed({ analysis }: { analysis: TurnView['analysis'] | undefined }) {
  if (analysis === undefined) return null;
  const { best, line, mark, played } = analysis;
  return (
    <div class="thoughts analysed-turn" role="group" aria-label="Analysis">
      <Facts
        facts={[
          ['Analysis', best],
          ['Best', line.length > 0 ? formatLine(line) : 'no move is left'],
          [mark ?? 'Played', played],
        ]}
      />
    </div>
  );
}

function Over({ unseen }: { unseen: GameFrame['unseen'] | undefined }) {
  return (
    <p class="soft">
      The game is over. Nothing was asked here.
      {unseen && ` It went on without this snake: ${describeUnseen(unseen)}.`}
    </p>
  );
}

function describeShadow({ kind, move }: NonNullable<TurnView['shadow']>, answer: AnswerView): string {
  if (kind !== 'moved' || move === undefined) return kind;
  return move === answer.move ? `${move}, too` : move;
}

export function Thoughts({ answer: { note } }: { answer: AnswerView }) {
  if (note === undefined) return null;
  const { line, text } = note;
  return (
    <div class="thoughts">
      <Facts facts={[...noteFacts(note), ['Expected', line !== undefined && line.length > 0 && formatLine(line)]]} />
      <Thought text={text} />
    </div>
  );
}

const ARROWS = { up: '↑', down: '↓', left: '←', right: '→' } as const;

/** Moves as arrows; in words for who listens. */
export function formatLine(line: NonNullable<NonNullable<AnswerView['note']>['line']>) {
  return (
    <>
      <span aria-hidden="true" class="moves">
        {line.map((move) => ARROWS[move]).join(' ')}
      </span>
      <span class="hidden">{line.join(', ')}</span>
    </>
  );
}
