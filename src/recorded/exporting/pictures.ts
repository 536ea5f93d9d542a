/** Pictures of a recorded game for files: a turn as SVG, some turns as a GIF. Made for `replay` and for the page. */
import { cellsAlong, type SceneArrow } from '../../drawing/board-drawing.js';
import { withCaption, type CaptionSnake } from '../../drawing/caption.js';
import { encodeGif, pickEvenly } from '../../drawing/encode-gif.js';
import { sceneToSvg } from '../../drawing/scene-to-svg.js';
import type { Scene } from '../../drawing/scene.js';
import { toScene } from '../../drawing/to-scene.js';
import { describeDeath } from '../../rules/describe-death.js';
import type { Direction } from '../../rules/types.js';
import { headLetter } from '../../rules/picture/legend.js';
import { printable } from '../../terminal/printable.js';
import { gradeTurn } from '../../views/analysis.js';
import { conditionOf } from '../../views/words.js';
import type { KeptBoard, Seats } from '../board-history.js';
import { formatEnd } from '../format-end.js';

/** Width of the pictures, in pixels. The GIF's keeps games of four snakes below 1 MB. */
const WIDTH = { svg: 480, gif: 330 };
/** Most turns in a GIF: of longer games, it leaves some out. */
const MAX_FRAMES = 200;
/** How long the first and the last frame of a GIF are shown, in ms. */
const HOLD = { first: 1000, last: 3000 };
/** How long other frames are shown, in ms (default). */
const DEFAULT_PACE = 150;
/** Viewers slow down frames that are shorter than this, in ms. */
const SHORTEST_PACE = 20;

/** A turn with its answer. `title` (default: the ruleset and, on the last board, the result). */
export function drawSvg(seats: Seats, drawn: KeptBoard, isLast: boolean, title?: string): string {
  const { move } = drawn.row?.answer ?? {};
  return sceneToSvg(toPicture(seats, drawn, isLast, arrowOf('answered', drawn, move ? [move] : []), title), WIDTH.svg);
}

/**
 * These turns as a GIF, the last one with the result, and how many it shows: of many, some evenly spread ones. There is
 * at least one. `pace` in ms a turn.
 */
export async function drawGif(seats: Seats, boards: readonly KeptBoard[], pace: number = DEFAULT_PACE) {
  const shown = pickEvenly(boards, MAX_FRAMES);
  const last = shown.at(-1)!;
  const frames = shown.map((drawn, index) => ({
    scene: toPicture(seats, drawn, drawn === last),
    delay: drawn === last ? HOLD.last : Math.max(index === 0 ? HOLD.first : 0, pace, SHORTEST_PACE),
  }));
  // Cells of whole pixels look the same everywhere, and compress well.
  const width = last.board.width * Math.max(1, Math.floor(WIDTH.gif / last.board.width));
  return { ...(await encodeGif(frames, width)), frames: shown.length };
}

/** The board of a turn with its snakes listed below, and the best line if the analysis has marked the turn. */
function toPicture(
  seats: Seats,
  drawn: KeptBoard,
  isLast: boolean,
  arrows: readonly SceneArrow[] = [],
  given?: string,
): Scene {
  const { turn, board, row } = drawn;
  const { ruleset, map, analysis } = seats[0];
  const told = isLast ? `: ${formatEnd(seats)}` : ` · ${given ?? [ruleset, map].filter(Boolean).join(' on ')}`;
  const title = printable(`Turn ${turn}${told}`);
  const found = row && analysis?.turns.find((each) => each.turn === turn);
  const better = found && gradeTurn(found).mark ? arrowOf('better', drawn, found.line) : [];
  const captions = board.snakes.map(({ name, isYou, color, head, death, ...snake }): CaptionSnake => {
    // With letters instead of names, which may be long.
    const by = board.snakes.findIndex(({ id }) => id === death?.by);
    const died = death && describeDeath(death, by < 0 ? undefined : headLetter(by));
    return { name: printable(isYou ? `${name} (you)` : name), color, head, ...conditionOf(snake), death: died };
  });
  const scene = toScene({
    ...board,
    turn,
    marks: row?.answer.note?.cells,
    arrows: [...arrows, ...better],
    label: [title, ...captions.map((caption, seat) => `${headLetter(seat)} ${describe(caption)}`)].join('\n'),
  });
  return withCaption(scene, { title, snakes: captions });
}

/** The path of our snake with these moves. */
function arrowOf(kind: SceneArrow['kind'], { request }: KeptBoard, moves: readonly Direction[]): SceneArrow[] {
  const { board, you, game } = request;
  const wraps = game.ruleset.name.startsWith('wrapped');
  return moves.length === 0 ? [] : [{ kind, path: cellsAlong({ ...board, wraps }, you.body[0]!, moves) }];
}

function describe({ name, health, length, death }: CaptionSnake): string {
  return `${name}, ${death ?? `health ${health}, length ${length}`}`;
}
