/** The live game that is shown large. */
import { useMemo } from 'preact/hooks';
import type { HostView } from '../../api/live.js';
import { BudgetBar, noteFacts, Thought } from '../board/answer.js';
import { BoardPicture } from '../board/board-picture.js';
import { SnakeList } from '../board/snake-list.js';
import { toDrawing } from '../board/to-drawing.js';
import { formatMany } from '../format/numbers.js';
import { formatDuration } from '../format/times.js';
import { describeCause, describeResult, describeSource, formatRank } from '../format/words.js';
import { Badge } from '../kit/badge.js';
import { Facts } from '../kit/facts.js';
import { Sparkline } from '../kit/sparkline.js';
import type { FeedGame } from '../live/feed.js';
import { pageUrl } from '../shell/location.js';
import { useSession } from '../shell/session.js';
import { Troubles } from './game-card.js';

/** A large board, and beside it who plays, what was answered last, and how the time goes. */
export function FeaturedGame({ game, host }: { game: FeedGame; host: HostView | undefined }) {
  const { turn, ending } = game;
  const { board, turn: at } = ending?.final ?? turn;
  const drawing = useMemo(() => toDrawing(board, at), [board]);
  return (
    <section class="featured" aria-label={`Game of ${game.snake}`}>
      <div class="board-box">
        <BoardPicture drawing={drawing} />
      </div>
      <div class="side card">
        <Title game={game} />
        <SnakeList board={board} />
        <LastAnswer game={game} share={shareOf(game, host)} />
      </div>
    </section>
  );
}

function Title({ game }: { game: FeedGame }) {
  const { id, snake, ruleset, map, turn, ending, strategy, version } = game;
  const name = [strategy, version].filter(Boolean).join(' ');
  return (
    <header class="game-title">
      <h2>
        <span>{snake}</span> <Troubles game={game} />
      </h2>
      <p class="soft">{[ruleset, map && map !== 'standard' && map, name].filter(Boolean).join(' · ')}</p>
      <p class="turn-line">
        <span class="figure">Turn {(ending?.final ?? turn).turn}</span>
        {ending ? <EndingNote ending={ending} /> : <GameLink id={id} isOver={false} />}
      </p>
      {ending && <GameLink id={id} isOver />}
    </header>
  );
}

/** A game that is over has a page only if it was kept. */
function GameLink({ id, isOver }: { id: string; isOver: boolean }) {
  const { hasJournal } = useSession();
  return hasJournal || !isOver ? <a href={pageUrl({ page: 'game', id })}>Look at each turn</a> : null;
}

function EndingNote({ ending: { result, rank, cause } }: { ending: NonNullable<FeedGame['ending']> }) {
  const { word, tone } = describeResult(result);
  const note = [rank !== undefined && formatRank(rank), cause && describeCause(cause)].filter(Boolean).join(', ');
  return (
    <span>
      <Badge tone={tone}>{word}</Badge> {note}
    </span>
  );
}

/** What the schedule has given the snake for its last turn in this game, in ms. */
function shareOf({ id, snake }: FeedGame, host: HostView | undefined): number | undefined {
  return host?.snakes.map(({ prefix, shares }) => (prefix === snake ? shares?.[id] : undefined)).find(Boolean);
}

function LastAnswer({ game: { turn, past, timeout }, share }: { game: FeedGame; share: number | undefined }) {
  const { answer } = turn;
  if (answer === undefined) return <p class="soft">No answer yet.</p>;
  const { move, note, reason } = answer;
  return (
    <div class="last-answer">
      <p>
        <strong>{move}</strong>, {describeSource(answer)}
      </p>
      {reason && <p class="reason">{reason}</p>}
      <BudgetBar answer={answer} />
      <Facts
        facts={[
          ['Share of the cores', share !== undefined && formatDuration(share)],
          ['Timeout', formatDuration(timeout)],
          ...noteFacts(note ?? {}),
        ]}
      />
      <Thought text={note?.text} />
      <TimeUsed past={past} />
    </div>
  );
}

/** The share of its time that the snake has used, turn by turn. */
function TimeUsed({ past }: Pick<FeedGame, 'past'>) {
  const values = past.map(({ used }) => used && Math.min(used, 1));
  const what = `time used on the last ${formatMany(values.length, 'turn')}`;
  return (
    <figure class="time-used">
      <Sparkline label={`Share of the ${what}`} values={values} />
      <figcaption class="soft small">{what}</figcaption>
    </figure>
  );
}
