/** Writes a recorded game as pictures: a turn as SVG, the game as a GIF. Called by `replay`. */
import { writeFileSync } from 'node:fs';
import bytes from 'bytes';
import { withCaption, type CaptionSnake } from '../../drawing/caption.js';
import { cellsAlong, type SceneArrow } from '../../drawing/board-drawing.js';
import { encodeGif, pickEvenly } from '../../drawing/encode-gif.js';
import type { Scene } from '../../drawing/scene.js';
import { sceneToSvg } from '../../drawing/scene-to-svg.js';
import { toScene } from '../../drawing/to-scene.js';
import { diskReason } from '../../config/read-text.js';
import { usageFault } from '../../errors/errors.js';
import { missingPackages } from '../../processes/optional-packages.js';
import { describeDeath } from '../../rules/describe-death.js';
import { headLetter } from '../../rules/picture/legend.js';
import { followGame, type KeptBoard, type Seats } from '../../recorded/board-history.js';
import { printable } from '../../terminal/printable.js';
import { conditionOf } from '../../views/words.js';
import { formatEnd } from './describe-game.js';

/** Width of the pictures, in pixels. The GIF's keeps games of four snakes below 1 MB. */
const WIDTH = { svg: 480, gif: 330 };
/** A longer game's GIF leaves out turns, to stay small and short. */
const MAX_FRAMES = 200;
/** How long the first and the last frame of a GIF are shown, in ms. */
const HOLD = { first: 1000, last: 3000 };
/** How long other frames are shown, in ms (default). */
const DEFAULT_PACE = 150;
/** Viewers slow down frames that are shorter than this, in ms. */
const SHORTEST_PACE = 20;

/**
 * Writes one turn as SVG; without `turn`, the last board. Returns a summary for people. Throws a `UsageError` if the
 * turn is missing, or if the file cannot be written.
 */
export function writeSvg(seats: Seats, file: string, turn: number | undefined): string {
  const shown = [...followGame(seats)];
  const index = turn === undefined ? shown.length - 1 : shown.findIndex((drawn) => drawn.turn === turn);
  const drawn = shown[index];
  if (drawn === undefined) {
    const [first, last] = [shown[0]?.turn, shown.at(-1)?.turn];
    throw usageFault('--turn', `${turn} was not kept. The recording has turns ${first} to ${last}.`);
  }
  const scene = toPicture(seats, drawn, { arrows: answerOf(drawn), isLast: index === shown.length - 1 });
  writeFlagged('--svg', file, sceneToSvg(scene, WIDTH.svg));
  return `Turn ${drawn.turn} is in ${file}.`;
}

/** Which turns a GIF shows, and how fast. */
interface GifPace {
  /** The first turn (default: the game's). */
  readonly start?: number | undefined;
  /** In ms a turn. */
  readonly pace?: number | undefined;
}

/**
 * Writes the game as a GIF; of a long game, some evenly spread turns. Returns a summary for people. Throws a
 * `UsageError` if a package is missing, if there is nothing to show, or if the file cannot be written.
 */
export async function writeGif(seats: Seats, file: string, { start = 0, pace }: GifPace): Promise<string> {
  const missing = missingPackages('a GIF');
  if (missing !== undefined) throw usageFault('--gif', missing);
  const all = [...followGame(seats)].filter(({ turn }) => turn >= start);
  const shown = pickEvenly(all, MAX_FRAMES);
  const last = shown.at(-1);
  if (last === undefined) throw usageFault('--start', `${start} is after the last turn.`);
  const frames = shown.map((drawn, index) => ({
    scene: toPicture(seats, drawn, { isLast: drawn === last }),
    delay: drawn === last ? HOLD.last : Math.max(index === 0 ? HOLD.first : 0, pace ?? DEFAULT_PACE, SHORTEST_PACE),
  }));
  // Cells of whole pixels look the same everywhere, and compress well.
  const { gif, hasText } = await encodeGif(
    frames,
    last.board.width * Math.max(1, Math.floor(WIDTH.gif / last.board.width)),
  );
  writeFlagged('--gif', file, gif);
  const turns =
    shown.length === all.length ? `${all.length} turns` : `${shown.length} of ${all.length} turns, evenly spread,`;
  const written = `${turns} are in ${file} (${bytes.format(gif.length, { unitSeparator: ' ' })}).`;
  return hasText ? written : `${written} It has no text: no font is installed.`;
}

/** Throws a `UsageError` if the file of a flag cannot be written. */
export function writeFlagged(flag: string, file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } catch (thrown) {
    throw usageFault(flag, `"${file}" cannot be written: ${diskReason(thrown)}.`);
  }
}

/** The board of a turn with its snakes listed below. */
function toPicture(
  seats: Seats,
  { turn, board, row }: KeptBoard,
  { arrows, isLast }: { readonly arrows?: readonly SceneArrow[]; readonly isLast: boolean },
): Scene {
  const { ruleset, map } = seats[0];
  const title = printable(
    `Turn ${turn}${isLast ? `: ${formatEnd(seats)}` : ` · ${[ruleset, map].filter(Boolean).join(' on ')}`}`,
  );
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
    arrows,
    label: [title, ...captions.map((caption, seat) => `${headLetter(seat)} ${describe(caption)}`)].join('\n'),
  });
  return withCaption(scene, { title, snakes: captions });
}

/** The move of our snake on a turn. */
function answerOf({ row, request: { board, you } }: KeptBoard): SceneArrow[] {
  const move = row?.answer.move;
  return move === undefined ? [] : [{ kind: 'answered', path: cellsAlong(board, you.body[0]!, [move]) }];
}

function describe({ name, health, length, death }: CaptionSnake): string {
  return `${name}, ${death ?? `health ${health}, length ${length}`}`;
}
