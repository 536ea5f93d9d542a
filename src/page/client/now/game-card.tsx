/** A live game as a small board, which shows it large when chosen. */
import { useMemo } from 'preact/hooks';
import { BoardPicture } from '../board/board-picture.js';
import { toDrawing } from '../board/to-drawing.js';
import { formatMany } from '../format/numbers.js';
import { describeResult } from '../format/words.js';
import { Badge } from '../kit/badge.js';
import type { FeedGame } from '../live/feed.js';
import { memo } from '../shell/memo.js';

interface GameCardProps {
  readonly game: FeedGame;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

/** The board, who plays it, on which turn; and what went wrong, if anything did. */
export const GameCard = memo(function GameCard({ game, isChosen, onChoose }: GameCardProps) {
  const { turn, ending, snake, id } = game;
  const { board } = ending?.final ?? turn;
  const drawing = useMemo(() => toDrawing(board, turn.turn, { detail: 'small' }), [board]);
  const others = board.snakes.length - 1;
  return (
    <button type="button" class="game-card" aria-pressed={isChosen} onClick={() => onChoose(id)}>
      <BoardPicture drawing={drawing} />
      <span class="line">
        <strong>{snake}</strong>
        <span class="turn">{turn.turn}</span>
      </span>
      <span class="line soft">
        <span>{others === 0 ? 'alone' : others === 1 ? `vs ${rivalOf(game)}` : `vs ${others} others`}</span>
        <Troubles game={game} />
      </span>
      {ending && <Ending result={ending.result} />}
    </button>
  );
});

function Ending({ result }: { result: NonNullable<FeedGame['ending']>['result'] }) {
  const { word, tone } = describeResult(result);
  return (
    <span class="ending">
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
}

function rivalOf({ turn, you }: FeedGame): string {
  return turn.board.snakes.find(({ id }) => id !== you)?.name || 'another';
}

/** Fallbacks and lost turns, if there were any. */
export function Troubles({ game: { fallbacks, lost } }: { game: Pick<FeedGame, 'fallbacks' | 'lost'> }) {
  return (
    <>
      {lost > 0 && (
        <Badge tone="bad" title="Turns on which the engine did not use the answer.">
          {formatMany(lost, 'turn')} lost
        </Badge>
      )}
      {lost === 0 && fallbacks > 0 && (
        <Badge tone="warning" title="Turns that the host answered, because the strategy was late or failed.">
          {formatMany(fallbacks, 'fallback')}
        </Badge>
      )}
    </>
  );
}
