/** All games of the live feed as cards: those under way, each at its place, and apart those that are just over. */
import { useRef } from 'preact/hooks';
import { formatMany } from '../format/numbers.js';
import { isOver, takePlaces, type GameGroup } from '../live/game-groups.js';
import { GameCard } from './game-card.js';

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
