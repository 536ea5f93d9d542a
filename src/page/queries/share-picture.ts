/** The picture of a shared game, which other sites show next to its link. */
import { withCaption } from '../../drawing/caption.js';
import { sceneToSvg } from '../../drawing/scene-to-svg.js';
import { toScene } from '../../drawing/to-scene.js';
import { missingPackages } from '../../processes/optional-packages.js';
import { describeDeath } from '../../rules/describe-death.js';
import { headLetter } from '../../rules/picture/legend.js';
import { conditionOf } from '../../views/words.js';
import type { TurnView } from '../../views/game.js';

/** In pixels. */
const WIDTH = 600;

/** A board with its snakes as a PNG in base64; `undefined` if the package for it is not installed. */
export async function drawPicture(title: string, { turn, board }: TurnView): Promise<string | undefined> {
  if (missingPackages('a picture') !== undefined) return undefined;
  const { Resvg } = await import('@resvg/resvg-js');
  const snakes = board.snakes.map((snake) => {
    // With letters instead of names, which may be long.
    const by = board.snakes.findIndex(({ id }) => id === snake.death?.by);
    const death = snake.death && describeDeath(snake.death, by < 0 ? undefined : headLetter(by));
    return { ...snake, ...conditionOf(snake), death };
  });
  const scene = withCaption(toScene({ ...board, turn, label: title }), { title, snakes });
  return new Resvg(sceneToSvg(scene, WIDTH)).render().asPng().toString('base64');
}
