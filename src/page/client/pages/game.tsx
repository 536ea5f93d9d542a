/** The page *Game*: one game as an analysis board. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Direction } from '../../../rules/types.js';
import { formatEvaluation } from '../../../views/analysis.js';
import type { AutopsyView, SharedGameView } from '../../../views/game.js';
import { BoardPicture } from '../board/board-picture.js';
import { HeadMoves } from '../board/head-moves.js';
import { SnakeList } from '../board/snake-list.js';
import { BOARD_OPTIONS, type BoardOptions } from '../board/to-drawing.js';
import { Analyse } from '../game/analysis.js';
import { AutopsyPanel } from '../game/autopsy-panel.js';
import { Controls } from '../game/controls.js';
import { evaluationAt, isGraded } from '../game/turns.js';
import { GameHeading } from '../game/game-heading.js';
import { GameChart } from '../game/game-chart.js';
import { Help, MarkLegend } from '../game/legend.js';
import { PlayOn } from '../game/play-on.js';
import { TurnActions } from '../game/turn-actions.js';
import { TurnList } from '../game/turn-list.js';
import { TurnPanel } from '../game/turn-panel.js';
import { useGame, type WatchedGame } from '../game/use-game.js';
import { useGameReview, type GameReview } from '../game/use-game-review.js';
import { wordForResult } from '../../../views/words.js';
import { Failed, Loading } from '../kit/states.js';
import { useTitle } from '../shell/location.js';
import { linkTo, PAGE_INFO } from '../shell/page-info.js';
import { useFetched } from '../shell/fetch-json.js';

export function GamePage({ id }: { id: string }) {
  // A stored game that has changed is read again.
  const [round, setRound] = useState(0);
  return <ReadGame key={round} id={id} onChanged={() => setRound(round + 1)} />;
}

function ReadGame({ id, onChanged }: Pick<GameProps, 'id' | 'onChanged'>) {
  const { data, error, stream } = useGame(id);
  if (data !== undefined) return <Game id={id} data={data} stream={stream} onChanged={onChanged} />;
  if (error === undefined) return <Loading />;
  return (
    <Failed heading="No such game" error={error}>
      <a href={linkTo({ page: 'games' })}>All games</a>
    </Failed>
  );
}

interface GameProps {
  readonly id: string;
  readonly data: SharedGameView;
  readonly stream: WatchedGame['stream'];
  /** The stored game has an analysis now. */
  readonly onChanged: () => void;
}

