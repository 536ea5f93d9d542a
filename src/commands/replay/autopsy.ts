/** `serpentarium autopsy`: why a snake died in a game of the journal, and where it could still have lived. */
import type { Command } from 'commander';
import type { Paint } from '../../terminal/paint.js';
import { UsageError } from '../../errors.js';
import { performAutopsy, type Autopsy } from '../../journal/report/autopsy.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { drawRecording, paintOfTerminal } from './draw-recorded.js';
import { whole } from '../play/game-flags.js';
import { findKept, toRecording, type Recording } from './recording.js';

/** More would take for ever, and mean nothing: what the others would have done is not known. */
const MOST_TURNS = 50;

interface AutopsyFlags {
  readonly config: string;
  readonly turns: number;
  readonly json?: true;
}

export function addAutopsyCommand(program: Command): void {
  program
    .command('autopsy')
    .description('tell why a snake died, and the last turn on which it could have been saved')
    .argument('<GAME>', 'a game of the journal by its id or the engine’s')
    .option('--config <FILE>', 'the configuration that names the journal', DEFAULT_CONFIG)
    .option('--turns <N>', 'how many turns longer it was to live', whole(1, MOST_TURNS), 10)
    .option('--json', 'for programs')
    .action(autopsy);
}

async function autopsy(word: string, { config, turns, json }: AutopsyFlags): Promise<void> {
  const game = await findKept(word, config);
  const found = performAutopsy(game, turns);
  if (found === undefined) {
    const why = game.result === 'loss' ? 'nobody knows of what it died' : 'the snake did not die';
    throw new UsageError([
      { source: word, message: `is ${game.result ?? 'under way'} on turn ${game.turns}: ${why}.` },
    ]);
  }
  const { id, snake, result } = game;
  if (json) console.log(JSON.stringify({ id, snake, result, ...found }, undefined, 2));
  else console.log(formatAutopsy(found, toRecording(game), paintOfTerminal()));
}

/** For people: in words of the recording's pages, in which no name can be obeyed by a terminal. */
export function formatAutopsy({ chance, until, unsure }: Autopsy, recording: Recording, paint: Paint): string {
  const pages = drawRecording(recording, paint).map((page) => page.split('\n'));
  const [[title], result] = [pages[0]!, pages.at(-1)!.at(-1)];
  const doubt = unsure.length === 0 ? [] : [`Too many ways to try all of them on turn ${unsure.join(', ')}.`];
  if (chance === undefined) {
    const none = `No way to turn ${until} on any turn that was kept. --turns asks for fewer.`;
    return [title, result, none, ...doubt].join('\n');
  }
  const { turn, moves, answered } = chance;
  const saved = `${moves.join(' or ')} would have led to turn ${until}`;
  const [, ...drawing] = pages[recording.turns.findIndex(({ request }) => request.turn === turn)]!;
  const last = `The last chance was on turn ${turn}: ${saved}. It went ${answered.answer.move}.`;
  return [title, result, last, ...doubt, ...drawing].join('\n');
}
