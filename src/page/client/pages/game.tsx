/** The page *Game*: one game, turn by turn. */
import type { AutopsyView } from '../../api/game.js';
import { BoardPicture } from '../board/board-picture.js';
import { SnakeList } from '../board/snake-list.js';
import { AutopsyPanel } from '../game/autopsy-panel.js';
import { Controls, MarkLegend, KeyList } from '../game/controls.js';
import type { GameData } from '../game/frames.js';
import { GameHeading } from '../game/game-heading.js';
import { Scrubber } from '../game/scrubber.js';
import { TurnActions } from '../game/turn-actions.js';
import { TurnPanel } from '../game/turn-panel.js';
import { useGame, type WatchedGame } from '../game/use-game.js';
import { useGameReview, type GameReview } from '../game/use-game-review.js';
import { describeResult } from '../format/words.js';
import { Failed, Loading } from '../kit/states.js';
import { useTitle } from '../shell/location.js';
import { useFetched } from '../shell/fetch-json.js';

export function GamePage({ id }: { id: string }) {
  const { data, error, stream } = useGame(id);
  if (data !== undefined) return <Game id={id} data={data} stream={stream} />;
  return error === undefined ? <Loading /> : <Failed heading="No game" error={error} />;
}

interface GameProps {
  readonly id: string;
  readonly data: GameData;
  readonly stream: WatchedGame['stream'];
}

function Game({ id, data, stream }: GameProps) {
  const { row, isWhole, isFinal } = data;
  useTitle(`${row.snake} ${describeResult(row.result).word}`);
  const hasDied = isFinal && row.cause !== undefined && isWhole;
  const fetched = useFetched<AutopsyView>(hasDied ? `/api/games/${encodeURIComponent(id)}/autopsy` : undefined);
  const review = useGameReview(id, data, hasDied && fetched.state === 'loaded' ? fetched.value : undefined);
  const { frame, hasHelp } = review;
  return (
    <article class="game">
      <GameHeading row={row} stream={stream} />
      {frame === undefined ? (
        <Loading what="Waiting for the first turn" />
      ) : (
        <>
          <Stage review={review} />
          <aside class="side" aria-label="About this turn">
            <section class="card" aria-label="Snakes">
              <SnakeList board={frame.board} />
            </section>
            <TurnCard id={id} data={data} review={review} />
            {hasDied && (
              <section class="card" aria-labelledby="autopsy-title">
                <h2 id="autopsy-title">How it died</h2>
                <AutopsyPanel fetched={fetched} onShow={review.show} />
              </section>
            )}
          </aside>
        </>
      )}
      {hasHelp && <KeyList onClose={() => review.setHelp(false)} />}
    </article>
  );
}

function Stage({ review }: { review: GameReview }) {
  const { frames, marks, playback, drawing, jump } = review;
  return (
    <div class="stage">
      <div class="board-box">{drawing && <BoardPicture drawing={drawing} />}</div>
      <Scrubber frames={frames} marks={marks} at={playback.at} onMove={jump} />
      <Controls playback={playback} onAction={review.act} onHelp={() => review.setHelp(true)} />
      <MarkLegend marks={marks} at={playback.at} onMove={jump} />
    </div>
  );
}

function TurnCard({ id, data, review }: Omit<GameProps, 'stream'> & { review: GameReview }) {
  const { frame, hasThoughts, isCopied } = review;
  const hasNotes = data.turns.some(({ answer }) => answer.note !== undefined);
  return (
    <section class={hasNotes ? 'card with-notes' : 'card'} aria-labelledby="turn-title">
      <h2 id="turn-title">Turn {frame?.turn}</h2>
      <TurnPanel frame={frame} timeout={data.timeout} />
      {hasNotes && (
        <label class="check">
          <input type="checkbox" checked={hasThoughts} onChange={review.toggleThoughts} />
          Thoughts on the board
        </label>
      )}
      <TurnActions id={id} snake={data.row.snake} asked={frame?.asked} isCopied={isCopied} onCopy={review.copyLink} />
    </section>
  );
}
