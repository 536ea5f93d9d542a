/** `serpentarium autopsy`: why a snake died in a game of the journal, and where it could still have been saved. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { usageFault } from '../../errors.js';
import { performAutopsy, type Autopsy, type AutopsyInput } from '../../journal/report/autopsy.js';
import type { GameRow, FullGameRow } from '../../journal/game-rows.js';
import { colorsOfStdout, type Colors } from '../../terminal/colors.js';
import { printDrawing, printJson } from '../../terminal/print.js';
import { DEFAULT_CONFIG, whole } from '../arguments.js';
import { drawRecording } from './follow-recording.js';
import { formatResult } from '../journal/format-games.js';
import { findKept, type WantedRecording } from './find-recording.js';
import { findSnake, readGameFile, toFileRecording, type RecordingFile } from './game-file.js';
import { toRecording, type Recording } from './recording.js';
import { toAutopsyInput } from './autopsy-input.js';

/** A longer search costs more and proves less: nobody knows what the other snakes would have done. */
const MAX_TURNS = 50;

interface AutopsyFlags {
  readonly config: string;
  readonly you?: string;
  readonly longer: number;
  readonly json?: true;
}

export function addAutopsyCommand(program: Command): void {
  program
    .command('autopsy')
    .argument('<GAME>', 'a game of the journal, by its id or the engine’s; "last"; or a file of "play -o"')
    .option('--config <FILE>', 'the configuration that names the journal', DEFAULT_CONFIG)
    .option('--you <NAME>', 'the snake that the game is seen from; in a file, the first one unless given')
    .option('--longer <N>', 'turns a move must add to count as saved', whole(1, MAX_TURNS), 10)
    .option('--json', 'print JSON')
    .action(autopsy);
}

async function autopsy(word: string, { config, you: snake, longer: turns, json }: AutopsyFlags): Promise<void> {
  const { id, game, recording, refusal, ...played } = existsSync(word)
    ? openFile(word, snake)
    : await openKept(word, { config, snake, hasCause: true });
  const found = performAutopsy(game, turns);
  if (found === undefined) throw usageFault(word, refusal);
  if (json) printJson({ id, ...played, ...found }, 2);
  else printDrawing(formatAutopsy(found, recording, colorsOfStdout()));
}

/** A game, ready for the autopsy. */
interface Opened {
  readonly id: string;
  readonly snake: string;
  readonly result?: GameRow['result'];
  readonly game: AutopsyInput;
  readonly recording: Recording;
  /** Why there is nothing to find, if that is so. */
  readonly refusal: string;
}

async function openKept(word: string, wanted: WantedRecording): Promise<Opened> {
  const game = await findKept(word, wanted);
  const { id, snake, result } = game;
  const refusal = `${result === undefined ? 'is' : 'was'} ${formatResult(game)}: ${whyNot(game)}.`;
  return { id, snake, ...(result && { result }), game, recording: toRecording(game), refusal };
}

/** Throws a `UsageError` if the file is not a game, or if this snake does not play in it. */
function openFile(path: string, name: string | undefined): Opened {
  const file = readGameFile(path);
  const snake = findSnake(file, name);
  const recording = toFileRecording(file, snake.name);
  const dead = [...new Set(recording.deaths?.map(({ id }) => nameOf(file, id)))];
  const others = dead.length === 0 ? '' : ` Give --you for ${dead.join(' or ')}.`;
  const refusal = `${snake.name} did not die in this game.${others}`;
  return {
    id: file.turns[0].request.game.id,
    snake: snake.name,
    game: toAutopsyInput(file, snake),
    recording,
    refusal,
  };
}

function nameOf({ turns: [first] }: RecordingFile, id: string): string {
  return first.request.board.snakes.find((snake) => snake.id === id)?.name ?? id;
}

function whyNot({ result }: FullGameRow): string {
  if (result === undefined) return 'the game is not over yet';
  return result === 'loss' || result === 'solo' ? 'what the snake died of is not known' : 'the snake did not die';
}

/** The autopsy for people: title, result, the last chance, and the drawing of that turn. Names are made printable. */
export function formatAutopsy({ chance, until, unsure }: Autopsy, recording: Recording, colors: Colors): string {
  const pages = drawRecording(recording, colors).map(({ text }) => text.split('\n'));
  const [[title], result] = [pages[0]!, pages.at(-1)!.at(-1)];
  const doubt = unsure.length === 0 ? [] : [`Turn ${unsure.join(', ')}: too many possibilities to try them all.`];
  if (chance === undefined) {
    const none = `On no recorded turn was there a way to survive until turn ${until}. Try a smaller --longer.`;
    return [title, result, none, ...doubt].join('\n');
  }
  const { turn, moves, answered, isLost } = chance;
  const { move } = answered.answer;
  const went = isLost ? `It answered ${move}, which the engine did not use.` : `It went ${move}.`;
  const last = `The last chance was on turn ${turn}: ${moves.join(' or ')} would have led to turn ${until}. ${went}`;
  const [, ...drawing] = pages[recording.turns.findIndex(({ request }) => request.turn === turn)]!;
  return [title, result, last, ...doubt, ...drawing].join('\n');
}
