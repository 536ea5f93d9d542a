/** All games of the live feed as cards: those under way, each at its place, and apart those that are just over. */
import { useRef, useMemo } from 'preact/hooks';
import { formatMany } from '../format/numbers.js';
import { isOver, takePlaces, firstSeat, type GameGroup } from '../live/game-groups.js';
import { BoardPicture } from '../board/board-picture.js';
import { SeatLetter } from '../board/snake-list.js';
import { toDrawing } from '../board/to-drawing.js';
import { describeResult } from '../format/words.js';
import { Badge } from '../kit/figures.js';
import type { FeedGame } from '../live/feed.js';
import { memo } from '../shell/memo.js';

interface GameCardsProps {
  readonly groups: readonly GameGroup[];
  /** The engine's id of the game that is shown large. */
  readonly shown: string;
  /** Called with the id of a seat. */
  readonly onChoose: (id: string) => void;
}

/** Of those that are over, the newest alone are shown; all are on the page of the games. */
const MAX_OVER = 6;

export function GameCards({ groups, shown, onChoose }: GameCardsProps) {
  const live = groups.filter((group) => !isOver(group));
  const over = groups.filter(isOver).toReversed().slice(0, MAX_OVER);
  const last = useRef<readonly (string | undefined)[]>([]);
  const places = takePlaces(
    last.current,
    live.map(({ game }) => game),
  );
  last.current = places;
  const seats = live.flatMap((group) => group.seats.filter(({ ending }) => ending === undefined));
  const cardOf = (group: GameGroup) => (
    <GameCard key={group.game} group={group} isChosen={group.game === shown} onChoose={onChoose} />
  );
  return (
    <section class="game-list" aria-label="Live games">
      {live.length > 0 && (
        <h2>
          Under way{' '}
          <span class="soft">{`${formatMany(live.length, 'game')}, ${formatMany(seats.length, 'seat')}`}</span>
        </h2>
      )}
      <div class="game-grid">
        {places.map((place, index) => {
          const group = live.find(({ game }) => game === place);
          return group === undefined ? <span key={index} aria-hidden="true" /> : cardOf(group);
        })}
      </div>
      {over.length > 0 && <h2>Just over</h2>}
      <div class="game-grid over">{over.map(cardOf)}</div>
    </section>
  );
}

interface GameCardProps {
  readonly group: GameGroup;
  readonly isChosen: boolean;
  /** Called with the id of a seat. */
  readonly onChoose: (id: string) => void;
}

const GameCard = memo(function GameCard({ group, isChosen, onChoose }: GameCardProps) {
  const { turn, board, seats, out } = group;
  const drawing = useMemo(() => toDrawing(board, turn, { detail: 'small' }), [board]);
  const others = board.snakes.length - seats.length;
  return (
    <button type="button" class="game-card" aria-pressed={isChosen} onClick={() => onChoose(firstSeat(group).id)}>
      <BoardPicture drawing={drawing} />
      <span class="about">
        <span class="line soft">
          <span>
            Turn <span class="turn">{turn}</span>
          </span>
          {others > 0 && <span>{`+ ${formatMany(others, 'other')}`}</span>}
        </span>
        {seats.map((seat) => {
          const at = board.snakes.findIndex(({ id }) => id === seat.you);
          return (
            <span key={seat.id} class={out.has(seat.id) ? 'seat-line out' : 'seat-line'}>
              {at >= 0 && <SeatLetter seat={at} color={board.snakes[at]!.color} />}
              <strong class="name">{seat.snake}</strong>
              {!seat.ending && <Troubles game={seat} isShort />}
              {seat.ending && <Ending result={seat.ending.result} />}
              {!seat.ending && out.has(seat.id) && <span class="soft">out</span>}
            </span>
          );
        })}
      </span>
    </button>
  );
});

function Ending({ result }: { result: NonNullable<FeedGame['ending']>['result'] }) {
  const { word, tone } = describeResult(result);
  return (
    <span class="ending">
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
}

interface TroublesProps {
  readonly game: Pick<FeedGame, 'fallbacks' | 'lost'>;
  /** Without the noun, where there is little room. */
  readonly isShort?: boolean;
}

export function Troubles({ game: { fallbacks, lost }, isShort = false }: TroublesProps) {
  if (lost + fallbacks === 0) return null;
  const [count, noun] = lost > 0 ? [lost, 'lost turn'] : [fallbacks, 'fallback'];
  const what = formatMany(count, noun);
  const why =
    lost > 0
      ? 'turns on which the engine did not use the answer'
      : 'turns that the host answered, because the strategy was late or failed';
  return (
    <Badge tone={lost > 0 ? 'bad' : 'warning'} title={`${what}: ${why}`}>
      {isShort ? (
        <>
          {count}
          <span class="hidden">{what.slice(String(count).length)}</span>
        </>
      ) : (
        what
      )}
    </Badge>
  );
}
