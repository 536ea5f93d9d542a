/** The last finished game, in a loop while none is live. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { GameListView, GamePieceView } from '../../../views/game.js';
import { SnakeList } from '../board/snake-list.js';
import { toDrawing } from '../board/to-drawing.js';
import { PlaceBadge, TimeAgo } from '../kit/figures.js';
import { joinSeats, type ListedGame } from '../games/listed-games.js';
import { SnakeName, useMountedNames } from '../kit/snake-name.js';
import { Empty, Loaded } from '../kit/states.js';
import { nameOurs } from '../live/game-groups.js';
import { useFetched } from '../shell/fetch-json.js';
import { linkTo, PUBLIC_URL } from '../shell/page-info.js';
import { Featured } from './featured-game.js';

/** Newest games among which to look for a finished one. */
const NEWEST = 20;
const TURN_MS = 160;
/** How long the final board stays, in turns. */
const HELD_TURNS = 15;

export function LoopedGame() {
  const list = useFetched<GameListView>(`/api/games?limit=${NEWEST}&whole=true`);
  const games = list.state === 'loaded' ? joinSeats(list.value.games) : [];
  const last = games.find(({ seats }) => seats.every(({ endedAt }) => endedAt !== undefined));
  const piece = useFetched<GamePieceView>(last && `/api/games/${last.seats[0].id}/live`);
  if (list.state === 'loaded' && last === undefined) return <NoGame />;
  return (
    <Loaded fetched={list}>
      {() => <Loaded fetched={piece}>{(value) => <Loop piece={value} seats={last!.seats} />}</Loaded>}
    </Loaded>
  );
}

interface LoopProps {
  readonly piece: GamePieceView;
  /** Our seats in the game. */
  readonly seats: ListedGame['seats'];
}

/** Plays only the first piece of a long game, which has hundreds of turns. */
function Loop({ piece: { game, turns }, seats }: LoopProps) {
  const mounted = useMountedNames();
  const [isMoving, setMoving] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [step, setStep] = useState(isMoving ? 0 : turns.length - 1);
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => setStep((at) => (at + 1) % (turns.length + HELD_TURNS)), TURN_MS);
    return () => clearInterval(timer);
  }, [isMoving, turns]);
  const shown = turns[Math.min(step, turns.length - 1)];
  const drawing = useMemo(() => shown && toDrawing(shown.board, shown.turn), [shown]);
  if (shown === undefined || drawing === undefined) return <NoGame />;
  return (
    <Featured label="Last game" drawing={drawing}>
      <header class="game-title">
        <p class="soft">
          Last game, replayed · ended <TimeAgo at={game.endedAt!} />
        </p>
        <h2>
          <SnakeName prefix={game.snake} />
        </h2>
        <p class="turn-line row">
          <span class="figure">Turn {shown.turn}</span>
          <PlaceBadge of={game} />
          <a href={linkTo({ page: 'game', id: game.id })}>Open the game</a>
        </p>
      </header>
      <SnakeList board={nameOurs({ board: shown.board, seats }, (prefix) => mounted.get(prefix)?.name)} />
      <button type="button" class="quiet" onClick={() => setMoving(!isMoving)}>
        {isMoving ? 'Pause' : 'Play'}
      </button>
    </Featured>
  );
}

export function NoGame({ title = 'No game is being played.' }) {
  const [prefix = '/PREFIX'] = useMountedNames().keys();
  return (
    <Empty title={title}>
      Start one with “Play a game” on <a href={linkTo({ page: 'now' })}>Now</a>, or let any engine play with{' '}
      <code>{PUBLIC_URL + prefix}</code>: <code>npx serpentarium play --url {PUBLIC_URL + prefix}</code>
    </Empty>
  );
}
