/** The games of the live feed as cards: live ones at fixed places, then silent ones, then finished ones. */
import { useRef, useMemo } from 'preact/hooks';
import { formatMany } from '../../../views/numbers.js';
import { isOver, isSilent, takePlaces, firstSeat, type GameGroup } from '../live/game-groups.js';
import { BoardPicture } from '../board/board-picture.js';
import { SeatLetter } from '../board/snake-list.js';
import { snakeColors } from '../../../drawing/palette.js';
import { toDrawing } from '../board/to-drawing.js';
import { FALLBACKS, LOST_TURNS, type Tone } from '../../../views/words.js';
import { Badge, PlaceBadge } from '../kit/figures.js';
import { SnakeName } from '../kit/snake-name.js';
import { memo } from '../shell/memo.js';
import type { GameView } from '../../../views/game.js';

interface GameCardsProps {
  readonly groups: readonly GameGroup[];
  /** The engine's id of the game that is shown large, if one is. */
  readonly shown: string | undefined;
  /** Ids of the seats that had no request for a minute. */
  readonly silent: readonly string[];
  /** Called with the id of a seat. */
  readonly onChoose: (id: string) => void;
}

/** Most games that are over; all are on the page *Games*. */
const MAX_OVER = 6;

export function GameCards({ groups, shown, silent, onChoose }: GameCardsProps) {
  const [quiet, live] = [true, false].map((is) =>
    groups.filter((group) => !isOver(group) && isSilent(group, silent) === is),
  ) as [GameGroup[], GameGroup[]];
  const over = groups.filter(isOver).toReversed().slice(0, MAX_OVER);
  const last = useRef<readonly (string | undefined)[]>([]);
  const places = takePlaces(
    last.current,
    live.map(({ game }) => game),
  );
  last.current = places;
  const seats = live.flatMap((group) => group.seats.filter(({ endedAt }) => endedAt === undefined));
  const cardOf = (group: GameGroup) => (
    <GameCard key={group.game} group={group} isChosen={group.game === shown} onChoose={onChoose} />
  );
  return (
    <section class="game-list" aria-label="Live games">
      {live.length > 0 && (
        <h2>
          Live{' '}
          <span class="soft small">{`${formatMany(live.length, 'game')}, ${formatMany(seats.length, 'seat')}`}</span>
        </h2>
      )}
      <div class="game-grid">
        {places.map((place, index) => {
          const group = live.find(({ game }) => game === place);
          return group === undefined ? <span key={index} aria-hidden="true" /> : cardOf(group);
        })}
      </div>
      {quiet.length > 0 && <h2 title={SILENT}>Silent</h2>}
      {quiet.length > 0 && <div class="game-grid over">{quiet.map(cardOf)}</div>}
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
          <span>Turn {turn}</span>
          {others > 0 && <span>{`+ ${formatMany(others, 'other')}`}</span>}
        </span>
        {seats.map((seat) => {
          const at = board.snakes.findIndex(({ id }) => id === seat.you);
          return (
            <span key={seat.id} class={out.has(seat.id) ? 'seat-line out' : 'seat-line'}>
              {at >= 0 && <SeatLetter seat={at} {...board.snakes[at]!} color={snakeColors(board.snakes)[at]!} />}
              <strong class="name">
                <SnakeName prefix={seat.snake} />
              </strong>
              {!seat.endedAt && <Troubles game={seat} isShort />}
              {seat.endedAt && <PlaceBadge of={{ ...seat, snakes: board.snakes.length }} />}
              {!seat.endedAt && out.has(seat.id) && <span class="soft">out</span>}
            </span>
          );
        })}
      </span>
    </button>
  );
});

interface TroublesProps {
  readonly game: Pick<GameView, 'late' | 'failed' | 'illegal' | 'lost'>;
  /** Without the noun, to save room. */
  readonly isShort?: boolean;
}

/** Lost turns and fallbacks, each with its count: a turn can be both. */
export function Troubles({ game: { late, failed, illegal, lost }, isShort = false }: TroublesProps) {
  const counts: readonly [number, string, Tone, string][] = [
    [lost, 'lost turn', 'bad', LOST_TURNS],
    [late + failed + illegal, 'fallback', 'warning', FALLBACKS],
  ];
  return (
    <>
      {counts.map(
        ([count, noun, tone, why]) =>
          count > 0 && (
            <Badge key={noun} tone={tone} title={`${formatMany(count, noun)}: ${why}`}>
              {isShort ? count : formatMany(count, noun)}
              {isShort && <span class="hidden">{` ${noun}`}</span>}
            </Badge>
          ),
      )}
    </>
  );
}

const SILENT = 'No request for a minute: the engine may have exited';

export function SilentBadge() {
  return (
    <Badge tone="warning" title={SILENT}>
      silent
    </Badge>
  );
}
