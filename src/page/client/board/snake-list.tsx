/** The snakes of a board as a list: who they are, how they do. */
import { drawMiniature } from '../../../drawing/draw-snake.js';
import { snakeColors } from '../../../drawing/palette.js';
import type { GameBoardView, BoardSnakeView } from '../../api/game.js';
import { describeDeathAmong, formatRank } from '../format/words.js';
import { Badge, Bar } from '../kit/figures.js';
import { BoardOptionsRow } from './board-options.js';
import { SvgShapes } from './board-picture.js';

interface SnakeListProps {
  readonly board: GameBoardView;
  /** The ranks of a game that is over, by the snakes' ids. */
  readonly ranks?: ReadonlyMap<string, number> | undefined;
}

/** All snakes in the order of their seats, the dead included. */
export function SnakeList({ board: { snakes }, ranks }: SnakeListProps) {
  const isOneOurs = snakes.filter(({ isYou }) => isYou).length === 1;
  const colors = snakeColors(snakes);
  return (
    <>
      <ul class="snake-list" aria-label="Snakes">
        {snakes.map((snake, seat) => (
          <li key={snake.id} class={snake.death ? 'dead' : undefined}>
            <SeatLetter seat={seat} color={colors[seat]!} head={snake.head} />
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
      <BoardOptionsRow />
    </>
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

/** A small picture of a snake with the letter of its seat. */
export function SeatLetter({ seat, color, head }: { seat: number; color: string; head?: string | undefined }) {
  const { width, height, shapes } = drawMiniature({ seat, color, head });
  return (
    <svg class="seat" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <SvgShapes shapes={shapes} />
    </svg>
  );
}
