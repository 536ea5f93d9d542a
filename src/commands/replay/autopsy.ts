/** `serpentarium autopsy`: why a snake died in a game of the journal, and where it could still have been saved. */
import type { Command } from 'commander';
import { usageFault } from '../../errors.js';
import { performAutopsy, type Autopsy } from '../../journal/report/autopsy.js';
import type { KeptGame } from '../../journal/kept-game.js';
import { colorsOfStdout, type Colors } from '../../terminal/colors.js';
import { printDrawing, printJson } from '../../terminal/print.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { whole } from '../play/game-flags.js';
import { drawRecording } from './draw-recorded.js';
import { findKept, formatResult, toRecording, type Recording } from './recording.js';

/** A longer search costs more and proves less: nobody knows what the other snakes would have done. */
const MAX_TURNS = 50;

interface AutopsyFlags {
  readonly config: string;
  readonly turns: number;
  readonly json?: true;
}

/** Adds the command to the program. */
export function addAutopsyCommand(program: Command): void {
  program
    .command('autopsy')
    .description('show why a snake died, and the last turn on which it could have been saved')
    .argument('<GAME>', 'a game of the journal, by its id or the engine’s')
    .option('--config <FILE>', 'the configuration that names the journal', DEFAULT_CONFIG)
    .option('--turns <N>', 'turns a move must add to count as saved', whole(1, MAX_TURNS), 10)
    .option('--json', 'print JSON')
    .action(autopsy);
}

async function autopsy(id: string, { config, turns, json }: AutopsyFlags): Promise<void> {
  const game = await findKept(id, config);
  const found = performAutopsy(game, turns);
  if (found === undefined)
    throw usageFault(id, `${game.result === undefined ? 'is' : 'was'} ${formatResult(game)}: ${whyNot(game)}.`);
  const { snake, result } = game;
  if (json) printJson({ id: game.id, snake, result, ...found }, 2);
  else printDrawing(formatAutopsy(found, toRecording(game), colorsOfStdout()));
}

function whyNot({ result }: KeptGame): string {
  if (result === undefined) return 'the game is not over yet';
  return result === 'loss' ? 'what the snake died of is not known' : 'the snake did not die';
}

/** The autopsy for people: title, result, the last chance, and the drawing of that turn. Names are made printable. */
export function formatAutopsy({ chance, until, unsure }: Autopsy, recording: Recording, colors: Colors): string {
  const pages = drawRecording(recording, colors).map((page) => page.split('\n'));
  const [[title], result] = [pages[0]!, pages.at(-1)!.at(-1)];
  const doubt = unsure.length === 0 ? [] : [`Turn ${unsure.join(', ')}: too many possibilities to try them all.`];
  if (chance === undefined) {
    const none = `On no recorded turn was there a way to survive until turn ${until}. Try a smaller --turns.`;
    return [title, result, none, ...doubt].join('\n');
  }
  const { turn, moves, answered } = chance;
  const last = `The last chance was on turn ${turn}: ${moves.join(' or ')} would have led to turn ${until}. It went ${answered.answer.move}.`;
  const [, ...drawing] = pages[recording.turns.findIndex(({ request }) => request.turn === turn)]!;
  return [title, result, last, ...doubt, ...drawing].join('\n');
}
