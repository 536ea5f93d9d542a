/** The page *Game*: one game, turn by turn. */
import type { ShownAutopsy } from '../../api/game.js';
import { BoardView } from '../board/board-view.js';
import { SnakeList } from '../board/snake-list.js';
import { AutopsyPanel } from '../game/autopsy-panel.js';
import { Controls, MarkLegend } from '../game/controls.js';
import type { GameData } from '../game/game-data.js';
import { GameHeading } from '../game/game-heading.js';
import { KeyList } from '../game/key-list.js';
import { Scrubber } from '../game/scrubber.js';
import { TurnActions } from '../game/turn-actions.js';
import { TurnPanel } from '../game/turn-panel.js';
import { useGame, type WatchedGame } from '../game/use-game.js';
import { useGamePlayer, type GamePlayer } from '../game/use-game-player.js';
import { Failed, Loading } from '../kit/states.js';
import { useFetched } from '../shell/use-fetched.js';

/** The page of the game with an id of the journal. */
export default function GamePage({ id }: { id: string }) {
  const { data, error, stream } = useGame(id);
  if (data !== undefined) return <Game id={id} data={data} stream={stream} />;
  // A game that the journal does not know may be live; the stream says whether it is.
  return error === undefined || stream === 'connecting' ? <Loading /> : <Failed error={error} />;
}

interface GameProps {
  readonly id: string;
  readonly data: GameData;
  readonly stream: WatchedGame['stream'];
}

function Game({ id, data, stream }: GameProps) {
  const { row, isWhole } = data;
  const hasDied = row.endedAt !== undefined && row.cause !== undefined && isWhole;
  const fetched = useFetched<ShownAutopsy>(hasDied ? `/api/games/${encodeURIComponent(id)}/autopsy` : undefined);
  const player = useGamePlayer(id, data, hasDied && fetched.state === 'loaded' ? fetched.value : undefined);
  const { frame, hasHelp } = player;
  return (
    <article class="game">
      <GameHeading row={row} stream={stream} />
      {frame === undefined ? (
        <Loading what="Waiting for the first turn" />
      ) : (
        <>
          <Stage player={player} />
          <aside class="side" aria-label="About this turn">
            <section class="card" aria-label="Snakes">
              <SnakeList board={frame.board} />
            </section>
            <TurnCard id={id} data={data} player={player} />
            {hasDied && (
              <section class="card" aria-labelledby="autopsy-title">
                <h2 id="autopsy-title">How it died</h2>
                <AutopsyPanel fetched={fetched} onShow={player.show} />
              </section>
            )}
          </aside>
        </>
      )}
      {hasHelp && <KeyList onClose={() => player.setHelp(false)} />}
    </article>
  );
}

function Stage({ player }: { player: GamePlayer }) {
  const { frames, marks, playback, frame, drawing, jump } = player;
  return (
    <div class="stage">
      <div class="board-box">{drawing && <BoardView drawing={drawing} />}</div>
      <Scrubber frames={frames} marks={marks} at={playback.at} onMove={jump} />
      <Controls
        playback={playback}
        turn={frame?.turn ?? 0}
        lastTurn={frames.at(-1)?.turn ?? 0}
        onAction={player.act}
        onHelp={() => player.setHelp(true)}
      />
      <MarkLegend marks={marks} at={playback.at} onMove={jump} />
    </div>
  );
}

function TurnCard({ id, data, player }: Omit<GameProps, 'stream'> & { player: GamePlayer }) {
  const { frame, hasThoughts, isCopied } = player;
  const hasNotes = data.turns.some(({ answer }) => answer.note !== undefined);
  return (
    <section class="card" aria-labelledby="turn-title">
      <h2 id="turn-title">Turn {frame?.turn}</h2>
      <TurnPanel asked={frame?.asked} timeout={data.timeout} />
      {hasNotes && (
        <label class="check">
          <input type="checkbox" checked={hasThoughts} onChange={player.toggleThoughts} />
          Thoughts on the board
        </label>
      )}
      <TurnActions id={id} asked={frame?.asked} viewer={data.viewer} isCopied={isCopied} onCopy={player.copyLink} />
    </section>
  );
}
