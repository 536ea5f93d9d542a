/** The page *Puzzles*: blunders and last chances of the last lost games, each as a board on which to find the move. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Direction } from '../../../rules/types.js';
import type { AutopsyView, GameListView, GameView } from '../../../views/game.js';
import { BoardPicture } from '../board/board-picture.js';
import { HeadMoves } from '../board/head-moves.js';
import { toDrawing, toTurnDrawing } from '../board/to-drawing.js';
import { findPuzzles, type Puzzle } from '../game/puzzles.js';
import { formatLine } from '../game/turn-panel.js';
import { useGame } from '../game/use-game.js';
import { Empty, Loaded, Loading } from '../kit/states.js';
import { useFetched } from '../shell/fetch-json.js';
import { linkTo } from '../shell/page-info.js';

export function PuzzlesPage() {
  const lost = useFetched<GameListView>('/api/games?result=loss&limit=20');
  const [at, setAt] = useState(0);
  return (
    <>
      <h1>Puzzles</h1>
      <Loaded fetched={lost}>
        {({ games }) => {
          const game = games[at];
          if (game !== undefined) return <GamePuzzles key={game.id} id={game.id} onEnd={() => setAt(at + 1)} />;
          return (
            <Empty title={at === 0 ? 'No lost games yet.' : 'No more puzzles.'}>
              Lost games give more of them once they are <a href={linkTo({ page: 'games' })}>analysed</a>.
            </Empty>
          );
        }}
      </Loaded>
    </>
  );
}

/** The puzzles of one game, one after another. */
function GamePuzzles({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { data, error, stream } = useGame(id);
  const autopsy = useFetched<AutopsyView>(`/api/games/${id}/autopsy`);
  const [at, setAt] = useState(0);
  const isRead = error !== undefined || (stream === 'ended' && autopsy.state !== 'loading');
  const chance = autopsy.state === 'loaded' ? autopsy.value.chance : undefined;
  const puzzles = useMemo(() => (isRead ? findPuzzles(data?.turns ?? [], chance) : []), [isRead]);
  const puzzle = puzzles[at];
  useEffect(() => {
    if (isRead && puzzle === undefined) onEnd();
  }, [isRead, puzzle]);
  if (puzzle === undefined || data === undefined) return <Loading what="Looking for a puzzle" />;
  return <Riddle key={at} game={data.game} puzzle={puzzle} chance={chance} onNext={() => setAt(at + 1)} />;
}

interface RiddleProps {
  readonly game: GameView;
  readonly puzzle: Puzzle;
  readonly chance: AutopsyView['chance'];
  readonly onNext: () => void;
}

function Riddle({ game, puzzle: { view, isChance, moves, line }, chance, onNext }: RiddleProps) {
  const [chosen, setChosen] = useState<Direction>();
  const { board, turn, answer } = view;
  const isRight = chosen !== undefined && moves.includes(chosen);
  const wrong = chosen === answer?.move ? 'So it went in the game' : 'No';
  const drawing = useMemo(
    () =>
      chosen === undefined ? toDrawing(board, turn) : toTurnDrawing(view, game.ruleset, { hasThoughts: true }, chance),
    [chosen === undefined],
  );
  return (
    <section class="puzzle" aria-labelledby="riddle">
      <div class="board-box">
        <BoardPicture drawing={drawing} />
        {chosen === undefined && (
          <HeadMoves board={board} ruleset={game.ruleset} chosen={undefined} onChoose={setChosen} />
        )}
      </div>
      <div class="card stack">
        <h2 id="riddle">Find the move</h2>
        <p>
          {game.snake} on turn {turn}. {isChance ? 'It is the last chance to live on.' : 'The snake blundered here.'}
        </p>
        <p aria-live="polite">
          {chosen === undefined
            ? 'Click a cell next to its head.'
            : [`${isRight ? 'Yes,' : `${wrong}. Better is`} ${moves.join(' or ')}: `, formatLine(line)]}
        </p>
        <p class="row">
          <button type="button" class={chosen && 'primary'} onClick={onNext}>
            {chosen === undefined ? 'Skip' : 'Next puzzle'}
          </button>
          <a href={linkTo({ page: 'game', id: game.id }, { turn })}>Show the game</a>
        </p>
      </div>
    </section>
  );
}
