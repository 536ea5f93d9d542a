/** A game as strangers may see it, and what other sites show of its link. A query that runs in a reading process. */
import { withCaption } from '../../drawing/caption.js';
import { sceneToSvg } from '../../drawing/scene-to-svg.js';
import { toScene } from '../../drawing/to-scene.js';
import type { Query } from '../../journal/journal.js';
import { missingPackages } from '../../processes/optional-packages.js';
import type { FullGameRow } from '../../views/game-rows.js';
import type { SharedGameView, TurnView } from '../../views/game.js';
import { formatMany } from '../../views/numbers.js';
import { conditionOf, describeDeathAmong, describePlace } from '../../views/words.js';
import type { ShareCard } from '../shares/shares.js';
import { AUTOPSY_TURNS, ofGame, showAutopsy, toGamePiece } from './game-queries.js';

/** Width of the picture, in pixels. */
const WIDTH = 600;

/** What is kept of a game that is shared; `game` is the JSON of a {@link SharedGameView}. */
export const shareQuery: Query<string, { readonly card: ShareCard; readonly game: string } | undefined> = {
  name: 'share',
  isLong: true,
  run: (source, id) =>
    ofGame(source, id, async (game) => {
      const { turns, timeout } = toGamePiece(game, 0, Infinity);
      return { card: await toCard(game, turns), game: JSON.stringify(toSharedGame(game, turns, timeout)) };
    }),
};

/** What is shown of a row; what a later release adds to it is not shared by accident. */
const SHOWN = [
  ...(['you', 'startedAt', 'endedAt', 'ruleset', 'map', 'width', 'height', 'snakes', 'turns'] as const),
  ...(['result', 'rank', 'died', 'cause', 'killer'] as const),
];
const HIDDEN = { id: '', game: '', source: '', strategy: '', version: '', opponents: [] };
const NOT_COUNTED = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 };

function toSharedGame(game: FullGameRow, turns: readonly TurnView[], timeout: number): SharedGameView {
  const shown = Object.fromEntries(SHOWN.map((key) => [key, game[key]])) as Pick<FullGameRow, (typeof SHOWN)[number]>;
  return {
    game: { ...HIDDEN, ...NOT_COUNTED, ...shown, snake: nameOf(game, turns) },
    timeout,
    turns: turns.map(({ turn, board, answer, isFinal, analysis }) => ({
      turn,
      board: { ...board, snakes: board.snakes.map((snake) => ({ ...snake, latency: '' })) },
      ...(answer?.move && { answer: { move: answer.move, kind: 'seen', source: 'unknown' } }),
      ...(isFinal && { isFinal }),
      ...(analysis && { analysis }),
    })),
    ...(game.cause !== undefined && { autopsy: showAutopsy(game, AUTOPSY_TURNS) }),
  };
}

/** Its name at the engine: how it is mounted here is not shown. */
function nameOf({ you }: FullGameRow, turns: readonly TurnView[]): string {
  return turns.at(-1)?.board.snakes.find(({ id }) => id === you)?.name || 'A snake';
}

async function toCard(game: FullGameRow, turns: readonly TurnView[]): Promise<ShareCard> {
  const title = `${nameOf(game, turns)}: ${describePlace(game).word}, ${formatMany(game.turns, 'turn')}`;
  const { turn, board } = turns.at(-1)!;
  const about = `${game.ruleset}, ${game.width}×${game.height}: ${board.snakes.map(({ name }) => name).join(', ')}`;
  if (missingPackages('a picture') !== undefined) return { title, about };
  const { Resvg } = await import('@resvg/resvg-js');
  const snakes = board.snakes.map((snake) => {
    return { ...snake, ...conditionOf(snake), death: snake.death && describeDeathAmong(snake.death, []) };
  });
  const scene = withCaption(toScene({ ...board, turn, label: title }), { title, snakes });
  return { title, about, picture: new Resvg(sceneToSvg(scene, WIDTH)).render().asPng().toString('base64') };
}
