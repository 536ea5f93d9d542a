/** The snakes of a board as a list: who they are, how they do. */
import { headLetter } from '../../../rules/picture/legend.js';
import { inkOn, outlineOf, snakeColor } from '../../../drawing/palette.js';
import type { GameBoardView, BoardSnakeView } from '../../api/game.js';
import { describeDeathAmong, formatRank } from '../format/words.js';
import { Badge, Bar } from '../kit/figures.js';

interface SnakeListProps {
  readonly board: GameBoardView;
  /** The ranks of a game that is over, by the snakes' ids. */
  readonly ranks?: ReadonlyMap<string, number> | undefined;
}

/** All snakes in the order of their seats, the dead included. */
export function SnakeList({ board: { snakes }, ranks }: SnakeListProps) {
  const isOneOurs = snakes.filter(({ isYou }) => isYou).length === 1;
  return (
    <ul class="snake-list" aria-label="Snakes">
      {snakes.map((snake, seat) => (
        <li key={snake.id} class={snake.death ? 'dead' : undefined}>
          <SeatLetter seat={seat} color={snake.color} />
          <SnakeName snake={snake} isOnly={isOneOurs} rank={ranks?.get(snake.id)} />
          {snake.death ? (
            <span class="fate">{describeDeathAmong(snake.death, snakes)}</span>
          ) : (
            <Condition snake={snake} />
          )}
          {snake.shout && !snake.death && <q class="shout">{snake.shout}</q>}
        </li>
      ))}
    </ul>
  );
}

interface SnakeNameProps {
  readonly snake: BoardSnakeView;
  readonly isOnly: boolean;
  readonly rank: number | undefined;
}

/** Ours is marked as such; several of them by bold names alone. */
function SnakeName({ snake: { name, isYou }, isOnly, rank }: SnakeNameProps) {
  return (
    <span class={isYou ? 'who ours' : 'who'}>
      <bdi class="name" title={name}>
        {name || 'without a name'}
      </bdi>
      {isYou && <span class={isOnly ? 'you' : 'hidden'}>(ours)</span>}
      {rank !== undefined && <Badge>{formatRank(rank)}</Badge>}
    </span>
  );
}

function Condition({ snake: { health, body, latency } }: { snake: BoardSnakeView }) {
  const tone = health <= 15 ? 'bad' : health <= 35 ? 'warning' : undefined;
  return (
    <>
      <span class="health">
        <Bar label={`Health ${health} of 100`} value={health} max={100} tone={tone} />
        <span aria-hidden="true">{health}</span>
      </span>
      <span class="length" title="length">
        <span class="hidden">length </span>
        {body.length}
      </span>
      <span class="latency" title="latency, as the engine measured it">
        {latency ? `${latency} ms` : ''}
      </span>
    </>
  );
}

/** The letter of a seat on the snake's colour, as on its neck on the board. */
export function SeatLetter({ seat, color }: { seat: number; color: string }) {
  const fill = snakeColor(color, seat);
  return (
    <svg class="seat" viewBox="0 0 20 20" aria-hidden="true">
      <rect x="0.5" y="0.5" width="19" height="19" rx="5.5" fill={fill} stroke={outlineOf(fill)} />
      <text x="10" y="14.5" text-anchor="middle" font-size="13" font-weight="700" fill={inkOn(fill)}>
        {headLetter(seat)}
      </text>
    </svg>
  );
}