function Game({ id, data, stream, onChanged }: GameProps) {
  const { game: row, timeout } = data;
  useTitle(`${row.snake} ${wordForResult(row.result)}`);
  const isStored = stream === 'ended' && (PAGE_INFO.hasJournal || PAGE_INFO.page === 'contest');
  const hasDied = isStored && row.cause !== undefined && (PAGE_INFO.page !== 'share' || data.autopsy !== undefined);
  const asked = useFetched<AutopsyView>(
    hasDied && !data.autopsy ? `/api/games/${encodeURIComponent(id)}/autopsy` : undefined,
  );
  const fetched = data.autopsy ? { ...asked, state: 'loaded' as const, value: data.autopsy } : asked;
  const review = useGameReview(data, hasDied && fetched.state === 'loaded' ? fetched.value : undefined);
  const { turns, marks, evaluations, at, shown, mistake, jump } = review;
  const [playsOn, setPlaysOn] = useState(false);
  const canPlayOn = isStored && PAGE_INFO.page === 'admin' && shown?.isFinal !== true;
  const [first, setFirst] = useState<{ readonly turn: number; readonly move: Direction }>();
  const move = first !== undefined && first.turn === shown?.turn ? first.move : undefined;
  const choose = (chosen: Direction): void =>
    setFirst(shown && chosen !== move ? { turn: shown.turn, move: chosen } : undefined);
  return (
    <article class="game" style={{ '--board-ratio': row.width / row.height }}>
      <GameHeading row={row} stream={stream} />
      {shown === undefined ? (
        <Loading what="Waiting for the first turn" />
      ) : (
        <>
          <Stage review={review}>
            {playsOn && canPlayOn && (
              <HeadMoves board={shown.board} ruleset={row.ruleset} chosen={move} onChoose={choose} />
            )}
          </Stage>
          <section class="game-snakes card" aria-label="Snakes">
            <SnakeList board={shown.board} ranks={review.ranks} own={row} seats={data.seats} />
            <Options review={review} />
          </section>
          <TurnList turns={turns} marks={marks} evaluation={evaluations[0]} at={at} onMove={jump} />
          <section class="turn card" aria-labelledby="turn-title">
            <h2 id="turn-title">Turn {shown.turn}</h2>
            <TurnPanel turns={turns} at={at} timeout={timeout} autopsy={review.autopsy} />
            {hasDied && (
              <>
                <h2>How it died</h2>
                <AutopsyPanel
                  fetched={fetched}
                  onShow={(turn) => jump(turns.findIndex((each) => each.turn === turn))}
                />
              </>
            )}
            {canPlayOn && (
              <PlayOn id={row.id} snake={row.snake} shown={shown} isOpen={playsOn} onToggle={setPlaysOn} move={move} />
            )}
          </section>
          <Controls
            playback={review.playback}
            reel={review.reel}
            at={at}
            onAction={review.act}
            onMistake={mistake === undefined ? undefined : () => jump(mistake)}
            next={marks.some(isGraded) ? 'mistake' : 'mark'}
          />
          <section class="course card" aria-label="Course of the game">
            <GameChart turns={turns} marks={marks} evaluations={evaluations} at={at} onMove={jump} />
            <MarkLegend marks={marks} at={at} onMove={jump} />
            {isStored && PAGE_INFO.page === 'admin' && evaluations[0]?.source !== 'analysis' && (
              <Analyse
                ids={[row.id]}
                label="Analyse"
                words="grades each turn, with what the processors have to spare"
                onDone={onChanged}
              />
            )}
          </section>
          <aside class="more" aria-label="More about this game">
            <section class="card" aria-label="This turn">
              <TurnActions
                id={id}
                last={turns.at(-1)!.turn}
                row={row}
                shown={shown}
                isCopied={review.isCopied}
                onCopy={review.copyLink}
              />
            </section>
          </aside>
        </>
      )}
      <Help />
    </article>
  );
}

/** Length of a swipe that steps one turn, in pixels. */
const SWIPE_PX = 24;

/** The board, which takes swipes, and the keys ↑ and ↓ while it has the focus, and the bar of the evaluation. */
function Stage({ review, children }: { review: GameReview; children: ComponentChildren }) {
  const { drawing, evaluations, at, act } = review;
  const height = evaluations[0] && (evaluationAt(evaluations[0], at) ?? 0.5);
  const last = useRef(0);
  const swipe = ({ touches: [finger, second] }: TouchEvent): void => {
    // Two fingers zoom.
    if (second !== undefined) return;
    const by = Math.trunc((last.current - finger!.clientX) / SWIPE_PX);
    last.current -= by * SWIPE_PX;
    if (by !== 0) act({ kind: 'step', by });
  };
  return (
    <div class="stage">
      <div
        class="board-box"
        tabIndex={0}
        role="group"
        aria-label="Board"
        onTouchStart={({ touches: [finger] }) => (last.current = finger!.clientX)}
        onTouchMove={swipe}
      >
        {drawing && <BoardPicture drawing={drawing} />}
        {children}
      </div>
      {height !== undefined && (
        <div
          class="evaluation-bar"
          role="img"
          aria-label={`Evaluation ${formatEvaluation(height)}`}
          title={`Evaluation ${formatEvaluation(height)}`}
          style={{ '--height': `${100 * height}%` }}
        />
      )}
    </div>
  );
}

function Options({ review: { options, toggle } }: { review: GameReview }) {
  return (
    <p class="row small soft">
      {(Object.keys(BOARD_OPTIONS) as (keyof BoardOptions)[]).map((option) => (
        <label key={option} class="check">
          <input type="checkbox" checked={options[option] ?? false} onChange={() => toggle(option)} />
          {BOARD_OPTIONS[option]}
        </label>
      ))}
    </p>
  );
}
