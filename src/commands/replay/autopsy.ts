/** `serpentarium autopsy`: why a snake died in a game of the journal, and where it could still have been saved. */
import type { Command } from 'commander';
import { usageFault } from '../../errors.js';
import type { TurnAnalysis } from '../../inference/analysis.js';
import { performAutopsy, type Autopsy } from '../../journal/report/autopsy.js';
import { colorsOfStdout, type Colors } from '../../terminal/colors.js';
import { printDrawing, printJson } from '../../terminal/print.js';
import { DEFAULT_CONFIG, whole } from '../arguments.js';
import { drawRecording } from './follow-recording.js';
import { analyseTurn } from '../analyse/analyse-turn.js';
import { formatAnalysis } from '../analyse/format-analysis.js';
import type { Recording } from './recording.js';
import { findChosenGame } from './chosen-games.js';

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
  const wanted = { config, snake, hasCause: true } as const;
  const chosen = await findChosenGame(word, wanted);
  const { id, snake: player, row, recording } = chosen;
  const found = performAutopsy(chosen.game, turns);
  if (found === undefined) throw usageFault(word, chosen.refusal);
  const analysis = found.chance && analyseTurn(chosen, found.chance.turn);
  if (json) printJson({ id, snake: player, result: row?.result, ...found, analysis }, 2);
  else printDrawing(formatAutopsy({ ...found, analysis }, recording, colorsOfStdout()));
}

/** The autopsy for people: title, result, the last chance, and the drawing of that turn. Names are made printable. */
export function formatAutopsy(
  { chance, until, unsure, analysis }: Autopsy & { readonly analysis?: TurnAnalysis | undefined },
  recording: Recording,
  colors: Colors,
): string {
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
  const thought = analysis === undefined ? [] : [formatAnalysis(analysis)];
  return [title, result, last, ...thought, ...doubt, ...drawing].join('\n');
}
