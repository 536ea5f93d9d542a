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
import { DIRECTIONS } from '../../rules/types.js';
import type { DrawnDeath, TurnDrawing } from '../../terminal/draw-turn.js';
import { printable } from '../../terminal/printable.js';
import { followRecording } from './follow-recording.js';
import type { Recording, RecordingTurn } from './recording.js';

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
export function writeSvg(recording: Recording, file: string, turn: number | undefined): string {
  const shown = followRecording(recording);
  const index = turn === undefined ? shown.length - 1 : shown.findIndex((drawn) => drawn.turn === turn);
  const drawn = shown[index];
  if (drawn === undefined) {
    const [first, last] = [shown[0]?.turn, shown.at(-1)?.turn];
    throw usageFault('--turn', `${turn} was not kept. The recording has turns ${first} to ${last}.`);
  }
  const arrows = answerOf(recording.turns[index]);
  const scene = toPicture(recording, drawn, { arrows, isLast: index === shown.length - 1 });
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
export async function writeGif(recording: Recording, file: string, { start = 0, pace }: GifPace): Promise<string> {
  const missing = missingPackages('a GIF');
  if (missing !== undefined) throw usageFault('--gif', missing);
  const all = followRecording(recording).filter(({ turn }) => turn >= start);
  const shown = pickEvenly(all, MAX_FRAMES);
  const last = shown.at(-1);
  if (last === undefined) throw usageFault('--start', `${start} is after the last turn.`);
  const frames = shown.map((drawn, index) => ({
    scene: toPicture(recording, drawn, { isLast: drawn === last }),
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
  { result, turns: [first] }: Recording,
  drawn: TurnDrawing,
  { arrows, isLast }: { readonly arrows?: readonly SceneArrow[]; readonly isLast: boolean },
): Scene {
  const { turn, board, marks, snakes, deaths } = drawn;
  const deathOf = (seat: number) => deaths.find((death) => death.seat === seat && death.turn <= turn);
  const { ruleset, map } = first?.request.game ?? { ruleset: { name: '' }, map: '' };
  const played = [ruleset.name, map].filter(Boolean).join(' on ');
  const title = `Turn ${turn}${isLast ? `: ${result}` : ` · ${played}`}`;
  const captions = snakes.map(({ name, health, length, customizations: { color, head } }, seat) => {
    const death = deathOf(seat);
    return { name: printable(name), color, head, health, length, death: death && formatDeathShort(death) };
  });
  const scene = toScene({
    ...board,
    snakes: snakes.map(({ body, customizations }, seat) => {
      const death = deathOf(seat);
      return { ...customizations, body, deadFor: death && turn - death.turn };
    }),
    marks,
    arrows,
    label: [printable(title), ...captions.map((caption, seat) => `${headLetter(seat)} ${describe(caption)}`)].join(
      '\n',
    ),
  });
  return withCaption(scene, { title: printable(title), snakes: captions });
}

/** The move of our snake on a turn. */
function answerOf(turn: RecordingTurn | undefined): SceneArrow[] {
  const move = DIRECTIONS.find((direction) => direction === turn?.move);
  const head = turn?.request.you.body[0];
  if (turn === undefined || move === undefined || head === undefined) return [];
  return [{ kind: 'answered', path: cellsAlong(turn.request.board, head, [move]) }];
}

/** With letters instead of names, which may be long. */
function formatDeathShort(death: DrawnDeath): string {
  return describeDeath(death, death.by < 0 ? undefined : headLetter(death.by));
}

function describe({ name, health, length, death }: CaptionSnake): string {
  return `${name}, ${death ?? `health ${health}, length ${length}`}`;
}
