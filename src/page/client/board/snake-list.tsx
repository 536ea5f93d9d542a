/** The snakes of a board: names, health, length, times. */
import { drawMiniature } from '../../../drawing/draw-snake.js';
import { snakeColors } from '../../../drawing/palette.js';
import type { GameBoardView, GameView, BoardSnakeView } from '../../../views/game.js';
import { conditionOf, describeDeathAmong, describePlace, formatRank } from '../../../views/words.js';
import { Bar } from '../kit/figures.js';
import { SnakeName } from '../kit/snake-name.js';
import { linkTo } from '../shell/page-info.js';
import { SvgShapes } from './board-picture.js';

interface SnakeListProps {
  readonly board: GameBoardView;
  /** The ranks of a game that is over, by the snakes' ids. */
  readonly ranks?: ReadonlyMap<string, number> | undefined;
  /** Our seat, if the list is about one of them, and all that are ours: each has a page. */
  readonly own?: Seat;
  readonly seats?: readonly Seat[] | undefined;
}

type Seat = Pick<GameView, 'id' | 'you' | 'snake'>;

/** All snakes in the order of their seats, eliminated ones included. */
export function SnakeList({ board: { snakes }, ranks, own, seats = [] }: SnakeListProps) {
  const isOneOurs = snakes.filter(({ isYou }) => isYou).length === 1;
  const colors = snakeColors(snakes);
  return (
    <ul class="snake-list" aria-label="Snakes">
      {snakes.map((snake, seat) => {
        const { id, name, isYou, death, shout } = snake;
        const rank = ranks?.get(id);
        const other = seats.find(({ you }) => you === id && you !== own?.you);
        const prefix = isYou ? own?.snake : other?.snake;
        const shown = prefix ? <SnakeName prefix={prefix} name={name} /> : name || 'without a name';
        return (
          <li key={id} class={death ? 'dead' : undefined}>
            <SeatLetter seat={seat} color={colors[seat]!} head={snake.head} />
            <span class={isYou ? 'who ours' : 'who'}>
              <bdi class="name" title={name}>
                {other ? <a href={linkTo({ page: 'game', id: other.id })}>{shown}</a> : shown}
              </bdi>
              {isYou && <span class={isOneOurs && !own ? 'soft' : 'hidden'}>(ours)</span>}
              {rank !== undefined && <RankBadge rank={rank} snakes={snakes.length} />}
            </span>
            {death ? <span class="fate">{describeDeathAmong(death, snakes)}</span> : <Condition snake={snake} />}
            {shout && !death && <q class="shout">{shout}</q>}
          </li>
        );
      })}
    </ul>
  );
}

function RankBadge(of: { rank: number; snakes: number }) {
  const { place } = describePlace({ ...of, result: 'unknown' });
  return <span class={`badge place-${place}`}>{formatRank(of.rank)}</span>;
}

function Condition({ snake }: { snake: BoardSnakeView }) {
  const { health: value, latency } = snake;
  const { health, length } = conditionOf(snake);
  const tone = value === null ? undefined : value <= 15 ? 'bad' : value <= 35 ? 'warning' : undefined;
  return (
    <>
      <span class="health">
        <Bar label={`Health ${health} of 100`} value={value ?? 0} max={100} tone={tone} />
        <span aria-hidden="true">{health}</span>
      </span>
      <span class="length" title="length">
        <span class="hidden">length </span>×{length}
      </span>
      <span class="latency" title="latency, as the engine measured it">
        {latency && latency !== '0' ? `${latency} ms` : ''}
      </span>
    </>
  );
}

/** A small picture of a snake with the letter of its seat. */
export function SeatLetter({ seat, color, head }: { seat: number; color: string; head?: string | undefined }) {
  const { width, height, shapes } = drawMiniature({ seat, color, head });
  return (
    <svg class="seat" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <SvgShapes shapes={shapes} />
    </svg>
  );
}
