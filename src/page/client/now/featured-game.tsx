/** The live game that is shown large. */
import { useMemo } from 'preact/hooks';
import type { HostView } from '../../api/live.js';
import { BudgetBar, noteFacts, Thought } from '../board/answer.js';
import { BoardPicture } from '../board/board-picture.js';
import { SnakeList } from '../board/snake-list.js';
import { toDrawing } from '../board/to-drawing.js';
import { formatMany } from '../format/numbers.js';
import { formatDuration } from '../format/times.js';
import { describeCause } from '../../../rules/describe-death.js';
import { describeResult, describeSource, formatRank } from '../format/words.js';
import { Badge, Facts, Sparkline } from '../kit/figures.js';
import type { FeedGame } from '../live/feed.js';
import { describeFate, type GameGroup } from '../live/game-groups.js';
import { PAGE_INFO, linkTo } from '../shell/page-info.js';
import { SnakeName } from '../kit/snake-name.js';
import { SilentBadge, Troubles } from './game-cards.js';

interface FeaturedGameProps {
  readonly group: GameGroup;
  readonly seat: FeedGame;
  readonly host: HostView | undefined;
  readonly isSilent: boolean;
  /** Called with the id of a seat. */
  readonly onChoose: (id: string) => void;
}

export function FeaturedGame({ group, seat, host, isSilent, onChoose }: FeaturedGameProps) {
  const { turn, board } = group;
  const drawing = useMemo(() => toDrawing(board, turn), [board]);
  return (
    <section class="featured" aria-label={`Game of ${seat.snake}`}>
      <div class="board-box">
        <BoardPicture drawing={drawing} />
      </div>
      <div class="side card">
        <Title seat={seat} turn={turn} isSilent={isSilent} />
        <SnakeList board={board} />
        {group.seats.length > 1 && <Seats group={group} chosen={seat.id} onChoose={onChoose} />}
        <LastAnswer game={seat} group={group} share={shareOf(seat, host)} />
      </div>
    </section>
  );
}

function Title({ seat, turn, isSilent }: { seat: FeedGame; turn: number; isSilent: boolean }) {
  const { id, snake, ruleset, map, timeout, ending, strategy, version, source } = seat;
  const details = [ruleset, map !== 'standard' && map, `${formatDuration(timeout)} timeout`, strategy, version];
  return (
    <header class="game-title">
      <h2>
        <SnakeName prefix={snake} /> <Troubles turn={seat.turn} />
      </h2>
      <p class="soft">{details.filter(Boolean).join(' · ')}</p>
      <p class="turn-line">
        <span class="figure">Turn {turn}</span>
        {source === 'local' && <Badge title="Started from this page">local</Badge>}
        {isSilent && <SilentBadge />}
        {ending ? <EndingNote ending={ending} /> : <GameLink id={id} isOver={false} />}
      </p>
      {ending && <GameLink id={id} isOver />}
    </header>
  );
}

/** Our snakes in the game, to choose whose answers are shown. */
function Seats({
  group: { seats, out },
  chosen,
  onChoose,
}: Pick<FeaturedGameProps, 'group' | 'onChoose'> & { chosen: string }) {
  return (
    <div class="seats" role="group" aria-label="Our snakes in this game">
      {seats.map(({ id, snake }) => (
        <button
          key={id}
          type="button"
          class={out.has(id) ? 'out' : undefined}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          <SnakeName prefix={snake} />
        </button>
      ))}
    </div>
  );
}

/** A game that is over has a page only if it was kept. */
function GameLink({ id, isOver }: { id: string; isOver: boolean }) {
  const { hasJournal } = PAGE_INFO;
  return hasJournal || !isOver ? <a href={linkTo({ page: 'game', id })}>Open the game</a> : null;
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

interface LastAnswerProps {
  readonly game: FeedGame;
  readonly group: GameGroup;
  readonly share: number | undefined;
}

function LastAnswer({ game, group, share }: LastAnswerProps) {
  const { turn, past } = game;
  const { answer } = turn;
  if (answer === undefined) return <p class="soft">No answer yet.</p>;
  const { move, note, reason } = answer;
  return (
    <div class="last-answer">
      <p>
        <span class="soft">{describeFate(game, group)}</span>
        <strong>{move}</strong>, {describeSource(answer)}
      </p>
      {reason && <p class="reason">{reason}</p>}
      <BudgetBar answer={answer} />
      <Facts facts={[['Share of the cores', share !== undefined && formatDuration(share)], ...noteFacts(note ?? {})]} />
      <Thought text={note?.text} />
      {past.length > 1 && <TimeUsed past={past} />}
    </div>
  );
}

function TimeUsed({ past }: Pick<FeedGame, 'past'>) {
  const values = past.map(({ used }) => used && Math.min(used, 1));
  const what = `time used on the last ${formatMany(values.length, 'turn')}, 0 to 100\u00a0% of the budget`;
  return (
    <figure class="time-used">
      <Sparkline label={`Share of the ${what}`} values={values} />
      <figcaption class="soft small">{what}</figcaption>
    </figure>
  );
}
