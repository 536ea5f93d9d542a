/** The featured game of the page *Now*. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { BoardDrawing } from '../../../drawing/board-drawing.js';
import { describeCause } from '../../../rules/describe-death.js';
import { BudgetBar, noteFacts, Thought } from '../board/answer.js';
import { BoardPicture } from '../board/board-picture.js';
import { SnakeList } from '../board/snake-list.js';
import { toDrawing } from '../board/to-drawing.js';
import { formatDuration } from '../../../views/times.js';
import { describeSource } from '../../../views/words.js';
import { Badge, Facts, PlaceBadge } from '../kit/figures.js';
import { SnakeName, useMountedNames } from '../kit/snake-name.js';
import type { FeedGame } from '../live/feed.js';
import { describeFate, nameOurs, type GameGroup } from '../live/game-groups.js';
import { PAGE_INFO, linkTo } from '../shell/page-info.js';
import { SilentBadge, Troubles } from './game-cards.js';

interface FeaturedGameProps {
  readonly group: GameGroup;
  readonly seat: FeedGame;
  readonly isSilent: boolean;
  /** Called with the id of a seat. */
  readonly onChoose: (id: string) => void;
}

export function FeaturedGame({ group, seat, isSilent, onChoose }: FeaturedGameProps) {
  const { turn, board } = group;
  const drawing = useMemo(() => toDrawing(board, turn), [board]);
  const mounted = useMountedNames();
  return (
    <Featured label={`Game of ${seat.snake}`} drawing={drawing}>
      <Title group={group} seat={seat} isSilent={isSilent} />
      <SnakeList board={nameOurs(group, (prefix) => mounted.get(prefix)?.name)} />
      {group.seats.length > 1 && <Seats group={group} chosen={seat.id} onChoose={onChoose} />}
      <LastAnswer game={seat} group={group} />
    </Featured>
  );
}

interface FeaturedProps {
  readonly label: string;
  readonly drawing: BoardDrawing;
  readonly children: ComponentChildren;
}

/** A large board next to a panel. */
export function Featured({ label, drawing, children }: FeaturedProps) {
  return (
    <section class="featured" aria-label={label}>
      <div class="board-box">
        <BoardPicture drawing={drawing} />
      </div>
      <div class="side card">{children}</div>
    </section>
  );
}

function Title({ group, seat, isSilent }: Omit<FeaturedGameProps, 'onChoose'>) {
  const { id, snake, ruleset, map, timeout, endedAt, cause, strategy, version, source } = seat;
  const details = [ruleset, map !== 'standard' && map, `${formatDuration(timeout)} timeout`, strategy, version];
  return (
    <header class="game-title">
      <h2 class="row">
        <SnakeName prefix={snake} /> <Troubles game={seat} />
      </h2>
      <p class="soft">{details.filter(Boolean).join(' · ')}</p>
      <p class="turn-line row">
        <span class="figure">Turn {group.turn}</span>
        {source === 'local' && <Badge title="Started from this page">local</Badge>}
        {isSilent && <SilentBadge />}
        {endedAt && (
          <span>
            <PlaceBadge of={{ ...seat, snakes: group.board.snakes.length }} /> {cause && describeCause(cause)}
          </span>
        )}
        {/* A game that is over has a page only if it was kept. */}
        {(PAGE_INFO.hasJournal || !endedAt) && <a href={linkTo({ page: 'game', id })}>Open the game</a>}
      </p>
    </header>
  );
}

/** Chooses which of our snakes to follow. */
function Seats({
  group: { seats, out },
  chosen,
  onChoose,
}: Pick<FeaturedGameProps, 'group' | 'onChoose'> & { chosen: string }) {
  return (
    <div class="seats row" role="group" aria-label="Our snakes in this game">
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

function LastAnswer({ game, group }: { game: FeedGame; group: GameGroup }) {
  const { answer } = game.turn;
  if (answer === undefined) return <p class="soft">No answer yet.</p>;
  const { move, note, reason } = answer;
  return (
    <div class="last-answer stack">
      <p>
        <span class="soft">{describeFate(game, group)}</span>
        <strong>{move}</strong>, {describeSource(answer)}
      </p>
      {reason && <p class="reason">{reason}</p>}
      <BudgetBar answer={answer} />
      <Facts facts={noteFacts(note ?? {})} />
      <Thought text={note?.text} />
    </div>
  );
}
