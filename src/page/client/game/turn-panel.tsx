/** The answer to a turn: its source, its time, the analysis, the strategy's note. */
import type { AnswerView, AutopsyView, TurnView } from '../../../views/game.js';
import { describeCause } from '../../../rules/describe-death.js';
import { describeUnseen } from './turns.js';
import { BudgetBar, noteFacts, Thought } from '../board/answer.js';
import { formatDuration } from '../../../views/times.js';
import { describeSource } from '../../../views/words.js';
import { Badge, Facts } from '../kit/figures.js';
import { MARK_LOOKS } from './marks.js';

interface TurnPanelProps {
  readonly turns: readonly TurnView[];
  readonly at: number;
  readonly timeout: number;
  /** The cause of death of our snake and its last chance, if known. */
  readonly autopsy: AutopsyView | undefined;
}

export function TurnPanel({ turns, at, timeout, autopsy }: TurnPanelProps) {
  const { turn, answer, feedback, shadow, analysis } = turns[at]!;
  if (answer === undefined) return <Over turns={turns} at={at} />;
  return (
    <div class="turn-panel">
      <p>
        <strong>{answer.move ?? 'step not seen'}</strong>
        {answer.move && `, ${describeSource(answer)}`}{' '}
        {feedback?.used === 'no' && <Badge tone="bad">not used by the engine</Badge>}
        {feedback?.used === 'unlikely' && <Badge tone="warning">probably lost</Badge>}
      </p>
      {answer.reason && <p class="reason">{answer.reason}</p>}
      <BudgetBar answer={answer} />
      <Analysed analysis={analysis} saved={autopsy?.chance?.turn === turn ? autopsy : undefined} />
      <Thoughts answer={answer} />
      <Facts
        facts={[
          ['Latency', feedback?.latency && feedback.latency !== '0' && `${feedback.latency} ms`],
          ['Reserved', answer.overhead !== undefined && formatDuration(answer.overhead)],
          ['Timeout', formatDuration(timeout)],
          ['Shout', answer.shout && <q>{answer.shout}</q>],
          ['Shadow', shadow && describeShadow(shadow, answer)],
        ]}
      />
    </div>
  );
}

interface AnalysedProps {
  readonly analysis: TurnView['analysis'] | undefined;
  /** If this turn is the last chance. */
  readonly saved: AutopsyView | undefined;
}

/** The result of `analyse`: the best line. Where every move is lost, the one that survives the real moves. */
function Analysed({ analysis, saved }: AnalysedProps) {
  const { best, mark, played, isLost } = analysis ?? {};
  const chance = saved?.chance;
  const line = isLost ? (chance?.line ?? analysis?.line) : (analysis?.line ?? chance?.line);
  if (line === undefined) return null;
  const lives = chance !== undefined && (
    <Badge tone="good">
      ★ against the moves that were played, {chance.moves.join(' or ')} lives until turn {saved?.until} at least
    </Badge>
  );
  return (
    <div class="thoughts sentences" role="group" aria-label="Analysis">
      <Facts
        facts={[
          ['Evaluation', best],
          ['Best', line.length === 0 ? 'no move is left' : [formatLine(line), ' ', lives]],
          [mark ? `${MARK_LOOKS[mark].glyph} ${mark}` : 'Played', played],
        ]}
      />
    </div>
  );
}

function Over({ turns, at }: Pick<TurnPanelProps, 'turns' | 'at'>) {
  const { turn, board } = turns[at]!;
  const death = board.snakes.find(({ isYou }) => isYou)?.death;
  const lastMove = turns[at - 1]?.answer?.move;
  const unseen = describeUnseen(turns, at);
  return (
    <div class="turn-panel">
      <p>
        {death
          ? `Eliminated on turn ${death.turn}: ${describeCause(death.cause, board.snakes.find(({ id }) => id === death.by)?.name)}.`
          : `The game ended on turn ${turn}.`}
        {lastMove && [' Last move: ', <strong key="move">{lastMove}</strong>, '.']}
      </p>
      {unseen && <p class="soft">The game continued without this snake: {unseen}.</p>}
    </div>
  );
}

function describeShadow({ kind, move }: NonNullable<TurnView['shadow']>, answer: AnswerView): string {
  if (kind !== 'moved' || move === undefined) return kind;
  return move === answer.move ? `${move}, too` : move;
}

export function Thoughts({ answer: { note } }: { answer: AnswerView }) {
  if (note === undefined) return null;
  const { line, text, log } = note;
  return (
    <div class="thoughts" role="group" aria-label="Strategy">
      <Facts facts={[...noteFacts(note), ['Expected', line !== undefined && line.length > 0 && formatLine(line)]]} />
      <Thought text={text} />
      <Thought text={log?.join('\n')} label="Log" />
    </div>
  );
}

export const ARROWS = { up: '↑', down: '↓', left: '←', right: '→' } as const;

/** Moves as arrows, and in words for screen readers. */
export function formatLine(line: NonNullable<NonNullable<AnswerView['note']>['line']>) {
  return (
    <>
      <span aria-hidden="true">{line.map((move) => ARROWS[move]).join(' ')}</span>
      <span class="hidden">{line.join(', ')}</span>
    </>
  );
}
